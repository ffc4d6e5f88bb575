import type { Expectation } from '../../checks/controls/expectation-store.ts'
import { findMissing } from '../../crosscheck/run/find-missing.ts'
import { crossCheckConnectorId } from '../../define/index.ts'
import type { Uses } from '../parts/runtime-parts.ts'
import { loadMeans } from './load-means.ts'
import { noteMappings } from './note-mappings.ts'

export type ExpectationParts = Uses<
  'expectations' | 'mappingEditions' | 'findings' | 'connections' | 'inventories' | 'directorySources' | 'policies',
  'clock' | 'registry' | 'crossChecks'
>

/**
 * Keeps what is expected of an organization now, so that somebody who looks back later expects neither less nor more. Whatever may change it calls
 * this, and so does everybody who judges.
 * @returns all that is kept, also of earlier times
 */
export async function noteExpectations(
  parts: ExpectationParts,
  organizationId: string,
): Promise<readonly Expectation[]> {
  await noteMappings(parts)
  const { expectations } = parts.store
  const noted = await expectations.list(organizationId)
  const [added, { ready, ended }] = [
    await listAddedChecks(parts, organizationId, noted),
    await compareCrossChecks(parts, organizationId, noted),
  ]
  if (added.length + ready.length + ended.length === 0) return noted
  await expectations.begin([...added, ...ready])
  await expectations.end(ended, parts.clock.nowMs())
  return expectations.list(organizationId)
}

/** What a run used that may make something expected: a version of a connector, and the kinds of its lists. */
export interface RunUse {
  readonly organizationId: string
  readonly connector: { readonly id: string; readonly version?: string | undefined }
  readonly kinds: readonly string[]
}

/** Uses of today that this process has noted, by the store. */
const usesByStore = new WeakMap<object, Set<string>>()
/** Above this, they are noted again. */
const usesMax = 20_000

/** As `noteExpectations`, once a day for each use: hardly any run changes what is expected, and each would read it all. */
export async function noteExpectationsOfRun(
  parts: ExpectationParts,
  { organizationId, connector, kinds }: RunUse,
): Promise<void> {
  const uses = usesByStore.get(parts.store) ?? new Set<string>()
  usesByStore.set(parts.store, uses)
  const day = Math.floor(parts.clock.nowMs() / 86_400_000)
  const use = JSON.stringify([day, organizationId, connector.id, connector.version, kinds.toSorted()])
  if (uses.has(use)) return
  if (uses.size >= usesMax) uses.clear()
  await noteExpectations(parts, organizationId)
  uses.add(use)
}

type OpenExpectation = Omit<Expectation, 'untilMs'>

/** Checks of connectors that are in use and that nobody has noted. */
async function listAddedChecks(
  { store, registry, clock }: ExpectationParts,
  organizationId: string,
  noted: readonly Expectation[],
): Promise<readonly OpenExpectation[]> {
  const nowMs = clock.nowMs()
  const uses = await store.connections.listConnectors(organizationId)
  return [...new Set(uses.map(({ connectorId }) => connectorId))].flatMap((connectorId) => {
    const known = new Set(noted.filter((each) => each.connectorId === connectorId).map(({ checkId }) => checkId))
    // The checks that a connector had when it came are as old as its connections. Another one came with a newer version.
    const fromMs = known.size === 0 ? 0 : nowMs
    const checks = registry.current.get(connectorId)?.checks ?? []
    return checks.flatMap(({ id: checkId }) =>
      known.has(checkId) ? [] : [{ organizationId, connectorId, checkId, fromMs }],
    )
  })
}

/** A cross-check is expected while it can run, and always once it ran. */
async function compareCrossChecks(
  parts: ExpectationParts,
  organizationId: string,
  noted: readonly Expectation[],
): Promise<{ readonly ready: readonly OpenExpectation[]; readonly ended: readonly OpenExpectation[] }> {
  const { store, crossChecks, clock } = parts
  const means = await loadMeans(parts, organizationId)
  const outcomes = await store.findings.newestOutcomes({ organizationId, connectionId: organizationId })
  const ran = new Set(outcomes.map(({ checkId }) => checkId))
  const lasting = new Set(
    noted
      .filter(({ connectorId, untilMs }) => connectorId === crossCheckConnectorId && untilMs === null)
      .map(({ checkId }) => checkId),
  )
  // One that this process does not know may be expected by others.
  const compared = crossChecks.all.map(({ id: checkId, needs }) => ({
    begin: { organizationId, connectorId: crossCheckConnectorId, checkId, fromMs: clock.nowMs() },
    isExpected: ran.has(checkId) || findMissing(needs, means).length === 0,
  }))
  return {
    ready: compared.flatMap(({ begin, isExpected }) => (isExpected && !lasting.has(begin.checkId) ? [begin] : [])),
    ended: compared.flatMap(({ begin, isExpected }) => (!isExpected && lasting.has(begin.checkId) ? [begin] : [])),
  }
}
