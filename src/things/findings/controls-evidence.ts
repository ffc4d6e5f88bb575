import { type CheckEvidence, toEvidenceKey } from '../../checks/controls/check-evidence.ts'
import { collectNewestEvidence } from '../../checks/controls/collect-evidence.ts'
import type { ManyConnections } from '../../checks/controls/evaluate-controls.ts'
import type { Mapping } from '../../checks/controls/frameworks/framework.ts'
import { aheadMsMax } from '../../checks/controls/judge.ts'
import type { FreshTime, GroupedOutcome, OutcomeGroup } from '../../checks/controls/outcome-groups.ts'
import { loadDecisionsOn } from '../judgements/decisions/decision-index.ts'
import { settleDecided } from '../judgements/decisions/settle-decided.ts'
import type { Uses } from '../parts/runtime-parts.ts'

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
 * What the newest outcomes of all connections say for controls. Looked at are the first ones of each kind, and those about which something was
 * decided since somebody looked last. The others are counted, so that the time grows little with the connections.
 */
export async function loadControlsEvidence(
  parts: ControlsParts,
  { organizationId, now, staleAfterMs, mappings }: ControlsQuestion,
): Promise<ControlsEvidence> {
  const { store } = parts
  const nowMs = now.getTime()
  await settleDecided(parts, organizationId)
  const time = { fromMs: nowMs - staleAfterMs, toMs: nowMs + aheadMsMax }
  const [{ kinds, chosen, rests }, { connectors }] = await Promise.all([
    chooseOutcomes(parts, { organizationId, time, apart: [] }),
    store.connections.tally(organizationId),
  ])
  const decisions = await loadDecisionsOn(parts, organizationId, chosen)
  const evidence = await collectNewestEvidence(store.runs.listRecorded(chosen), now, decisions)
  const checks = new Set(mappings.map(({ check }) => check))
  const missing = await listMissing({ store }, organizationId, { kinds, connectors, checks })
  return { evidence, groups: describeRests(rests, evidence), missing }
}

interface OutcomeQuestion {
  readonly organizationId: string
  readonly time: FreshTime
  /** Those that may say something else than others of their kind. One may be there twice. */
  readonly apart: readonly GroupedOutcome[]
  /** By `connector/check`. @default all checks */
  readonly checks?: ReadonlySet<string> | undefined
}

export interface OutcomeChoice {
  readonly kinds: readonly (OutcomeGroup & { readonly connections: number })[]
  /** Those to look at: the first ones of each kind, and those apart. */
  readonly chosen: readonly GroupedOutcome[]
  /** How many more there are that say the same as one of these. */
  readonly rests: readonly { readonly like: GroupedOutcome; readonly connections: number }[]
  /** A run that ended meanwhile may have taken outcomes out of their kinds before they were looked at. */
  readonly isWhole: boolean
}

/** Chooses among the newest outcomes of all connections those that say all that there is to say. */
export async function chooseOutcomes(
  { store }: Uses<'findings'>,
  { organizationId, time, apart: listed, checks }: OutcomeQuestion,
): Promise<OutcomeChoice> {
  const counted = await store.findings.countGroup(organizationId, time)
  const isWanted = ({ connectorId, checkId }: OutcomeGroup) => checks?.has(`${connectorId}/${checkId}`) !== false
  const kinds = counted.filter((kind) => kind.connections > 0 && isWanted(kind))
  const apart = new Map(listed.filter(isWanted).map((each) => [`${each.connectionId} ${each.checkId}`, each]))
  const apartByKind = Map.groupBy(apart.values(), toKindKey)
  const chosen: GroupedOutcome[] = [...apart.values()]
  const rests: OutcomeChoice['rests'][number][] = []
  let isWhole = true
  for (const { connections, ...kind } of kinds) {
    const ofKind = apartByKind.get(toKindKey(kind))?.length ?? 0
    const others = connections - ofKind
    if (others <= 0) continue
    const isUnknown = kind.decided === 'unsettled'
    const limit = isUnknown ? unknownMax : lookedAt + ofKind
    const found = await store.findings.listGroup({ ...kind, organizationId, time, limit })
    const first = found
      .filter((each) => !apart.has(`${each.connectionId} ${each.checkId}`))
      .slice(0, isUnknown ? unknownMax : lookedAt)
    chosen.push(...first)
    isWhole &&= first.length >= (isUnknown ? others : Math.min(others, lookedAt))
    const [like] = first
    if (like && others > first.length) rests.push({ like, connections: others - first.length })
  }
  return { kinds, chosen, rests, isWhole }
}

/** @param evidence of those that were looked at */
export function describeRests(
  rests: OutcomeChoice['rests'],
  evidence: readonly CheckEvidence[],
): ManyConnections['groups'] {
  const byKey = new Map(evidence.map((each) => [toEvidenceKey(each, each.check.id), each]))
  return rests.flatMap(({ like: { connectorId: connector, connectionId, checkId }, connections }) => {
    const found = byKey.get(toEvidenceKey({ connector, connectionId }, checkId))
    return found ? [{ evidence: found, connections }] : []
  })
}

function toKindKey({ connectorId, checkId, shape, verdict, decided, isFresh }: OutcomeGroup): string {
  return JSON.stringify([connectorId, checkId, shape, verdict, decided, isFresh])
}

/** Checks that connections of their connector have not run. */
export async function listMissing(
  { store }: Uses<'findings'>,
  organizationId: string,
  {
    kinds,
    connectors,
    checks,
  }: Pick<OutcomeChoice, 'kinds'> & {
    /** How many connections of each there are. */
    readonly connectors: ReadonlyMap<string, number>
    /** As `connector/check`. */
    readonly checks: Iterable<string>
  },
): Promise<ManyConnections['missing']> {
  const missing: ManyConnections['missing'][number][] = []
  const run = new Map<string, number>()
  for (const { connectorId, checkId, connections } of kinds) {
    const name = `${connectorId}/${checkId}`
    run.set(name, (run.get(name) ?? 0) + connections)
  }
  for (const name of checks) {
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
