import { expect, test } from 'vitest'
import { readConnector } from '../../../src/data/read-connector.ts'
import { defineConnector, id } from '../../../src/define/index.ts'
import { runChecks } from '../../../src/things/runs/run-checks.ts'
import { type Answerer, catchError, collectItems, openClient, serve } from '../support.ts'

// Two neighbours that JavaScript's numbers cannot tell apart, and that many vendors write without quotes.
const low = '9007199254740992'
const high = '9007199254740993'

const auth = { type: 'api_key', config: { in: 'header', name: 'X-Api-Key' } } as const
const options = { credentials: { api_key: 'sample-key-of-acme' }, allowPrivateNetwork: true }

/** Two users by the thousandth of a page, and what each of them has. */
const answer: Answerer = ({ path }) => {
  if (path.startsWith('/users?') || path === '/users')
    return {
      headers: { 'content-type': 'application/json' },
      body: path.includes(`since=${low}`)
        ? `{"users":[{"id":${high}}],"meta":{"last":null}}`
        : `{"users":[{"id":${low}}],"meta":{"last":${low}}}`,
    }
  return { json: { mfa: path.includes(low) } }
}

test('a check in code keeps ids of numbers apart: in the cursor, the path, the query and the resource', async () => {
  const vendor = await serve(answer)
  const acme = defineConnector({ id: 'acme', name: 'Acme', version: '1.0.0', baseUrl: vendor.origin, auth })
  const ids = id()
  const check = acme.check({
    id: 'mfa',
    title: 'Second factor',
    async run(ctx) {
      const users = ctx.paginate<{ readonly id: string }>('/users', {
        items: 'users',
        next: { cursor: 'meta.last', param: 'since' },
      })
      for await (const user of users) {
        const userId = ids.parse(user.id)
        const { mfa } = await ctx.get<{ mfa: boolean }>(`/users/${userId}`, { query: { of: userId } })
        const result = { resource: { type: 'user', id: userId }, evidence: { mfa } }
        if (mfa) ctx.pass({ ...result, title: 'Has one' })
        else ctx.fail({ ...result, title: 'Has none', remediation: 'Enrol one.' })
      }
    },
  })

  const { checks } = await runChecks(acme.with(check), options)

  expect(checks[0]?.results.map(({ resource, status }) => [resource.id, status])).toEqual([
    [low, 'pass'],
    [high, 'fail'],
  ])
  // The next page may be asked for before the items of this one.
  expect(vendor.seen.map(({ path }) => path).toSorted()).toEqual([
    '/users',
    `/users/${low}?of=${low}`,
    `/users/${high}?of=${high}`,
    `/users?since=${low}`,
  ])
})

test('a check in a file does so too', async () => {
  const vendor = await serve(answer)
  const file = {
    checkwright: 'connector/v1',
    id: 'acme',
    name: 'Acme',
    version: '1.0.0',
    baseUrl: vendor.origin,
    auth,
    checks: [
      {
        id: 'mfa',
        title: 'Second factor',
        list: { path: '/users', items: 'users', next: { cursor: 'meta.last', param: 'since' } },
        detail: { path: '/users/{item.id}', as: 'detail' },
        resource: { type: 'user', id: 'item.id' },
        pass: 'detail.mfa',
        fail: { title: 'Has none', remediation: 'Enrol one.' },
      },
    ],
  }

  const { checks } = await runChecks(readConnector('acme.connector.json', Buffer.from(JSON.stringify(file))), options)

  expect(checks[0]?.results.map(({ resource, status }) => [resource.id, status])).toEqual([
    [low, 'pass'],
    [high, 'fail'],
  ])
})

test.each<[string, string]>([
  ['a cursor that is one number above another', `{"users":[{"id":1}],"meta":{"last":${low}}}`],
  ['a number with an exponent', '{"users":[{"id":1}],"meta":{"last":9007199254740993e0}}'],
  ['a number in a list', `{"users":[{"id":1}],"meta":{"last":[${high}]}}`],
])('%s is sent as it was written, or the list ends as could not tell', async (_name, body) => {
  const vendor = await serve(({ path }) => ({
    headers: { 'content-type': 'application/json' },
    body: path === '/users' ? body : '{"users":[{"id":2}],"meta":{"last":null}}',
  }))
  const { client } = await openClient({ baseUrl: vendor.origin })

  const list = client.paginate('/users', { items: 'users', next: { cursor: 'meta.last', param: 'since' } })
  const error = await catchError(collectItems(list).then(() => Promise.reject(new Error('read'))))

  const asked = vendor.seen[1]?.path
  if (asked === undefined) expect(error).toMatchObject({ code: expect.stringMatching(/SCHEMA_DRIFT|CHECK_INCOMPLETE/) })
  else expect(decodeURIComponent(asked)).toMatch(/since=(?:9007199254740992|9007199254740993e0|9007199254740993)$/)
})

test('two numbers that differ in the last digit stay two in GraphQL variables and in a body', async () => {
  const vendor = await serve(() => ({
    headers: { 'content-type': 'application/json' },
    body: `{"data":{"last":${high}}}`,
  }))
  const { client } = await openClient({ baseUrl: vendor.origin })

  const { last } = await client.graphql<{ last: string }>('{ last }')
  await client.graphql('query Q($after: ID) { a }', { variables: { after: last } })

  expect(last).toBe(high)
  expect(vendor.seen[1]?.body).toContain(`"after":"${high}"`)
})
