import type { GroupedOutcome } from '../../../checks/controls/outcome-groups.ts'
import type { JudgementInForce } from '../../../checks/judgements/judgement-store.ts'
import type { Judgements } from '../../../checks/judgements/open-judgements.ts'
import type { WaiverIndex } from '../../../checks/waivers/waiver-index.ts'
import type { StoredWaiver } from '../../../checks/waivers/waiver-store.ts'
import type { AnyConnector } from '../../../define/index.ts'
import type { Uses } from '../../parts/runtime-parts.ts'

/** What people of an organization have decided, to judge what runs have recorded: accepted risks, and judgements. */
export interface DecisionIndex extends WaiverIndex, Judgements {}

/** Whose decisions hold, and when. */
export interface DecisionChoice {
  /** @default those of the runtime */
  readonly connectors?: readonly AnyConnector[] | undefined
  /** Epoch ms. @default now */
  readonly atMs?: number | undefined
  /** Connections whose judgements are wanted: there may be very many others. @default all */
  readonly judged?: readonly string[] | undefined
  /**
   * Connections whose findings name the waivers that are wanted, because nothing has changed since findings were settled by waivers.
   * @default all waivers
   */
  readonly covered?: readonly string[] | undefined
}

/** The decisions about results of checks that an organization keeps, as they are in force at a time. */
export async function loadDecisions(
  parts: Uses<'waivers' | 'judgements' | 'findings', 'clock' | 'connectors' | 'crossChecks'>,
  organizationId: string,
  choice: DecisionChoice = {},
): Promise<DecisionIndex> {
  return (await loadDecided(parts, organizationId, choice)).decisions
}

/** The same, and the judgements. */
export async function loadDecided(
  parts: Uses<'waivers' | 'judgements' | 'findings', 'clock' | 'connectors' | 'crossChecks'>,
  organizationId: string,
  choice: DecisionChoice = {},
): Promise<{ readonly decisions: DecisionIndex; readonly judgements: readonly JudgementInForce[] }> {
  const thenMs = choice.atMs ?? parts.clock.nowMs()
  const [waivers, judgements] = await Promise.all([
    loadWaiverIndex(parts, organizationId, choice),
    parts.store.judgements.listInForce({ organizationId, connectionIds: choice.judged, ofResults: true, atMs: thenMs }),
  ])
  const { openJudgements } = await import('../../../checks/judgements/open-judgements.ts')
  return { decisions: { ...waivers, ...openJudgements(judgements, new Date(thenMs)) }, judgements }
}

/** The same for results of some outcomes: mostly nobody has decided anything about them. */
export async function loadDecisionsOn(
  parts: Uses<'waivers' | 'judgements' | 'findings', 'clock' | 'connectors' | 'crossChecks'>,
  organizationId: string,
  outcomes: readonly GroupedOutcome[],
): Promise<DecisionIndex> {
  const decided = outcomes.filter(({ decided }) => decided !== null)
  const judged = [...new Set(decided.map(({ connectionId }) => connectionId))]
  const covered = decided.every(isSettled) ? judged : undefined
  if (judged.length > 0) return loadDecisions(parts, organizationId, { judged, covered })
  return { scopes: [], waiverFor: () => undefined, find: () => undefined, judgementFor: () => undefined }
}

/**
 * The same for results of cross-checks, which are of the organization as a whole. Their findings are settled first, because they tell which waivers
 * cover them.
 */
export async function loadOrganizationDecisions(
  parts: Uses<'waivers' | 'judgements' | 'findings', 'clock' | 'connectors' | 'crossChecks'>,
  organizationId: string,
): Promise<DecisionIndex> {
  const { store, clock, connectors, crossChecks } = parts
  const ofOrganization = [organizationId]
  const nowMs = clock.nowMs()
  await store.findings.settleWaivers({
    organizationId,
    nowMs,
    connectors: crossChecks.withConnectors(connectors.values()),
  })
  const outcomes = await store.findings.newestOutcomes({ organizationId, connectionId: organizationId })
  const covered = outcomes.every(isNoted) ? ofOrganization : undefined
  return loadDecisions(parts, organizationId, { judged: ofOrganization, covered })
}

/** Whether findings tell which waivers cover its results. What could not be settled does not tell. */
function isSettled({ decided, status }: GroupedOutcome): boolean {
  return decided !== 'unsettled' && isNoted({ status })
}

/** Whether its failing results are findings: a check that ended in an error changes none. */
function isNoted({ status }: Pick<GroupedOutcome, 'status'>): boolean {
  return status !== 'error'
}

/** The same without judgements, for results that fail, because nobody judges those. */
export async function loadWaiverIndex(
  {
    store,
    clock,
    connectors: registered,
    crossChecks,
  }: Uses<'waivers' | 'findings', 'clock' | 'connectors' | 'crossChecks'>,
  organizationId: string,
  { connectors = [...registered.values()], atMs, covered }: DecisionChoice = {},
): Promise<WaiverIndex> {
  const ids = covered && (await store.findings.listCoveringWaivers(organizationId, covered))
  const all = await store.waivers.list({ organizationId, ids, revoked: atMs !== undefined })
  const chosen = atMs === undefined ? all : all.filter((waiver) => wasInForceAt(waiver, atMs))
  const { indexWaivers } = await import('../../../checks/waivers/waiver-index.ts')
  return indexWaivers(
    chosen.map(({ waiver }) => waiver),
    crossChecks.withConnectors(connectors),
    new Date(atMs ?? clock.nowMs()),
  )
}

/** Whether it was there and not revoked. */
export function wasInForceAt({ createdAtMs, revokedAtMs }: StoredWaiver, atMs: number): boolean {
  return createdAtMs <= atMs && (revokedAtMs === null || revokedAtMs > atMs)
}
