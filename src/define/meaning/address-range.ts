/** Addresses that follow each other, as numbers of IPv6: an IPv4 address is the mapped one, `::ffff:192.0.2.1` (RFC 4291 §2.5.5.2). */
export interface AddressRange {
  readonly first: bigint
  readonly last: bigint
}

/** The longest form is two IPv6 addresses with an IPv4 tail each and " - " between them. */
const rangeLengthMax = 100

/**
 * A range of addresses in one of the forms that vendors write: an address, `10.0.0.0/8` (RFC 4632 §3.1, RFC 4291 §2.3), with a mask in
 * place of the length (`10.0.0.0/255.0.0.0`), or as first and last address (`10.0.0.0-10.255.255.255`).
 * @returns undefined for everything else: a name, `10.1`, `010.0.0.0`, a zone behind an address
 */
export function parseRange(written: string): AddressRange | undefined {
  if (written.length > rangeLengthMax) return undefined
  const isPrefix = written.includes('/')
  const [head = '', tail, ...more] = written.split(isPrefix ? '/' : '-').map((part) => part.trim())
  const address = parseAddress(head)
  if (!address || more.length > 0) return undefined
  if (tail === undefined) return { first: address.value, last: address.value }
  return isPrefix ? spanPrefix(address, tail) : spanTo(address, parseAddress(tail))
}

/** Whether all addresses of a range are IPv4. */
export function isIpv4({ first, last }: AddressRange): boolean {
  return first >> 32n === mappedPrefix && last >> 32n === mappedPrefix
}

interface RangeAddress {
  readonly value: bigint
  /** Of the form that it was written in. */
  readonly bits: 32 | 128
}

const mappedPrefix = 0xffffn

function spanPrefix({ value, bits }: RangeAddress, length: string): AddressRange | undefined {
  const fixed = bits === 32 && length.includes('.') ? countMask(length) : countDigits(length)
  if (fixed === undefined || fixed > bits) return undefined
  const free = BigInt(bits - fixed)
  const first = (value >> free) << free
  return { first, last: first + (1n << free) - 1n }
}

function spanTo({ value, bits }: RangeAddress, last: RangeAddress | undefined): AddressRange | undefined {
  return last?.bits === bits && value <= last.value ? { first: value, last: last.value } : undefined
}

function countDigits(length: string): number | undefined {
  return /^\d{1,3}$/.test(length) ? Number(length) : undefined
}

/** Ones of a mask such as 255.255.0.0; undefined where a zero stands before a one. */
function countMask(text: string): number | undefined {
  const mask = parseIpv4(text)
  const ones = mask === undefined ? undefined : /^(1*)0*$/.exec(mask.toString(2).padStart(32, '0'))?.[1]
  return ones?.length
}

function parseAddress(text: string): RangeAddress | undefined {
  const ipv4 = parseIpv4(text)
  if (ipv4 !== undefined) return { value: (mappedPrefix << 32n) | ipv4, bits: 32 }
  const ipv6 = parseIpv6(text)
  return ipv6 === undefined ? undefined : { value: ipv6, bits: 128 }
}

const ipv4Form = /^(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})$/

/** Four decimal numbers. A leading zero means octal to some programs, so it is refused. */
function parseIpv4(text: string): bigint | undefined {
  if (!ipv4Form.test(text)) return undefined
  const bytes = text.split('.').map(Number)
  return bytes.every((byte) => byte < 256) ? joinGroups(bytes, 8n) : undefined
}

/** The text forms of RFC 4291 §2.2. */
function parseIpv6(text: string): bigint | undefined {
  const [left = '', right, ...more] = text.split('::')
  const head = parseGroups(left, right === undefined)
  const tail = parseGroups(right ?? '', true)
  if (!text.includes(':') || !head || !tail || more.length > 0) return undefined
  const missing = 8 - head.length - tail.length
  // "::" stands for one group or more.
  if (right === undefined ? missing !== 0 : missing < 1) return undefined
  return joinGroups([...head, ...Array<number>(missing).fill(0), ...tail], 16n)
}

/** @param isEnd whether an IPv4 address may stand at its end */
function parseGroups(text: string, isEnd: boolean): readonly number[] | undefined {
  if (text === '') return []
  const groups = text.split(':')
  const ipv4 = isEnd ? parseIpv4(groups.at(-1) ?? '') : undefined
  const hex = ipv4 === undefined ? groups : groups.slice(0, -1)
  if (!hex.every((group) => /^[\da-f]{1,4}$/i.test(group))) return undefined
  const numbers = hex.map((group) => Number.parseInt(group, 16))
  return ipv4 === undefined ? numbers : [...numbers, Number(ipv4 >> 16n), Number(ipv4 & 0xffffn)]
}

function joinGroups(groups: readonly number[], bits: bigint): bigint {
  return groups.reduce((sum, group) => (sum << bits) | BigInt(group), 0n)
}
