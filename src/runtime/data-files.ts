import type { Framework } from '../checks/controls/framework.ts'
import { shippedFrameworks } from '../checks/controls/shipped.ts'
import type { Waiver } from '../define/index.ts'

/**
 * Waivers of a file in YAML or JSON; docs/waivers.md has the format.
 * @param name of the file, for messages
 * @param now time of reading: a waiver is valid for at most a year from then. @default the time of the system
 * @throws DataFileError `WAIVERS_INVALID` with every problem as `file:line:column`
 */
export async function parseWaivers(
  name: string,
  bytes: Uint8Array,
  now: Date = new Date(),
): Promise<readonly Waiver[]> {
  // Loaded only now, because only people with such files need the parsers.
  const waivers = await import('../checks/waivers/parse-waivers.ts')
  return waivers.parseWaivers(name, bytes, now)
}

/**
 * A framework of your own, of a file in YAML or JSON; docs/controls.md has the format.
 * @param name of the file, for messages
 * @throws DataFileError `CONTROLS_INVALID` with every problem as `file:line:column`
 */
export async function parseFramework(name: string, bytes: Uint8Array): Promise<Framework> {
  const controls = await import('../checks/controls/parse-framework.ts')
  const shipped = await Promise.all(Object.values(shippedFrameworks).map((load) => load()))
  return controls.parseFramework(name, bytes, shipped)
}
