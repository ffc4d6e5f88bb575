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

/** The decisions that an organization keeps, as they are in force at a time. */
export async function loadStandingDecisions(
  { store, clock, connectors: registered }: Uses<'waivers' | 'judgements', 'clock' | 'connectors'>,
  organizationId: string,
  { connectors = [...registered.values()], atMs }: StandingChoice = {},
): Promise<StandingDecisions> {
  const all = await store.waivers.list({ organizationId, revoked: atMs !== undefined })
  const kept = atMs === undefined ? all : all.filter((waiver) => wasKeptAt(waiver, atMs))
  const thenMs = atMs ?? clock.nowMs()
  const held = await store.judgements.listHeld({ organizationId, atMs: thenMs })
  const { openStandingWaivers } = await import('../../checks/waivers/standing-waivers.ts')
  const { openJudgements } = await import('../../checks/judgements/open-judgements.ts')
  const now = new Date(thenMs)
  return {
    ...openStandingWaivers(
      kept.map(({ waiver }) => waiver),
      connectors,
      now,
    ),
    ...openJudgements(held, now),
  }
}

/** Whether it was there and not revoked. */
export function wasKeptAt({ createdAtMs, revokedAtMs }: StoredWaiver, atMs: number): boolean {
  return createdAtMs <= atMs && (revokedAtMs === null || revokedAtMs > atMs)
}
