import ipaddr from 'ipaddr.js'

/** The addresses that a set of ranges covers together. */
export interface Reach {
  /** Addresses of the public internet, IPv4 (`::ffff:0:0/96` is IPv4 as well). */
  readonly ipv4: bigint
  /** Addresses of the public internet, IPv6. */
  readonly ipv6: bigint
  /** Entries that are not ranges of addresses, such as a service tag: the caller decides what they mean. */
  readonly unreadable: readonly string[]
}

/**
 * Half a hundredth of the IPv4 internet, and a similar part of IPv6. Nobody owns so much, and people use two halves to
 * evade a rule against 0.0.0.0/0.
 */
const everybody = { ipv4: 1n << 25n, ipv6: 1n << 113n }

/**
 * Whether ranges, taken together, cover everybody: `0.0.0.0/0`, `0.0.0.0/1` with `128.0.0.0/1`, `2000::/3`. Pass all
 * ranges that a port is open to, from all rules. Private ranges do not count.
 */
export function isInternet(ranges: readonly string[]): boolean {
  const { ipv4, ipv6 } = measureReach(ranges)
  return ipv4 >= everybody.ipv4 || ipv6 >= everybody.ipv6
}

/** How many addresses of the internet a set of ranges covers, each counted once. A single address is a range too. */
export function measureReach(ranges: readonly string[]): Reach {
  const read = ranges.map((range) => ({ range, span: parseSpan(range) }))
  const spans = read.flatMap(({ span }) => span ?? [])
  return {
    ipv4: countPublic(spans, 'ipv4'),
    ipv6: countPublic(spans, 'ipv6'),
    unreadable: read.filter(({ span }) => span === undefined).map(({ range }) => range),
  }
}

interface Span {
  readonly kind: 'ipv4' | 'ipv6'
  readonly first: bigint
  /** The first address after it. */
  readonly end: bigint
}

/** @returns undefined unless it is an address or a range of addresses */
function parseSpan(range: string): Span | undefined {
  const [address = '', length, ...more] = range.trim().split('/')
  // ipaddr.js alone is too lenient: it reads "1.2" and "010.0.0.0" as addresses too.
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)
  if (!isAddress || more.length > 0 || (length !== undefined && !/^\d{1,3}$/.test(length))) return undefined
  const parsed = ipaddr.parse(address)
  const bits = parsed.kind() === 'ipv4' ? 32 : 128
  const fixed = length === undefined ? bits : Number(length)
  if (fixed > bits) return undefined
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() && fixed >= 96)
    return spanOf('ipv4', parsed.toIPv4Address().toByteArray(), 32, fixed - 96)
  return spanOf(parsed.kind(), parsed.toByteArray(), bits, fixed)
}

function spanOf(kind: Span['kind'], bytes: readonly number[], bits: number, fixed: number): Span {
  const address = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  const size = 1n << BigInt(bits - fixed)
  const first = (address / size) * size
  return { kind, first, end: first + size }
}

// IANA's registries of special-purpose addresses (RFC 6890). Public IPv6 addresses are all in 2000::/3.
const nobodys = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
].flatMap((range) => parseSpan(range) ?? [])
const globalUnicast = ['0.0.0.0/0', '2000::/3'].flatMap((range) => parseSpan(range) ?? [])

function countPublic(spans: readonly Span[], kind: Span['kind']): bigint {
  const [whole] = globalUnicast.filter((span) => span.kind === kind)
  if (!whole) return 0n
  const held = spans.filter((span) => span.kind === kind).map((span) => clip(span, whole))
  const special = nobodys.filter((span) => span.kind === kind)
  // The part outside the special ranges: the size of both together, minus the special ones.
  return measureSpan([...held, ...special]) - measureSpan(special)
}

function clip({ kind, first, end }: Span, whole: Span): Span {
  const from = first > whole.first ? first : whole.first
  const to = end < whole.end ? end : whole.end
  return { kind, first: from, end: to > from ? to : from }
}

/** Size of the union. */
function measureSpan(spans: readonly Span[]): bigint {
  let total = 0n
  let reached = 0n
  for (const { first, end } of spans.toSorted((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0))) {
    const from = first > reached ? first : reached
    if (end > from) total += end - from
    if (end > reached) reached = end
  }
  return total
}
