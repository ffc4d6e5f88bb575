import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createRuntime } from '../../src/things/runtime/create-runtime.ts'
import { createFolder, keys } from '../app/command.ts'
import { formatSmallFile, startSmallVendor } from '../things/connectors/small-file.ts'
import { publicUrl } from '../things/runtime/world.ts'

test('a connector as data: added, moved, undone, to another host, retired; no stored secret goes to a new host', async () => {
  const [vendor, stranger] = [await startSmallVendor(), await startSmallVendor()]
  const store = `sqlite:${join(createFolder(), 'flow.db')}`
  const open = () => createRuntime({ connectors: [], store, keys, publicUrl, allowPrivateNetwork: true })
  const [runtime, other] = [await open(), await open()]
  onTestFinished(async () => {
    await Promise.all([runtime.close(), other.close(), vendor.close(), stranger.close()])
  })
  await runtime.organizations.create({ id: 'org', name: 'Org' })
  const { dataConnectors, connections } = runtime
  const publish = async (text: string) => {
    const { sha256 } = await dataConnectors.add({ text, by: 'operator' })
    await dataConnectors.publish({ id: 'acme', sha256, posts: [], by: 'operator' })
    return sha256
  }
  const run = async (connectionId: string) => (await runtime.runs.start({ connectionId })).recorded

  const first = await publish(formatSmallFile({ baseUrl: vendor.url }))
  const created = await connections.create({
    connector: 'acme',
    organizationId: 'org',
    credentials: { api_key: 'canary-1' },
  })
  const { id } = created
  const begun = await run(id)
  expect(created.connectorSha256).toBe(first)
  expect(begun.head).toMatchObject({ status: 'pass', connector: { id: 'acme', source: { sha256: first } } })

  const second = await publish(formatSmallFile({ baseUrl: vendor.url, version: '1.1.0', title: 'Sign-on is demanded' }))
  expect((await run(id)).head.connector.source?.sha256).toBe(first)
  const move = await dataConnectors.move({ id: 'acme', sha256: second, by: 'operator' })
  expect(move.connections).toBe(1)
  expect((await run(id)).head).toMatchObject({
    status: 'pass',
    connector: { version: '1.1.0', source: { sha256: second } },
  })
  await dataConnectors.undo({ id: 'acme', moveId: move.id, by: 'operator' })
  expect((await run(id)).head.connector.source?.sha256).toBe(first)
  await expect(dataConnectors.undo({ id: 'acme', moveId: move.id, by: 'operator' })).rejects.toThrow('can be undone')

  const third = await publish(formatSmallFile({ baseUrl: stranger.url, version: '2.0.0' }))
  expect(await dataConnectors.move({ id: 'acme', sha256: third, by: 'operator' })).toMatchObject({ connections: 0 })
  expect((await run(id)).head).toMatchObject({ status: 'pass', connector: { source: { sha256: first } } })
  expect(await connections.test(id)).toMatchObject({ ok: true })
  expect(stranger.keys).toEqual([])

  await connections.update(id, { credentials: { api_key: 'canary-2' } })
  expect((await run(id)).head).toMatchObject({ status: 'pass', connector: { source: { sha256: third } } })
  expect(new Set(stranger.keys)).toEqual(new Set(['canary-2']))
  expect(vendor.keys).not.toContain('canary-2')

  await vi.waitFor(
    () => expect(other.connectors.map(({ definition }) => definition.version)).toEqual(['2.0.0']),
    10_000,
  )
  await dataConnectors.retire({ id: 'acme', by: 'operator' })
  const ended = await (await other.runs.start({ connectionId: id })).recorded
  expect(ended.head).toMatchObject({
    status: 'error',
    checks: [{ error: { kind: 'config', code: 'CONNECTOR_RETIRED' } }],
  })
  await expect(
    other.connections.create({ connector: 'acme', organizationId: 'org', credentials: { api_key: 'canary-3' } }),
  ).rejects.toMatchObject({ code: 'CONNECTOR_RETIRED' })
  expect(await other.runs.kept({ id: begun.head.id, organizationId: 'org' })).toMatchObject({
    id: begun.head.id,
  })
  const audited = (await runtime.audit.list({ organizationId: 'org' })).map(({ action }) => action)
  expect(audited).toContain('connection.move')
  expect(audited).toContain('connection.move-undo')
})
