import { Sweeper } from '../../service/queue/sweeper.ts'
import type { Uses } from '../parts/runtime-parts.ts'

/** The parts that destroy the secrets of an organization. */
export type Shreds = Uses<
  'connections' | 'oauthApps' | 'inventories' | 'importedPeople' | 'peopleViews' | 'log',
  'vault' | 'clock' | 'turns'
>

const connectionsAtOnce = 100
const changes = {
  state: 'disconnected',
  stateReason: "The organization's secrets were destroyed.",
} as const

/**
 * Destroys what `OrganizationService.shred` says, in pieces, so that others do not wait for an organization that has much. What is done
 * already costs little, so a second call goes on where one ended.
 */
export async function shredOrganization({ store, vault, clock, turns }: Shreds, organizationId: string): Promise<void> {
  // This comes first: if a later step fails, nothing of the organization can be opened any more.
  await vault.shred(organizationId)
  const sweeper = new Sweeper({ share: 'removal' })
  const wipe = sweeper.begin()
  for (let before: { createdAtMs: number; id: string } | undefined; ; ) {
    const page = await store.connections.list({ organizationId, limit: connectionsAtOnce, before })
    for (const { id, state, stateReason } of page)
      if (state !== 'disconnected' || stateReason !== changes.stateReason)
        await wipe(async () => {
          // No refresh at the same time, because it would seal new tokens with a new key.
          await turns.runAlone(id, () => store.connections.wipeCredentials(id, { changes, nowMs: clock.nowMs() }))
          return { rows: 1, gone: 1 }
        })
    before = page.at(-1)
    if (page.length < connectionsAtOnce) break
  }
  // Those of connections that had been disconnected are gone already.
  for (const part of [store.inventories, store.importedPeople, store.peopleViews])
    await sweeper.takeAll((rows) => part.dropSome(organizationId, rows))
  await forgetLog(store, sweeper, organizationId)
  for (const app of await store.oauthApps.list(organizationId))
    await store.oauthApps.delete(app.connectorId, organizationId)
}

/** Those that wait for their place get it first, because only the log tells which records there are. */
async function forgetLog({ log }: Shreds['store'], sweeper: Sweeper, organizationId: string): Promise<void> {
  await sweeper.takeAll(async (limit) => ({ rows: await log.number(organizationId, limit), gone: 0 }))
  const { size = 0 } = (await log.findHead(organizationId)) ?? {}
  let from = 0
  await sweeper.takeAll(async (limit) => {
    const to = Math.min(size, from + limit)
    if (to > from) await log.forget(organizationId, { from, to })
    const rows = to - from
    from = to
    return { rows, gone: rows }
  })
}
