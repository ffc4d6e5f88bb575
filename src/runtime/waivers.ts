import { v7 } from 'uuid'
import type { StoredWaiver } from '../checks/waivers/waiver-store.ts'
import type { Waiver } from '../define/index.ts'
import { CheckwrightError } from '../errors/index.ts'
import type { Parts } from './parts.ts'
import type { Runtime } from './runtime.ts'

export function waiverService({ store, clock }: Parts): Runtime['waivers'] {
  return {
    create: async ({ organizationId, userId, ...input }) => {
      const waiver = await checked(input, new Date(clock.nowMs()))
      const held = await store.waivers.list({ organizationId })
      await demandRoom([waiver, ...held.map((each) => each.waiver)])
      const stored: StoredWaiver = {
        id: v7(),
        organizationId,
        waiver,
        userId: userId ?? null,
        createdAtMs: clock.nowMs(),
        revokedAtMs: null,
      }
      await store.waivers.insert(stored)
      return stored
    },
    get: ({ id, organizationId }) => store.waivers.find(id, organizationId),
    list: (filter) => store.waivers.list(filter),
    revoke: (ref) => store.waivers.revoke(ref, clock.nowMs()),
  }
}

/** Loaded on first use: zod is not needed by who keeps no waivers. */
async function checked({ source: _, ...waiver }: Waiver, now: Date): Promise<Waiver> {
  const { checkedWaivers } = await import('../checks/waivers/parse-waivers.ts')
  const { isExpired } = await import('../checks/waivers/limits.ts')
  const [parsed] = checkedWaivers([waiver], now)
  if (parsed && !isExpired(parsed, now)) return parsed
  throw new CheckwrightError(`The waiver would never hold: its last day ${waiver.expires} is over.`, {
    code: 'WAIVERS_INVALID',
  })
}

/** Every run of the organization looks at all of them. */
async function demandRoom(waivers: readonly Waiver[]): Promise<void> {
  const { waiversMax, wildcardProblem } = await import('../checks/waivers/limits.ts')
  const problem =
    waivers.length > waiversMax ? `are ${waivers.length}, and ${waiversMax} is the most` : wildcardProblem(waivers)
  if (problem === undefined) return
  throw new CheckwrightError(`The waivers of the organization ${problem}. Revoke those that are not needed any more.`, {
    code: 'WAIVERS_INVALID',
  })
}
