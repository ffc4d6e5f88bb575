import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createHost } from '../../../../src/app/host/index.ts'
import { publicKeyOf } from '../../../../src/evidence/bundle/signer.ts'
import { verifyPackage } from '../../../../src/evidence/package/verify-package.ts'
import type { SessionPerson } from '../../../../src/things/api/options/person.ts'
import { createBrowserClient } from '../../../app/pages/world.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'
import { publicUrl } from '../../runtime/world.ts'
import { dayMs, openAuditedWorld } from '../audited-world.ts'

async function openHost() {
  const world = await openAuditedWorld(['one'])
  const { runtime, clock, run } = world
  for (let day = 0; day < 3; day++) {
    await run('one')
    clock.advance(dayMs)
  }
  const visitor: { person: SessionPerson } = { person: { userId: 'ada', organizationId: 'acme', role: 'admin' } }
  const host = createHost({ runtime, session: { person: () => visitor.person } })
  const keyOf = async (organizationId: string, scopes: readonly string[]) =>
    (await runtime.apiKeys.create({ organizationId, scopes })).key
  const ask = (key: string, method: string, path: string, body?: object) =>
    host.fetch(
      new Request(`${publicUrl}${path}`, {
        method,
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      }),
    )
  const { get, post } = createBrowserClient(host.fetch)
  return { ...world, keyOf, ask, visitor, get, post }
}

function readMembers(body: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(body ?? {}))
}

const wish = { framework: 'soc2', from: '2026-01-01', to: '2026-01-03' }

test('a package is made, listed and downloaded by the API, and verifies', async () => {
  const { runtime, keyOf, ask } = await openHost()
  const key = await keyOf('acme', ['integrations:read', 'people:read'])

  const made = await ask(key, 'POST', '/v1/packages', wish)
  expect(made.status).toBe(201)
  const record = readMembers(await made.json())
  expect(record).toMatchObject({ framework: 'soc2', from: wish.from, to: wish.to, whole: true, downloadable: true })
  const listed = await (await ask(key, 'GET', '/v1/packages')).json()
  expect(listed).toEqual({ data: [record], nextCursor: null })

  const answer = await ask(key, 'GET', `/v1/packages/${record.id}/file`)
  expect(answer.headers.get('content-disposition')).toContain('package-soc2-2026-01-01-2026-01-03.zip')
  const path = join(createTempFolder(), 'audit.zip')
  writeFileSync(path, Buffer.from(await answer.arrayBuffer()))
  const trusted = { keys: [publicKeyOf((await runtime.signing.signer()).publicKey)] }
  expect(await verifyPackage(path, trusted)).toMatchObject({ verified: true, bundles: 3, gaps: record.gaps })

  // Another organization, and a key that may not read people, have none of it.
  const theirs = await keyOf('other', ['integrations:read', 'people:read'])
  const lesser = await keyOf('acme', ['integrations:read'])
  for (const stranger of [theirs, lesser]) {
    expect((await ask(stranger, 'GET', `/v1/packages/${record.id}/file`)).status).toBe(404)
    expect(await (await ask(stranger, 'GET', '/v1/packages')).json()).toMatchObject({ data: [] })
  }
})

test('what cannot be is refused with the reason', async () => {
  const { keyOf, ask } = await openHost()
  const key = await keyOf('acme', ['integrations:read'])
  const refuse = async (body: object) => {
    const answer = await ask(key, 'POST', '/v1/packages', { ...wish, ...body })
    const { code, detail } = readMembers(await answer.json())
    return [answer.status, code, detail]
  }

  expect(await refuse({ to: '2030-01-01' })).toEqual([400, 'PACKAGE_INVALID', expect.stringContaining('not here yet')])
  expect(await refuse({ to: '2025-01-01' })).toEqual([
    400,
    'PACKAGE_INVALID',
    expect.stringContaining('before it begins'),
  ])
  expect(await refuse({ connections: ['nobody'] })).toEqual([
    400,
    'PACKAGE_INVALID',
    expect.stringContaining('"nobody"'),
  ])
  expect(await refuse({ requireEvidence: true })).toEqual([
    409,
    'PACKAGE_INCOMPLETE',
    expect.stringContaining('could not tell'),
  ])
  expect(await refuse({ framework: 'none' })).toEqual([400, 'API_INVALID', expect.any(String)])
})

test('an auditor makes a package on the page, within their period, and sees their own alone', async () => {
  const { get, post, visitor } = await openHost()
  const form = { framework: 'soc2', from: wish.from, to: wish.to }
  await post('/packages', '/packages', form)
  visitor.person = {
    userId: 'eve',
    organizationId: 'acme',
    role: 'viewer',
    periodFrom: '2026-01-02',
    periodTo: '2026-01-03',
  }

  expect((await get('/packages')).text).toContain('You have not created a package yet.')
  expect((await post('/packages', '/packages', form)).status).toBe(403)
  expect((await post('/packages', '/packages', { ...form, from: '2026-01-02' })).status).toBe(303)
  const { text } = await get('/packages')
  const [, id] = /packages\/([0-9a-f-]{36})\/file/.exec(text) ?? []

  expect(text).toContain('2026-01-02 to 2026-01-03')
  expect((await get(`/packages/${id}/file`)).status).toBe(200)
  visitor.person = { ...visitor.person, periodFrom: '2026-01-03' }
  expect((await get(`/packages/${id}/file`)).status).toBe(404)
})

test('a package takes the scopes of the obligations and uploads that it shows, where there are any', async () => {
  const { runtime, keyOf, ask } = await openHost()
  const read = ['integrations:read', 'people:read']
  const keys = {
    read: await keyOf('acme', read),
    obligations: await keyOf('acme', [...read, 'tasks:read']),
    all: await keyOf('acme', [...read, 'tasks:read', 'evidence-forms:read']),
  }
  const { id } = readMembers(await (await ask(keys.read, 'POST', '/v1/packages', wish)).json())
  const tryEach = async () => {
    const statuses: Record<string, readonly number[]> = {}
    for (const [name, key] of Object.entries(keys))
      statuses[name] = [
        (await ask(key, 'POST', '/v1/packages', wish)).status,
        (await ask(key, 'GET', `/v1/packages/${id}/file`)).status,
      ]
    return statuses
  }

  const bare = await tryEach()
  await runtime.tasks.add({ organizationId: 'acme', title: 'Train', everyDays: 30 })
  const withTask = await tryEach()
  const writing = await keyOf('acme', ['evidence-forms:write'])
  const upload = { formType: 'x', fileName: 'a.pdf', fileType: 'application/pdf', fileData: 'AAAA' }
  expect((await ask(writing, 'POST', '/v1/evidence-forms/uploads', upload)).status).toBe(201)
  const withUpload = await tryEach()

  const made = [201, 200]
  const refused = [403, 403]
  expect(bare).toEqual({ read: made, obligations: made, all: made })
  expect(withTask).toEqual({ read: refused, obligations: made, all: made })
  expect(withUpload).toEqual({ read: refused, obligations: refused, all: made })
})
