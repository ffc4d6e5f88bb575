import { expect, test } from 'vitest'
import { createHost } from '../../../src/app/host/index.ts'
import { fixedClock } from '../../../src/author/testing/vendor/fixed-clock.ts'
import { digestAgreement } from '../../../src/things/trust-centre/reading/requests.ts'
import { trustGrant, trustRequest } from '../../../src/things/trust-centre/requests.ts'
import { createTrustKey } from '../../../src/things/trust-centre/services/trust-keys.ts'
import { trustCentre } from '../../../src/things/trust-centre/thing.ts'
import { createBrowserClient } from '../../app/pages/world.ts'
import { describePostgres, testPostgres } from '../../setup/postgres.ts'
import { startMailServer } from '../notices/mail-server.ts'
import { dayMs, organizationId } from '../packages/audited-world.ts'
import { openRuntimeWith } from '../runtime/world.ts'
import { addTrustDocument } from './trust-world.ts'

/** What a store answers from a request to the end of its grants, without ids. */
async function transcribe(store: string) {
  const { mail } = await startMailServer()
  const clock = fixedClock('2026-01-02T06:00:00Z')
  const { runtime } = await openRuntimeWith({ connectors: [], store, mail, worker: false, clock })
  const { ask } = createBrowserClient(createHost({ runtime, session: { person: () => undefined } }).fetch)
  const centres = runtime.serviceOf(trustCentre)
  const agreement = 'You keep it to yourself.'
  const { id: centreId, values } = await centres.create({ organizationId, values: { name: 'Acme', agreement } })
  const world = { runtime, centreId }
  const [document, other] = [
    await addTrustDocument(world, 'request'),
    await addTrustDocument(world, 'request', 'Other'),
  ]
  await centres.act.open({ organizationId, id: centreId })
  const [at, secret] = [`/trust/${values.slug}`, await runtime.workspace.loadSecret('trust-centre')]
  const [requests, grants] = [runtime.serviceOf(trustRequest), runtime.serviceOf(trustGrant)]
  const told: unknown[] = []
  const send = async (path: string, fields: Readonly<Record<string, string>>) =>
    (await ask(path, { method: 'POST', body: new URLSearchParams(fields) })).status
  const list = async () =>
    told.push((await requests.list({ organizationId, limit: 10 })).map(({ state, values }) => [values.email, state]))
  for (const email of ['grace@example.com', 'GRACE@example.com', 'grace@example.com', 'ada@example.com']) {
    clock.advance(1)
    told.push(await send(`${at}/requests`, { name: 'Grace', email, document: document.id }))
  }
  await list()
  const asked = (await requests.list({ organizationId, limit: 10 })).find(({ values }) => /grace/.test(values.email))
  const ref = { organizationId, id: asked?.id ?? '' }
  await requests.act['note-letter'](ref)
  const centre = await centres.get({ organizationId, id: centreId })
  const textSha256 = centre ? digestAgreement(centre) : ''
  const sign = (id: string, name: string) =>
    send(`${at}/agreement/${ref.id}`, { key: createTrustKey(secret, { kind: 'agreement', id }), textSha256, name })
  told.push(await sign('another', 'Eve'), await sign(ref.id, 'Grace'), await sign(ref.id, 'Eve'))
  await list()
  const grant = (documentId: string, lastDay: string) =>
    grants
      .create({ organizationId, userId: 'ada', values: { requestId: ref.id, documentId, lastDay } })
      .catch(({ code }: { readonly code: string }) => ({ id: code }))
  const [first, second] = [await grant(document.id, '2026-01-20'), await grant(other.id, '2026-02-20')]
  told.push((await grant(document.id, '2025-01-01')).id)
  await list()
  const look = async () => {
    for (const { id } of [first, second]) {
      const key = createTrustKey(secret, { kind: 'grant', id })
      told.push((await ask(`${at}/grants/${id}?key=${key}`)).status)
      told.push((await ask(`${at}/grants/${second.id}?key=${key}x`)).status)
    }
    told.push(await grants.countByState({ organizationId }))
  }
  await look()
  clock.advance(30 * dayMs)
  await look()
  await grants.act.revoke({ organizationId, id: second.id })
  await look()
  await requests.act.decline(ref)
  await list()
  await requests.delete(ref)
  told.push(await grants.countByState({ organizationId }), await requests.countByState({ organizationId }))
  return told
}

describePostgres('requests and grants', () => {
  test('are the same in SQLite and in PostgreSQL, from the request to the end of its grants', async () => {
    const [inSqlite, inPostgres] = [await transcribe('memory:'), await transcribe(await testPostgres())]

    expect(inPostgres).toEqual(inSqlite)
    expect(inSqlite.slice(0, 4)).toEqual([200, 200, 200, 200])
    // Two a day to one address, however it is written.
    expect(inSqlite[4]).toEqual([
      ['ada@example.com', 'not-asked'],
      ['GRACE@example.com', 'not-asked'],
      ['grace@example.com', 'not-asked'],
    ])
    expect(inSqlite.slice(5, 8)).toEqual([404, 200, 404])
    expect(inSqlite[9]).toBe('RECORD_INVALID')
    expect(inSqlite.slice(11, 16)).toEqual([200, 404, 200, 404, { revoked: 0, ended: 0, 'not-sent': 2, valid: 0 }])
    expect(inSqlite.slice(16, 21)).toEqual([404, 404, 200, 404, { revoked: 0, ended: 1, 'not-sent': 1, valid: 0 }])
    expect(inSqlite.slice(21, 26)).toEqual([404, 404, 404, 404, { revoked: 1, ended: 1, 'not-sent': 0, valid: 0 }])
    expect(inSqlite.at(-2)).toEqual({ revoked: 0, ended: 0, 'not-sent': 0, valid: 0 })
  })
})
