import { describe, expect, onTestFinished, test } from 'vitest'
import { readConnector } from '../../../src/data/read-connector.ts'
import { defineConnector } from '../../../src/define/index.ts'
import type { RuntimeOptions } from '../../../src/things/runtime/runtime.ts'
import { openRuntimeWith } from '../runtime/world.ts'
import { formatSmallFile } from './small-file.ts'

const by = 'operator'
const baseUrl = 'https://api.acme.example'

const shipped = defineConnector({
  id: 'shipped',
  name: 'Shipped',
  baseUrl,
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

async function open(options: Partial<RuntimeOptions> = {}) {
  const { runtime } = await openRuntimeWith({ connectors: [shipped], allowPrivateNetwork: false, ...options })
  onTestFinished(() => runtime.close())
  return runtime
}

const refused = { code: 'CONNECTOR_REFUSED' }

describe('a file that an operator sends', () => {
  test('is refused with the id of a connector of the release, or of another publisher', async () => {
    const { dataConnectors } = await open()
    await dataConnectors.add({ text: formatSmallFile({ baseUrl }), publisher: 'acme-inc', by })

    const other = { text: formatSmallFile({ baseUrl, version: '2.0.0' }), publisher: 'somebody', by }
    await expect(dataConnectors.add(other)).rejects.toMatchObject(refused)
    await expect(dataConnectors.add({ text: formatSmallFile({ baseUrl, id: 'shipped' }), by })).rejects.toMatchObject(
      refused,
    )
    expect(await dataConnectors.list()).toMatchObject([{ id: 'acme', publisher: 'acme-inc', state: 'draft' }])
  })

  test.each([
    ['a private address', formatSmallFile({ baseUrl: 'https://10.0.0.1' }), refused],
    ['a loopback name', formatSmallFile({ baseUrl: 'http://localhost:8080' }), refused],
    ['the metadata service', formatSmallFile({ baseUrl, more: 'allowedHosts: ["169.254.169.254"]' }), refused],
    ['a NUL', formatSmallFile({ baseUrl, title: 'a\0b' }), {}],
    ['a public suffix', formatSmallFile({ baseUrl, more: 'allowedHosts: ["*.amazonaws.com"]' }), {}],
    ['an id of every object', formatSmallFile({ baseUrl, id: '__proto__' }), {}],
    ['an unknown member', formatSmallFile({ baseUrl, more: 'hooks: { test: x }' }), {}],
    ['10 MB', `${formatSmallFile({ baseUrl })}# ${'x'.repeat(10_000_000)}`, {}],
    ['deep lists', `a: ${'['.repeat(50_000)}`, {}],
    ['anchors that grow', `a: &a [x,x]\nb: &b [*a,*a]\n${'c: [*b,*b]\n'.repeat(200)}`, {}],
    ['very many checks', formatSmallFile({ baseUrl }) + manyChecks(600), {}],
  ])('with %s is refused within bounds', async (_what, text, error) => {
    const { dataConnectors } = await open()
    const began = performance.now()

    await expect(dataConnectors.add({ text, by })).rejects.toMatchObject({ code: expect.any(String), ...error })

    expect(performance.now() - began).toBeLessThan(5_000)
    expect(await dataConnectors.list()).toEqual([])
  })

  test('is published only with its POSTs confirmed', async () => {
    const { dataConnectors, connectors } = await open()
    const more = `posts: [/search]
inventories:
  - of: account
    covers: [members]
    list: { path: /search, body: { active: true }, items: users, next: none }
    record: { id: item.id, name: item.login, kind: { of: item.type, words: { human: person } }, status: { of: item.state, words: { on: active } } }`
    const { sha256, posts } = await dataConnectors.add({ text: formatSmallFile({ baseUrl, more }), by })
    const ref = { id: 'acme', sha256, by }

    expect(posts).toEqual(['/search'])
    await expect(dataConnectors.publish({ ...ref, posts: ['/other'] })).rejects.toMatchObject(refused)
    expect(connectors.map(({ id }) => id)).toEqual(['shipped'])
    expect(await dataConnectors.publish({ ...ref, posts: ['/search'] })).toMatchObject({
      isPublished: true,
      publishedBy: by,
    })
  })

  test('makes room among 50 versions by those that nobody uses, and never by the published one', async () => {
    const { dataConnectors } = await open()
    const add = (minor: number) =>
      dataConnectors.add({ text: formatSmallFile({ baseUrl, version: `1.${minor}.0` }), by })
    const first = await add(0)
    await dataConnectors.publish({ id: 'acme', sha256: first.sha256, posts: [], by })

    for (let minor = 1; minor <= 52; minor++) await add(minor)
    const kept = await dataConnectors.versions('acme')

    expect(kept).toHaveLength(50)
    expect(kept.some(({ sha256 }) => sha256 === first.sha256)).toBe(true)
  })
})

function manyChecks(count: number): string {
  return Array.from(
    { length: count },
    (_, index) =>
      `  - { id: c${index}, title: T, get: { path: /x }, resource: { type: x, id: body.id }, pass: body.ok, fail: { title: F, remediation: R } }\n`,
  ).join('')
}

describe('a file that a process loads itself', () => {
  test('sends no stored secret elsewhere after it was edited, until the secret is entered again', async () => {
    const load = (url: string) =>
      readConnector('acme.connector.yaml', new TextEncoder().encode(formatSmallFile({ baseUrl: url })))
    const { mkdtempSync } = await import('node:fs')
    const { tmpdir } = await import('node:os')
    const { join } = await import('node:path')
    const { startSmallVendor } = await import('./small-file.ts')
    const [vendor, stranger] = [await startSmallVendor(), await startSmallVendor()]
    const store = `sqlite:${join(mkdtempSync(join(tmpdir(), 'edited-')), 'a.db')}`
    const { createRuntime } = await import('../../../src/things/runtime/create-runtime.ts')
    const { keys } = await import('../../app/command.ts')
    const serve = (url: string) =>
      createRuntime({
        connectors: [load(url)],
        store,
        keys,
        allowPrivateNetwork: true,
        publicUrl: 'https://checks.example.com',
      })
    const before = await serve(vendor.url)
    await before.organizations.create({ id: 'org', name: 'Org' })
    const { id } = await before.connections.create({
      connector: 'acme',
      organizationId: 'org',
      credentials: { api_key: 'canary-1' },
    })
    await before.close()

    const after = await serve(stranger.url)
    onTestFinished(async () => {
      await Promise.all([after.close(), vendor.close(), stranger.close()])
    })
    const refusedRun = await (await after.runs.start({ connectionId: id })).recorded
    const tested = await after.connections.test(id)
    await expect(after.connections.update(id, { credentials: {} })).rejects.toMatchObject({
      code: 'CREDENTIAL_MISSING',
    })
    const reached = [...stranger.keys]
    await after.connections.update(id, { credentials: { api_key: 'canary-2' } })
    const run = await (await after.runs.start({ connectionId: id })).recorded

    expect(refusedRun.head.checks).toMatchObject([{ error: { kind: 'config', code: 'DESTINATION_CHANGED' } }])
    expect(tested).toMatchObject({ ok: false, code: 'DESTINATION_CHANGED' })
    expect(reached).toEqual([])
    expect(run.head.status).toBe('pass')
    expect(new Set(stranger.keys)).toEqual(new Set(['canary-2']))
  })
})
