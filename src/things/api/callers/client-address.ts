import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { RequestOrigin } from '../options/host-options.ts'

type ClientAddress = ipaddr.IPv4 | ipaddr.IPv6
type Range = [ClientAddress, number]

/**
 * Finds the address that a request came from: the socket's, or the one that trusted proxies report. X-Forwarded-For is
 * read from its end, as far as proxies wrote it. The client could have written anything before that.
 * @param trustedProxies addresses and CIDR ranges
 */
export function createAddressReader(trustedProxies: readonly string[]) {
  const ranges = trustedProxies.map(parseAddressRange)
  const isTrusted = (address: ClientAddress) =>
    ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits))
  return (headers: Headers, origin: RequestOrigin | undefined): string | undefined => {
    const remote = origin?.remoteAddress ?? origin?.incoming?.socket?.remoteAddress ?? ''
    // Most addresses need no parsing, which costs more than counting them.
    if (ranges.length === 0 && isIPv4(remote)) return remote
    let address = tryParseAddress(remote)
    const hops = address && isTrusted(address) ? (headers.get('x-forwarded-for') ?? '').split(',') : []
    while (address !== undefined && isTrusted(address)) {
      const before = tryParseAddress(hops.pop()?.trim() ?? '')
      if (before === undefined) break
      address = before
    }
    return address && toCountedAddress(address)
  }
}

/** One customer has at least a whole /64 of IPv6. */
function toCountedAddress(address: ClientAddress): string {
  return address.kind() === 'ipv4' ? address.toString() : address.toByteArray().slice(0, 8).join('.')
}

function tryParseAddress(text: string): ClientAddress | undefined {
  // process() converts ::ffff:192.0.2.1, the form of dual-stack sockets, to IPv4.
  return isIP(text) === 0 ? undefined : ipaddr.process(text)
}

function parseAddressRange(text: string): Range {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}
