import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Thrown into a connection attempt; `code` distinguishes it from a network failure. */
export class RefusedAddressError extends Error {
  readonly code = 'CHECKWRIGHT_ADDRESS_REFUSED'
}

// Azure serves machine configuration and keys to its own machines from an address that looks public.
const azureWireServer = '168.63.129.16'

/**
 * Whether an address belongs to the public internet. Everything else is refused, because a connector's host or a
 * redirect is input from outside: private, loopback, link-local with the clouds' metadata services, carrier-grade NAT,
 * documentation, multicast, and every form that embeds an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  // ipaddr.js is too lenient here: it reads "1.2.3" as an address too.
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast' || parsed.toString() === azureWireServer) return false
  // Global unicast is 2000::/3 (RFC 4291 §2.4). Outside it are IPv4-compatible addresses and local NAT64 prefixes.
  return parsed instanceof ipaddr.IPv4 || ((parsed.parts[0] ?? 0) & 0xe000) === 0x2000
}

/** The address in a URL's host, if it is one, without the brackets of IPv6. */
export function readLiteralAddress(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return isIP(bare) === 0 ? undefined : bare
}

/** Resolves a name to all its addresses, as `dns.lookup` does. */
export type ResolveAddresses = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Name resolution that returns public addresses only. It runs when the socket is opened, so a name that resolves
 * differently the second time (DNS rebinding) is refused too.
 */
export function createPublicLookup(resolve: ResolveAddresses): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const usable = addresses.filter(({ address }) => isPublicAddress(address))
      const [first] = usable
      if (!first) return callback(new RefusedAddressError(`${hostname} resolves to no public address`), '')
      if (options.all) return callback(null, usable)
      callback(null, first.address, first.family)
    })
  }
}

/** By the system's resolver. */
export const publicLookup: LookupFunction = createPublicLookup(systemLookup)
