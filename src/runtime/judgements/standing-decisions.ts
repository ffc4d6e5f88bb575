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
}

/** The decisions about results of checks that an organization keeps, as they are in force at a time. */
export async function loadStandingDecisions(
  parts: Uses<'waivers' | 'judgements', 'clock' | 'connectors' | 'crossChecks'>,
  organizationId: string,
  choice: StandingChoice = {},
): Promise<StandingDecisions> {
  return (await loadDecided(parts, organizationId, choice)).standing
}

/** The same, and the connections with a judgement. */
export async function loadDecided(
  parts: Uses<'waivers' | 'judgements', 'clock' | 'connectors' | 'crossChecks'>,
  organizationId: string,
  choice: StandingChoice = {},
): Promise<{ readonly standing: StandingDecisions; readonly judged: readonly string[] }> {
  const thenMs = choice.atMs ?? parts.clock.nowMs()
  const [waivers, held] = await Promise.all([
    loadStandingWaivers(parts, organizationId, choice),
    parts.store.judgements.listHeld({ organizationId, ofResults: true, atMs: thenMs }),
  ])
  const { openJudgements } = await import('../../checks/judgements/open-judgements.ts')
  return {
    standing: { ...waivers, ...openJudgements(held, new Date(thenMs)) },
    judged: [...new Set(held.map(({ connectionId }) => connectionId))],
  }
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
