/** What a rule lets in. */
export interface Allowed {
  /** Name or number of an IP protocol, or `all`. */
  readonly protocol: string
  /** Ports and ranges of ports; undefined for all of them. */
  readonly ports: readonly string[] | undefined
}

/**
 * Whether a range is everybody. The halves and quarters of the world are as well: nobody owns so much, and two rules of
 * halves are how a rule against 0.0.0.0/0 is got around.
 */
export function isWorld(range: string): boolean {
  const [address = '', length = ''] = range.split('/')
  if (length === '') return false
  return Number(length) < (address.includes(':') ? 16 : 8)
}

/** Those of the ports that are let in. */
export function openPorts(allowed: readonly Allowed[], ports: readonly number[]): readonly number[] {
  const carrying = allowed.filter(({ protocol }) => ['tcp', 'udp', 'all', '6', '17'].includes(protocol.toLowerCase()))
  return ports.filter((port) => carrying.some((each) => each.ports?.some((range) => isWithin(port, range)) ?? true))
}

function isWithin(port: number, range: string): boolean {
  const [first = '', last = first] = range.split('-')
  return Number(first) <= port && port <= Number(last)
}
