import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createHost } from '../../../../src/app/host/index.ts'
import { fakeVendor } from '../../../../src/author/testing/index.ts'
import { verifyBundle } from '../../../../src/evidence/verification/verify.ts'
import type { SessionPerson } from '../../../../src/things/api/options/person.ts'
import { allScopes, openApiHost } from '../../../app/host/world.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'
import { answerDirectory, createDirectoryConnector, runToEnd, twoPeople } from '../../inventories/directory.ts'
import { publicUrl } from '../../runtime/world.ts'

type Rights = Pick<SessionPerson, 'role' | 'readsPeople'>

/** A run with inventories and evidence. */
async function openWorld() {
  const vendor = await fakeVendor({ routes: answerDirectory({ people: twoPeople }) })
  onTestFinished(() => vendor.close())
  const world = await openApiHost(
    {},
    { connectors: [createDirectoryConnector(vendor.url)], store: `sqlite:${createTempFolder()}/store.db` },
  )
  const { runtime } = world
  onTestFinished(() => runtime.close())
  const { id: connectionId } = await runtime.connections.create({
    connector: 'directory',
    organizationId: 'acme',
    credentials: { api_key: 'key-canary-91' },
  })
  const { id } = await runToEnd(runtime, connectionId, { evidence: true })
  const fingerprints = (await runtime.signing.keys()).map(({ fingerprint }) => fingerprint)
  const judge = async (answer: Response) => {
    const file = join(mkdtempSync(join(createTempFolder(), 'out-')), 'run.zip')
    writeFileSync(file, Buffer.from(await answer.arrayBuffer()))
    const verified = await verifyBundle(file, { keys: [], fingerprints })
    const name = answer.headers.get('content-disposition')
    return { status: answer.status, name, leftOut: verified.verified ? verified.notIncluded.length : verified }
  }
  const open = async (rights: Rights, what: string) => {
    const person = { userId: 'ada', organizationId: 'acme', ...rights }
    const host = createHost({ runtime, session: { person: () => person } })
    return host.fetch(new Request(`${publicUrl}/runs/${id}/${what}`))
  }
  return { ...world, id, judge, open, path: `/v1/integrations/runs/${id}/bundle` }
}

const whole = (id: string) => ({ status: 200, name: `attachment; filename=run-${id}.zip`, leftOut: 0 })
const edition = (id: string) => ({ status: 200, name: `attachment; filename=run-${id}-results.zip`, leftOut: 5 })

test.each<[Rights, typeof whole]>([
  [{ role: 'viewer' }, edition],
  [{ role: 'viewer', readsPeople: true }, whole],
  [{ role: 'member' }, edition],
  [{ role: 'member', readsPeople: true }, edition],
  [{ role: 'admin' }, whole],
  [{ role: 'operator' }, whole],
])('a page gives %j the bundle that they may read, and its signature verifies', async (rights, expected) => {
  const { id, judge, open } = await openWorld()

  expect(await judge(await open(rights, 'bundle'))).toEqual(expected(id))
})

test.each<[Rights, boolean]>([
  [{ role: 'viewer' }, false],
  [{ role: 'viewer', readsPeople: true }, true],
  [{ role: 'member' }, false],
  [{ role: 'admin' }, true],
])(
  'the page of an exchange that a list was read from shows %j its content: %j; everybody sees that it took place',
  async (rights, isWhole) => {
    const { open } = await openWorld()

    const answer = await open(rights, 'exchanges/1')
    const text = await answer.text()

    expect(answer.status).toBe(200)
    expect(text.includes('ada@')).toBe(isWhole)
    expect(text.includes('you may not read those')).toBe(!isWhole)
    expect(/<code>[0-9a-f]{64}<\/code>/.test(text)).toBe(!isWhole)
  },
)

test('a key needs people:read for the records of inventories; each reading is in the audit log', async () => {
  const { id, ask, keyOf, judge, path, runtime } = await openWorld()
  const key = await keyOf(
    'acme',
    allScopes.filter((scope) => scope !== 'people:read'),
  )

  expect(await judge(await ask('GET', path))).toEqual(whole(id))
  expect(await judge(await ask('GET', path, { key }))).toEqual(edition(id))
  const entries = await runtime.audit.list({ organizationId: 'acme' })
  expect(entries.filter(({ action }) => action === 'bundle.read').map(({ target }) => target)).toEqual([id, id])
})

test('a key of a viewer reads what names people only with the grant and the scope', async () => {
  const { ask, judge, path, id, runtime } = await openWorld()
  await runtime.users.put({ organizationId: 'acme', id: 'max', name: 'Max', email: 'max@audit.example' })
  const grant = (readsPeople: boolean) =>
    runtime.people.setRole({ organizationId: 'acme', userId: 'max', role: 'viewer', readsPeople })
  await grant(true)
  const keyWith = async (...scopes: string[]) =>
    (await runtime.apiKeys.create({ organizationId: 'acme', userId: 'max', scopes })).key
  const narrow = await keyWith('integrations:read')
  const wide = await keyWith('integrations:read', 'people:read')

  const granted = [
    await judge(await ask('GET', path, { key: narrow })),
    await judge(await ask('GET', path, { key: wide })),
  ]
  await grant(false)
  const withdrawn = await judge(await ask('GET', path, { key: wide }))

  expect(granted).toEqual([edition(id), whole(id)])
  expect(withdrawn).toEqual(edition(id))
})

test('an edition that nobody reads to its end leaves nothing behind', async () => {
  const { ask, keyOf, path } = await openWorld()
  const key = await keyOf('acme', ['integrations:read'])
  const drafts = () => readdirSync(tmpdir()).filter((name) => name.startsWith('checkwright-bundle-'))
  const before = drafts()

  const head = await ask('HEAD', path, { key })
  const left = await ask('GET', path, { key })
  await left.body?.cancel()

  expect([head.status, await head.text(), left.status]).toEqual([200, '', 200])
  // Other tests have drafts of their own for a while.
  await expect.poll(() => drafts().filter((name) => !before.includes(name))).toEqual([])
})
