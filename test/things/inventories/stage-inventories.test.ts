import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { defineConnector } from '../../../src/define/index.ts'
import { beginBundle } from '../../../src/evidence/bundle/bundle-draft.ts'
import { publicKeyOf } from '../../../src/evidence/bundle/signer.ts'
import { replayBundle } from '../../../src/evidence/replay/replay.ts'
import { verifyBundle } from '../../../src/evidence/verification/verify.ts'
import { secretKey, serve } from '../../http/support.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { openRuntimeWith } from '../runtime/world.ts'

/** A stored connection of a connector with an inventory and a check that reads it. */
async function openConnection(options: { readonly store?: string } = {}) {
  const vendor = await serve(({ path }) =>
    path === '/devices' ? { status: 403, json: {} } : { json: [{ id: 'u1', mfa: true }, { id: 'u2' }] },
  )
  const acme = defineConnector({
    id: 'acme',
    name: 'Acme',
    baseUrl: vendor.origin,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  const accounts = acme.inventory({
    of: 'account',
    tells: ['secondFactor'],
    covers: ['members'],
    async *list(ctx) {
      for (const { id, mfa } of await ctx.get<{ id: string; mfa?: boolean }[]>('/users'))
        yield { id, kind: 'person', status: 'active', secondFactor: mfa }
    },
  })
  const devices = acme.inventory({
    of: 'device',
    tells: [],
    covers: ['laptops'],
    async *list(ctx) {
      for (const { id } of await ctx.get<{ id: string }[]>('/devices')) yield { id }
    },
  })
  const factors = acme.check({
    id: 'factors',
    title: 'Second factors',
    reads: [{ inventory: accounts, members: ['secondFactor'] }],
    async run(ctx) {
      for await (const { id, secondFactor } of ctx.inventory(accounts)) {
        const resource = { type: 'account', id }
        if (secondFactor === undefined) ctx.undecided({ resource, because: 'Acme does not say.' })
        else ctx.pass({ resource, title: 'On' })
      }
    },
  })
  const connector = acme.with(accounts, devices, factors)
  const { runtime } = await openRuntimeWith({ connectors: [connector], ...options })
  const { id: connectionId } = await runtime.connections.create({
    connector: 'acme',
    organizationId: 'acme',
    credentials: { api_key: secretKey },
  })
  return { runtime, connectionId, connector, vendor }
}

describe('a run of a stored connection', () => {
  test('keeps what its inventories came to, and what its check could not tell', async () => {
    const { runtime, connectionId } = await openConnection()

    const { id, result } = await runtime.runs.start({ connectionId })

    await result
    expect((await runtime.runs.get({ id, organizationId: 'acme' }))?.result).toMatchObject({
      status: 'error',
      inventories: [
        { of: 'account', complete: true, count: 2, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
        { of: 'device', complete: false, count: 0, error: { kind: 'permission' } },
      ],
      checks: [{ error: { code: 'CHECK_UNDECIDED' }, undecided: { count: 1, first: [{ resource: { id: 'u2' } }] } }],
    })
  })

  test('reads inventories alone, and refuses kinds that the connector does not have', async () => {
    const { runtime, connectionId } = await openConnection()

    const { result } = await runtime.runs.start({ connectionId, inventories: ['account'] })

    expect(await result).toMatchObject({
      status: 'not_applicable',
      checks: [],
      inventories: [{ of: 'account', count: 2 }],
    })
    await expect(runtime.runs.start({ connectionId, inventories: ['person'] })).rejects.toMatchObject({
      code: 'INVENTORY_UNKNOWN',
    })
  })

  test('leaves a bundle with the records, as evidence and by a file of exchanges', async () => {
    const folder = createTempFolder()
    const { runtime, connectionId, connector } = await openConnection({ store: `sqlite:${join(folder, 'store.db')}` })
    const own = join(folder, 'own.zip')
    const draft = await beginBundle(own)

    const evident = await runtime.runs.start({ connectionId, evidence: true })
    await evident.result
    const kept = await runtime.runs.start({ connectionId, exchanges: { file: draft.exchangesFile } })
    await draft.finish(await kept.recorded, await runtime.signing.signer())
    await draft.discard()
    const stored = join(folder, 'stored.zip')
    // The bytes of files are beside the store.
    const [bytes] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /[\da-f]{64}-/.test(name),
    )
    copyFileSync(join(folder, bytes ?? ''), stored)

    const keys = (await runtime.signing.keys()).map(({ publicKey }) => publicKeyOf(Buffer.from(publicKey, 'base64')))
    for (const bundle of [own, stored]) {
      expect(await verifyBundle(bundle, { keys })).toMatchObject({ verified: true })
      expect(await replayBundle(bundle, connector)).toMatchObject({
        same: true,
        inventories: [
          { id: 'inventory:account', records: 2 },
          { id: 'inventory:device', records: 0 },
        ],
      })
    }
  })
})
