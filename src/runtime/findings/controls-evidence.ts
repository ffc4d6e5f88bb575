import type { AlikeOutcome, AlikeOutcomes } from '../../checks/controls/alike-outcomes.ts'
import { type CheckEvidence, collectNewestEvidence, toEvidenceKey } from '../../checks/controls/check-evidence.ts'
import type { ManyConnections } from '../../checks/controls/evaluate-controls.ts'
import type { Mapping } from '../../checks/controls/framework.ts'
import { loadDecided, type StandingDecisions } from '../judgements/standing-decisions.ts'
import type { Uses } from '../runtime-parts.ts'

/** Of each kind of outcomes that are alike: more are counted, not looked at. */
const lookedAt = 10
const unknownMax = 1_000_000

export interface ControlsQuestion {
  readonly organizationId: string
  readonly now: Date
  readonly staleAfterMs: number
  /** Checks that support a control. */
  readonly mappings: readonly Mapping[]
}

type ControlsParts = Uses<
  'findings' | 'runs' | 'judgements' | 'waivers' | 'connections',
  'clock' | 'connectors' | 'crossChecks'
>

export interface ControlsEvidence extends ManyConnections {
  readonly evidence: readonly CheckEvidence[]
}

/**
 * What the newest outcomes of all connections say for controls. Looked at are the first ones of each kind, those that waivers or judgements may
 * change, and those that an earlier version has kept. The others are counted, so that the time grows little with the connections.
 */
export async function loadControlsEvidence(
  parts: ControlsParts,
  { organizationId, now, staleAfterMs, mappings }: ControlsQuestion,
): Promise<ControlsEvidence> {
  const { store } = parts
  const nowMs = now.getTime()
  const { standing, judged } = await loadDecided(parts, organizationId)
  const time = { fromMs: nowMs - staleAfterMs, toMs: nowMs + aheadMsMax }
  const [kinds, listed, { connectors }] = await Promise.all([
    store.findings.countAlike(organizationId, time),
    store.findings.listDecided({ organizationId, time, scopes: { waivers: standing.scopes, judged } }),
    store.connections.tally(organizationId),
  ])
  const decided = new Map(listed.map((each) => [`${each.connectionId} ${each.checkId}`, each]))
  const decidedByKind = Map.groupBy(decided.values(), toKindKey)
  const chosen: AlikeOutcome[] = [...decided.values()]
  const rests: { readonly like: AlikeOutcome; readonly connections: number }[] = []
  for (const { connections, ...kind } of kinds) {
    const apart = decidedByKind.get(toKindKey(kind))?.length ?? 0
    if (connections - apart <= 0) continue
    const limit = kind.verdict === null ? unknownMax : lookedAt + apart
    const found = await store.findings.listAlike({ ...kind, organizationId, time, limit })
    const others = found.filter((each) => !decided.has(`${each.connectionId} ${each.checkId}`))
    const first = kind.verdict === null ? others : others.slice(0, lookedAt)
    chosen.push(...first)
    const [like] = first
    if (like && connections - apart > first.length)
      rests.push({ like, connections: connections - apart - first.length })
  }
  const evidence = await collectChosen({ store }, chosen, { now, standing })
  const byKey = new Map(evidence.map((each) => [toEvidenceKey(each, each.check.id), each]))
  const alike = rests.flatMap(({ like: { connectorId: connector, connectionId, checkId }, connections }) => {
    const found = byKey.get(toEvidenceKey({ connector, connectionId }, checkId))
    return found ? [{ evidence: found, connections }] : []
  })
  const missing = await listMissing({ store }, organizationId, { kinds, connectors, mappings })
  return { evidence, alike, missing }
}

// As in `judgeEvidence`.
const aheadMsMax = 5 * 60_000

function toKindKey({ connectorId, checkId, shape, verdict, isFresh }: AlikeOutcomes): string {
  return JSON.stringify([connectorId, checkId, shape, verdict, isFresh])
}

function collectChosen(
  { store }: Uses<'runs'>,
  chosen: readonly AlikeOutcome[],
  { now, standing }: { readonly now: Date; readonly standing: StandingDecisions },
): Promise<readonly CheckEvidence[]> {
  return collectNewestEvidence(store.runs.listKept(chosen), now, standing)
}

/** Checks that support a control, and that connections of their connector have not run. */
async function listMissing(
  { store }: Uses<'findings'>,
  organizationId: string,
  {
    kinds,
    connectors,
    mappings,
  }: {
    readonly kinds: readonly (AlikeOutcomes & { readonly connections: number })[]
    readonly connectors: ReadonlyMap<string, number>
    readonly mappings: readonly Mapping[]
  },
): Promise<ManyConnections['missing']> {
  const missing: ManyConnections['missing'][number][] = []
  const run = new Map<string, number>()
  for (const { connectorId, checkId, connections } of kinds) {
    const name = `${connectorId}/${checkId}`
    run.set(name, (run.get(name) ?? 0) + connections)
  }
  for (const name of new Set(mappings.map(({ check }) => check))) {
    const [connector = ''] = name.split('/', 1)
    const id = name.slice(connector.length + 1)
    const count = (connectors.get(connector) ?? 0) - (run.get(name) ?? 0)
    if (count <= 0) continue
    const of = { organizationId, connectorId: connector, checkId: id }
    const first = await store.findings.listWithout({ ...of, limit: lookedAt })
    missing.push(...first.map((connectionId) => ({ connector, connectionId, id, title: id })))
    if (count > first.length) missing.push({ connector, id, title: id, connections: count - first.length })
  }
  return missing
}
