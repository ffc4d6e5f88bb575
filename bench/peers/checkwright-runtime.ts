import { randomBytes } from 'node:crypto'
import type { OpenPeerWith } from '../peer.ts'
import { benchConnector, expectPass, load, Worklist } from './checkwright.ts'

/** The whole product: credentials unsealed from the store, the run's lease, its result stored. */
export const open: OpenPeerWith = async (options) => {
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
  const organization = await runtime.organizations.create({ name: 'Bench' })
  const ids = new Map<string, string>()
  return {
    async prepare(connections) {
      for (const { token } of connections) {
        const created = await runtime.connections.create({
          connector,
          organizationId: organization.id,
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
