import { describe, expect, test } from 'vitest'
import type { Store } from '../../../../src/things/all-stores/index.ts'
import { createConnection, createCredentials, createFlow } from '../records.ts'

const times = { nowMs: 5_000, unusedSinceMs: 3_000, pendingSinceMs: 4_000 }
const person = {
  organizationId: 'acme',
  userId: 'ada',
  role: 'member',
  periodFrom: null,
  periodTo: null,
} as const

/** For each kind, one that is over by a millisecond, and one that is not. */
async function fill(store: Store): Promise<void> {
  const { idempotency, webSessions, memberships, flows, connectSessions, connections } = store
  for (const [id, lateMs] of [
    ['over', 0],
    ['good', 1],
  ] as const) {
    const expiresAtMs = times.nowMs + lateMs
    const key = { organizationId: 'acme', actor: 'user:ada', key: id, digest: 'd', status: null, answer: null }
    await idempotency.reserve({ ...key, expiresAtMs }, 1)
    await webSessions.putLink({ ...person, tokenHash: id, mayOperate: 0, madeBy: null, expiresAtMs })
    const session = { ...person, createdAtMs: 1, signedInAtMs: null, mayOperate: 0 } as const
    await webSessions.insert({ ...session, idHash: id, lastUsedAtMs: 4_000, expiresAtMs })
    const unused = { idHash: `unused-${id}`, lastUsedAtMs: times.unusedSinceMs + lateMs, expiresAtMs: 9_000 }
    await webSessions.insert({ ...session, ...unused })
    await memberships.putInvitation({ ...person, readsPeople: 0, tokenHash: id, expiresAtMs, invitedBy: null })
    await flows.put(createFlow(id), lateMs === 0 ? -1 : 60_000, times.nowMs)
    await connectSessions.insert({
      id,
      organizationId: 'acme',
      origin: 'https://app.example.com',
      connectors: null,
      userId: null,
      tokenHash: `hash-${id}`,
      keyHash: null,
      connectionId: null,
      problem: null,
      expiresAtMs,
    })
    const updatedAtMs = times.pendingSinceMs - 1 + lateMs
    await connections.insert(createConnection(id, { state: 'pending', updatedAtMs }), createCredentials())
    await connections.insert(createConnection(`used-${id}`, { updatedAtMs }), createCredentials())
  }
}

/** Ids of what is there, by kind. */
async function listLeft(store: Store) {
  const { idempotency, webSessions, memberships, flows, connectSessions, connections } = store
  const kept = async (find: (id: string) => Promise<unknown>) => {
    const found = await Promise.all(['over', 'good'].map(async (id) => (await find(id)) && id))
    return found.filter(Boolean)
  }
  const key = { organizationId: 'acme', actor: 'user:ada', digest: 'd', status: null, answer: null, expiresAtMs: 9 }
  return {
    // At an earlier time none of them is free, unless it is gone.
    keys: await kept((id) => idempotency.reserve({ ...key, key: id }, 1)),
    links: await kept((id) => webSessions.findLink(id)),
    sessions: (await webSessions.list('acme')).map(({ idHash }) => idHash).toSorted(),
    invitations: await kept((id) => memberships.findInvitation(id)),
    flows: await kept((id) => flows.find(`state-${id}`)),
    dialogs: await kept((id) => connectSessions.find(id)),
    connections: (await connections.list({ organizationId: 'acme' })).map(({ id }) => id).toSorted(),
    credentials: await kept((id) => connections.credentials(id)),
  }
}

export function describeExpiryContract(name: string, open: () => Promise<Store>): void {
  describe(`${name}: expiry`, () => {
    test('deleteSome() deletes what is over, at most as many rows as it may, and nothing else', async () => {
      const store = await open()
      await fill(store)
      const pieces: number[] = []
      for (let rows = 1; rows > 0; pieces.push(rows)) ({ rows } = await store.expiry.deleteSome(times, 3))

      const good = ['good']
      expect(pieces).toEqual([3, 3, 2, 0])
      expect(await listLeft(store)).toEqual({
        keys: good,
        links: good,
        invitations: good,
        flows: good,
        dialogs: good,
        credentials: good,
        sessions: ['good', 'unused-good'],
        connections: ['good', 'used-good', 'used-over'],
      })
    })
  })
}
