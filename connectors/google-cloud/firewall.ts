import { coversInternet, opensPort } from 'checkwright'

/** The traffic that a rule allows. */
export interface Allowed {
  /** Name or number of an IP protocol, or `all`. */
  readonly protocol: string
  /** Ports and ranges of ports; undefined for all. */
  readonly ports: readonly string[] | undefined
}

/**
 * The ranges that cover everybody alone, otherwise all of them if they cover everybody together.
 * @returns undefined if that depends on a source that is no range of addresses
 */
export function findWorldRanges(ranges: readonly string[]): readonly string[] | undefined {
  const each = ranges.filter((range) => coversInternet([range]) === true)
  if (each.length > 0) return each
  const areEverybody = coversInternet(ranges)
  return areEverybody === undefined ? undefined : areEverybody ? ranges : []
}

/**
 * The allowed ones of the ports.
 * @returns undefined if that depends on ports that cannot be read
 */
export function findOpenPorts(allowed: readonly Allowed[], ports: readonly number[]): readonly number[] | undefined {
  const carrying = allowed.filter(({ protocol }) => ['tcp', 'udp', 'all', '6', '17'].includes(protocol.toLowerCase()))
  const answers = ports.map((port) => carrying.map((each) => (each.ports ? opensPort(each.ports, port) : true)))
  const open = ports.filter((_, index) => answers[index]?.includes(true))
  return open.length === 0 && answers.some((each) => each.includes(undefined)) ? undefined : open
}
