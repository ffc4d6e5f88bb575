import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { runChecks } from 'checkwright/runtime'
import { type FakeVendorOptions, fakeVendor, faults, fixedClock } from 'checkwright/testing'
import harbor from './harbor.ts'

const users = [
  { id: 'ada', mfa: true },
  { id: 'bob', mfa: false },
  { id: 'eve', mfa: true },
]
const key = 'token-of-nobody-4tGh8wQz'
const xml = users.map(({ id, mfa }) => `<user id="${id}" mfa="${mfa}"/>`)

const vendor = {
  auth: { type: 'bearer', token: key },
  // The address is the proof.
  publicRoutes: ['GET /bucket/export.gz'],
  routes: {
    'GET /me': { json: {} },
    'GET /users.csv': { text: `id,mfa\r\n${users.map(({ id, mfa }) => `${id},${mfa}\r\n`).join('')}` },
    'GET /users.xml': ({ query }) => ({
      text: query.has('after')
        ? `<users>${xml[2]}</users>`
        : `<users>${xml.slice(0, 2).join('')}<next>bob</next></users>`,
    }),
    'POST /exports': { status: 202, json: { id: 'e1' } },
    'GET /exports/e1': ({ nth }) => ({
      json: { url: nth < 3 ? null : 'https://storage.example/bucket/export.gz?signature=abc' },
    }),
    'GET /bucket/export.gz': { body: gzipSync(users.map((user) => `${JSON.stringify(user)}\n`).join('')) },
    'GET /users': ({ query }) => {
      const offset = Number(query.get('offset') ?? 0)
      return {
        json: users.slice(offset, offset + 2),
        headers: offset + 2 < users.length ? { 'x-next-offset': String(offset + 2) } : undefined,
      }
    },
    'GET /names': ({ query }) => {
      const after = query.get('start-after') ?? ''
      return { json: { contents: users.filter(({ id }) => id > after).slice(0, 2) } }
    },
    'GET /ranges': ({ headers }) =>
      headers.range === 'id ..'
        ? { status: 206, json: users.slice(0, 2), headers: { 'next-range': 'id ]bob..' } }
        : { json: users.slice(2) },
  },
} as const satisfies FakeVendorOptions<string>

for (const { id, title } of harbor.checks) {
  test(`${id} sees all users and judges each`, async () => {
    await using server = await fakeVendor(vendor)

    const { checks } = await runChecks(harbor, {
      credentials: { api_key: key },
      checks: [id],
      fetch: server.fetch,
      clock: fixedClock('2026-05-01T12:00:00.000Z'),
    })

    const [check] = checks
    equal(check?.error?.message, undefined, title)
    deepEqual(
      check?.results.map(({ status, resource }) => [status, resource.id]),
      [
        ['pass', 'ada'],
        ['fail', 'bob'],
        ['pass', 'eve'],
      ],
    )
  })
}

test('no check tells anything when Harbor refuses', async () => {
  await using server = await fakeVendor(vendor)
  for (const route of Object.keys(vendor.routes) as (keyof typeof vendor.routes)[])
    server.fail(route, faults.status(403), { times: 100 })

  const { checks } = await runChecks(harbor, { credentials: { api_key: key }, fetch: server.fetch })

  deepEqual(
    checks.map(({ status }) => status),
    harbor.checks.map(() => 'error'),
  )
})
