import type { AlikeOutcome } from '../../checks/controls/alike-outcomes.ts'
import type { HeldJudgement } from '../../checks/judgements/judgement-store.ts'
import type { Judgements } from '../../checks/judgements/open-judgements.ts'
import type { StandingWaivers } from '../../checks/waivers/standing-waivers.ts'
import type { StoredWaiver } from '../../checks/waivers/waiver-store.ts'
import type { AnyConnector } from '../../define/index.ts'
import type { Uses } from '../runtime-parts.ts'

/** What people of an organization have decided, to judge what runs have recorded: accepted risks, and judgements. */
export interface StandingDecisions extends StandingWaivers, Judgements {}

/** Whose decisions hold, and when. */
export interface StandingChoice {
  /** @default those of the runtime */
  readonly connectors?: readonly AnyConnector[] | undefined
  /** Epoch ms. @default now */
  readonly atMs?: number | undefined
  /** Connections whose judgements are wanted: there may be very many others. @default all */
  readonly judged?: readonly string[] | undefined
}

/** The decisions about results of checks that an organization keeps, as they are in force at a time. */
export async function loadStandingDecisions(
  parts: Uses<'waivers' | 'judgements', 'clock' | 'connectors' | 'crossChecks'>,
  organizationId: string,
  choice: StandingChoice = {},
): Promise<StandingDecisions> {
  return (await loadDecided(parts, organizationId, choice)).standing
}

/** The same, and the judgements. */
export async function loadDecided(
  parts: Uses<'waivers' | 'judgements', 'clock' | 'connectors' | 'crossChecks'>,
  organizationId: string,
  choice: StandingChoice = {},
): Promise<{ readonly standing: StandingDecisions; readonly held: readonly HeldJudgement[] }> {
  const thenMs = choice.atMs ?? parts.clock.nowMs()
  const [waivers, held] = await Promise.all([
    loadStandingWaivers(parts, organizationId, choice),
    parts.store.judgements.listHeld({
      ...{ organizationId, connectionIds: choice.judged, ofResults: true, atMs: thenMs },
    }),
  ])
  const { openJudgements } = await import('../../checks/judgements/open-judgements.ts')
  return { standing: { ...waivers, ...openJudgements(held, new Date(thenMs)) }, held }
}

/** The same for results of some outcomes: mostly nobody has decided anything about them. */
export async function loadStandingOf(
  parts: Uses<'waivers' | 'judgements', 'clock' | 'connectors' | 'crossChecks'>,
  organizationId: string,
  outcomes: readonly AlikeOutcome[],
): Promise<StandingDecisions> {
  // What an earlier version has kept does not tell.
  const decided = outcomes.filter(({ verdict, decided }) => verdict === null || decided !== null)
  const judged = [...new Set(decided.map(({ connectionId }) => connectionId))]
  if (judged.length > 0) return loadStandingDecisions(parts, organizationId, { judged })
  return { scopes: [], waiverFor: () => undefined, find: () => undefined, judgementFor: () => undefined }
}

/** The same without judgements, for results that fail, because nobody judges those. */
export async function loadStandingWaivers(
  { store, clock, connectors: registered, crossChecks }: Uses<'waivers', 'clock' | 'connectors' | 'crossChecks'>,
  organizationId: string,
  { connectors = [...registered.values()], atMs }: StandingChoice = {},
): Promise<StandingWaivers> {
  const all = await store.waivers.list({ organizationId, revoked: atMs !== undefined })
  const kept = atMs === undefined ? all : all.filter((waiver) => wasKeptAt(waiver, atMs))
  const { openStandingWaivers } = await import('../../checks/waivers/standing-waivers.ts')
  return openStandingWaivers(
    kept.map(({ waiver }) => waiver),
    crossChecks.withConnectors(connectors),
    new Date(atMs ?? clock.nowMs()),
  )
}

/** Whether it was there and not revoked. */
export function wasKeptAt({ createdAtMs, revokedAtMs }: StoredWaiver, atMs: number): boolean {
  return createdAtMs <= atMs && (revokedAtMs === null || revokedAtMs > atMs)
}
