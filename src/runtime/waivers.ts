import { v7 } from 'uuid'
import type { StoredWaiver, WaiverStore } from '../checks/waivers/waiver-store.ts'
import type { Waiver } from '../define/index.ts'
import { CheckwrightError } from '../errors/index.ts'
import type { Declared } from './audited-service.ts'
import { loadStandingDecisions, type StandingChoice, type StandingDecisions } from './judgements/standing-decisions.ts'
import type { Uses } from './runtime-parts.ts'

/** Accepted exceptions of an organization: applied in every run of its connections, after those of the run. */
export interface WaiverService {
  /** @throws CheckwrightError `WAIVERS_INVALID`; StoreError `NOT_FOUND` when there is no such organization */
  create(
    waiver: Waiver & { readonly organizationId: string; readonly userId?: string | undefined },
  ): Promise<StoredWaiver>
  get(ref: { readonly id: string; readonly organizationId: string }): Promise<StoredWaiver | undefined>
  /** The newest first. Expired ones are included; revoked ones only if you set `revoked`. */
  list(filter: Parameters<WaiverStore['list']>[0]): Promise<readonly StoredWaiver[]>
  /** As they are in force, with the judgements, to judge what was recorded. */
  inForce(of: { readonly organizationId: string } & StandingChoice): Promise<StandingDecisions>
  /** Keeps one that needed a review. @returns false where there is none that does */
  confirm(ref: { readonly id: string; readonly organizationId: string }): Promise<boolean>
  /** From now on it does not apply. @returns false if there is no such waiver */
  revoke(ref: { readonly id: string; readonly organizationId: string }): Promise<boolean>
}

export function createWaiverService(
  parts: Uses<'waivers' | 'judgements' | 'connections', 'clock' | 'connectors'>,
): Declared<WaiverService> {
  const { store, clock } = parts
  return {
    create: {
      change: async ({ organizationId, userId, ...input }) => {
        const waiver = await parseWaiver(input, new Date(clock.nowMs()))
        await demandConnections(parts, organizationId, waiver)
        const held = await store.waivers.list({ organizationId })
        await demandRoom([waiver, ...held.map((each) => each.waiver)])
        const stored: StoredWaiver = {
          id: v7(),
          organizationId,
          waiver,
          userId: userId ?? null,
          createdAtMs: clock.nowMs(),
          revokedAtMs: null,
          needsReview: false,
        }
        await store.waivers.insert(stored)
        return stored
      },
      audit: {
        action: 'waiver.create',
        organization: ({ organizationId }) => organizationId,
        fields: (waiver) => waiver,
        target: ({ id }) => id,
      },
    },
    get: { read: ({ id, organizationId }) => store.waivers.find(id, organizationId) },
    list: { read: (filter) => store.waivers.list(filter) },
    inForce: {
      read: ({ organizationId, ...choice }) => loadStandingDecisions(parts, organizationId, choice),
    },
    confirm: {
      change: (ref) => store.waivers.confirm(ref),
      audit: {
        action: 'waiver.confirm',
        organization: ({ organizationId }) => organizationId,
        target: (_done, { id }) => id,
      },
    },
    revoke: {
      change: (ref) => store.waivers.revoke(ref, clock.nowMs()),
      audit: {
        action: 'waiver.revoke',
        organization: ({ organizationId }) => organizationId,
        target: (_done, { id }) => id,
      },
    },
  }
}

/**
 * A risk that is accepted on one connection may not be accepted on another, so a stored waiver names its connections.
 */
async function demandConnections(
  { store }: Uses<'connections'>,
  organizationId: string,
  { connection, allConnections }: Waiver,
): Promise<void> {
  if (connection === undefined && !allConnections)
    throw new CheckwrightError(
      'The waiver does not name its connections. List their ids in "connection", or set "allConnections": true.',
      { code: 'WAIVERS_INVALID' },
    )
  for (const id of connection === undefined ? [] : [connection].flat()) {
    if (await store.connections.find(id, organizationId)) continue
    throw new CheckwrightError('The waiver names a connection in "connection" that the organization does not have.', {
      code: 'WAIVERS_INVALID',
    })
  }
}

/** Loaded on first use, because zod is not needed without waivers. */
async function parseWaiver({ source: _, ...waiver }: Waiver, now: Date): Promise<Waiver> {
  const { parseWaiverList } = await import('../checks/waivers/parse-waivers.ts')
  const { isExpired } = await import('../checks/waivers/limits.ts')
  const [parsed] = parseWaiverList([waiver], now)
  if (parsed && !isExpired(parsed, now)) return parsed
  throw new CheckwrightError(`The waiver is already over: its last day is ${waiver.expires}.`, {
    code: 'WAIVERS_INVALID',
  })
}

/** Every run of the organization reads all of them. */
async function demandRoom(waivers: readonly Waiver[]): Promise<void> {
  const { waiversMax, findWildcardProblem } = await import('../checks/waivers/limits.ts')
  const problem =
    waivers.length > waiversMax ? `are ${waivers.length}, and ${waiversMax} is the most` : findWildcardProblem(waivers)
  if (problem === undefined) return
  throw new CheckwrightError(`The waivers of the organization ${problem}. Revoke those that you no longer need.`, {
    code: 'WAIVERS_INVALID',
  })
}
