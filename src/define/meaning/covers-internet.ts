import { type AddressRange, isIpv4, parseRange } from './address-range.ts'

/** Above this number of ranges nobody reckons. */
const rangesMax = 100_000

/**
 * Whether ranges of addresses, taken together, let the whole internet in: `0.0.0.0/0`, `::/0`, `0.0.0.0/1` with `128.0.0.0/1`, `2000::/3`,
 * `1.0.0.0-223.255.255.255`. One of 128 addresses is enough, because nobody owns so many. Pass all ranges of one door together. Addresses
 * that nobody has on the internet, such as private ones, do not count (RFC 6890).
 * @returns true if the ranges that can be read cover the internet; false if all can be read and do not; undefined if it depends on an item
 * that is no range (a name, a tag, `any`, another type), or for more than 100,000 items. What a vendor's own words mean is yours to say:
 * `ranges.includes('any') || coversInternet(ranges)`
 * @example
 * coversInternet(['0.0.0.0/1', '128.0.0.0/1']) // true
 * coversInternet(['10.0.0.0/8', 'office']) // undefined
 */
export function coversInternet(ranges: readonly unknown[]): boolean | undefined {
  if (ranges.length > rangesMax) return undefined
  const parsed = ranges.map((range) => (typeof range === 'string' ? parseRange(range) : undefined))
  const readable = parsed.filter((range) => range !== undefined)
  if (internets.some((internet) => countPublic(readable, internet) >= internet.enough)) return true
  return readable.length === ranges.length ? false : undefined
}

/**
 * Whether a range of addresses holds an address, or another range wholly.
 * @returns undefined if one of them is no range; false for one of IPv4 and one of IPv6
 */
export function isWithinRange(range: string, inner: string): boolean | undefined {
  const outer = parseRange(range)
  const other = parseRange(inner)
  if (!outer || !other) return undefined
  return isIpv4(outer) === isIpv4(other) && outer.first <= other.first && other.last <= outer.last
}

/** Whether a text is an address or a range of addresses. */
export function isAddressRange(text: string): boolean {
  return parseRange(text) !== undefined
}

interface Internet {
  readonly whole: AddressRange
  /** Parts of it that nobody has. */
  readonly special: readonly AddressRange[]
  /** So many addresses are everybody. */
  readonly enough: bigint
}

const internets: readonly Internet[] = [
  {
    whole: readRange('0.0.0.0/0'),
    // IANA's registry of special-purpose addresses (RFC 6890), multicast (RFC 5771), and what is reserved (RFC 1112 §4).
    special: [
      ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
      ...['172.16.0.0/12', '192.168.0.0/16', '224.0.0.0/3'],
    ].map(readRange),
    enough: 1n << 25n,
  },
  // All public addresses of IPv6 are here (RFC 4291 §2.4). Providers get a thousandth of it or less.
  { whole: readRange('2000::/3'), special: [], enough: 1n << 113n },
]

function readRange(written: string): AddressRange {
  const range = parseRange(written)
  if (!range) throw new TypeError(`coversInternet: ${written} is no range`)
  return range
}

/** How many public addresses the ranges cover, each counted once. */
function countPublic(ranges: readonly AddressRange[], { whole, special }: Internet): bigint {
  const inside = ranges.flatMap((range) => clip(range, whole))
  // The part outside the special ranges: the size of both together, minus the special ones.
  return measureUnion([...inside, ...special]) - measureUnion(special)
}

function clip(range: AddressRange, whole: AddressRange): readonly AddressRange[] {
  const first = range.first > whole.first ? range.first : whole.first
  const last = range.last < whole.last ? range.last : whole.last
  return first <= last ? [{ first, last }] : []
}

function measureUnion(ranges: readonly AddressRange[]): bigint {
  let total = 0n
  let end = 0n
  for (const { first, last } of ranges.toSorted((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0))) {
    const from = first > end ? first : end
    if (last >= from) total += last - from + 1n
    if (last >= end) end = last + 1n
  }
  return total
}
