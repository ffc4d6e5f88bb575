import { isInternet, measureReach } from '../_network/ranges.ts'

/** The traffic that a rule allows. */
export interface Allowed {
  /** Name or number of an IP protocol, or `all`. */
  readonly protocol: string
  /** Ports and ranges of ports; undefined for all. */
  readonly ports: readonly string[] | undefined
}

/** The ranges that cover everybody alone, otherwise all of them if they cover everybody together. */
export function findWorldRanges(ranges: readonly string[]): readonly string[] {
  const each = ranges.filter((range) => isInternet([range]))
  if (each.length > 0) return each
  return isInternet(ranges) ? ranges : []
}

/** Whether one of them is not a range of addresses, so that its meaning is unknown. */
export function hasUnreadable(ranges: readonly string[]): boolean {
  return measureReach(ranges).unreadable.length > 0
}

/** The allowed ones of the ports. */
export function findOpenPorts(allowed: readonly Allowed[], ports: readonly number[]): readonly number[] {
  const carrying = allowed.filter(({ protocol }) => ['tcp', 'udp', 'all', '6', '17'].includes(protocol.toLowerCase()))
  return ports.filter((port) => carrying.some((each) => each.ports?.some((range) => isWithin(port, range)) ?? true))
}

function isWithin(port: number, range: string): boolean {
  const [first = '', last = first] = range.split('-')
  return Number(first) <= port && port <= Number(last)
}
