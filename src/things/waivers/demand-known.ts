import { isGlob } from '../../checks/waivers/glob.ts'
import { toPatterns } from '../../checks/waivers/limits.ts'
import { type AnyConnector, receivedConnectorId, type Waiver } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import { findNearest } from '../../text/find-nearest.ts'

/** What may be named. */
export interface KnownChecks {
  /** Connectors of this process, and the one that stands for cross-checks. */
  readonly connectors: readonly Pick<AnyConnector, 'id' | 'checks'>[]
  /** Whether there is a connection of a connector, which another process may know. */
  isConnected(connectorId: string): Promise<boolean>
  /** Whether a check has findings: a version before may have had it. */
  hasFindings(checkId: string): Promise<boolean>
}

/**
 * A waiver for a name that nothing has would waive nothing, and nobody would notice. A pattern may wait for what comes, and the checks of
 * files of other tools are known to nobody before the file is there.
 * @throws CheckwrightError `WAIVERS_INVALID`
 */
export async function demandKnownChecks({ connector, check }: Waiver, known: KnownChecks): Promise<void> {
  const { connectors, isConnected, hasFindings } = known
  const ids = toPatterns(connector)
  const byId = new Map(connectors.map((each) => [each.id, each.checks.map(({ id }) => id)]))
  for (const id of ids) {
    if (isGlob(id) || byId.has(id) || id === receivedConnectorId || (await isConnected(id))) continue
    throw createUnknownError(`There is no connector "${id}", which the waiver names`, id, [...byId.keys()])
  }
  if (!ids.every((id) => byId.has(id))) return
  const checks = ids.flatMap((id) => byId.get(id) ?? [])
  for (const id of toPatterns(check)) {
    if (isGlob(id) || checks.includes(id) || (await hasFindings(id))) continue
    throw createUnknownError(`${ids.join(' and ')} has no check "${id}", which the waiver names`, id, checks)
  }
}

function createUnknownError(sentence: string, unknown: string, known: readonly string[]): CheckwrightError {
  const near = findNearest(unknown, known)
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`
  return new CheckwrightError(`${sentence}.${hint}`, { code: 'WAIVERS_INVALID' })
}
