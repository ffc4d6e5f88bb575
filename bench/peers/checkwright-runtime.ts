import { randomBytes } from 'node:crypto'
import type { OpenPeer, OpenPeerWith, PeerOptions } from '../peer.ts'
import { benchConnector, expectPass, load, Worklist } from './checkwright.ts'

/** The whole product: credentials unsealed from the store, the run's lease, its result stored. */
export const open: OpenPeerWith = (options) => openFor(1, options)

/** @param organizationCount how many organizations share the connections, and with them workers and sockets */
export async function openFor(organizationCount: number, options: PeerOptions): Promise<OpenPeer> {
  const { createRuntime, defineConnector } = await load(options)
  const worklist = new Worklist()
  const connector = benchConnector(defineConnector, { ...options, worklist })
  const runtime = await createRuntime({
    connectors: [connector],
    store: 'memory:',
    keys: `k1:${randomBytes(32).toString('base64')}`,
    publicUrl: 'http://127.0.0.1:1',
    allowPrivateNetwork: true,
  })
  const organizationIds: string[] = []
  for (let index = 0; index < organizationCount; index++)
    organizationIds.push((await runtime.organizations.create({ name: `Bench ${index}` })).id)
  const ids = new Map<string, string>()
  return {
    async prepare(connections) {
      for (const [index, { token }] of connections.entries()) {
        const created = await runtime.connections.create({
          connector,
          organizationId: organizationIds[index % organizationCount] ?? '',
          credentials: { api_key: token },
        })
        ids.set(token, created.id)
      }
    },
    async connect({ token }, works) {
      worklist.set(token, works)
      const run = await runtime.runs.start({ connectionId: ids.get(token) ?? '' })
      expectPass(await run.result)
      worklist.delete(token)
    },
    close: () => runtime.close(),
  }
}
