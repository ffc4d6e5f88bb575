/** Parts of a list of ports that anybody reads. */
const partsMax = 10_000

/**
 * Whether ports, as a firewall's rule names them, have a port among them: a number, `22`, `1-65535` or `20:25`, `22,80`, a list of these,
 * or all ports: `*`, `all`, `any`, `-1`, and a lone `0` (DigitalOcean's API: "0" opens all ports; no rule is about the reserved port 0).
 * The protocol is yours to ask for.
 * @returns undefined if it depends on a part that is no port or range of ports (a service's name, a number above 65535, a range
 * that ends before it begins, nothing), or for more than 10,000 parts
 * @example
 * opensPort('20-25,443', 22) // true
 * opensPort('ssh', 22) // undefined
 */
export function opensPort(ports: unknown, port: number): boolean | undefined {
  const parts = listParts(ports)
  if (parts.length === 0 || parts.length > partsMax) return undefined
  const answers = parts.map((part) => includesPort(part, port))
  if (answers.includes(true)) return true
  return answers.includes(undefined) ? undefined : false
}

function listParts(ports: unknown): readonly unknown[] {
  const list: readonly unknown[] = Array.isArray(ports) ? ports : [ports]
  return list.flatMap((each) => (typeof each === 'string' ? each.split(',', partsMax + 1) : [each]))
}

const everyPort = ['*', 'all', 'any', '-1', '0']
const portMax = 65_535

function includesPort(part: unknown, port: number): boolean | undefined {
  if (typeof part !== 'string' && typeof part !== 'number') return undefined
  const text = String(part).trim().toLowerCase()
  if (everyPort.includes(text)) return true
  const [, first, last = first] = /^(\d{1,5})(?:\s*[-:]\s*(\d{1,5}))?$/.exec(text) ?? []
  const [from, to] = [Number(first), Number(last)]
  return from <= to && to <= portMax ? from <= port && port <= to : undefined
}
