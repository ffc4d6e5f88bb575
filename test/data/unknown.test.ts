import { runChecks } from 'checkwright/runtime'
import { fakeVendor } from 'checkwright/testing'
import { expect, onTestFinished, test } from 'vitest'
import { readConnector } from '../../src/data/read-connector.ts'

const write = (url: string, rule: string) => `
checkwright: connector/v1
id: acme
name: Acme
version: 1.0.0
baseUrl: ${url}
successPath: ok
auth: { type: api_key, config: { in: header, name: X-Key } }
refusals: [{ when: "body.error == 'missing_scope'", kind: permission, scopes: [things:read] }]
checks:
  - id: judged
    title: Things are well
    severity: high
    ${rule}
    resource: { type: thing, id: item.id }
    fail: { title: It is not, remediation: Mend it. }
`
const list = 'list: { path: /things, items: data, next: { cursor: next, param: page } }'

async function judge(rule: string, answer: object, more: object = {}) {
  const vendor = await fakeVendor({
    routes: { 'GET /things': { json: { ok: true, next: null, ...answer } }, ...more } as never,
  })
  onTestFinished(() => vendor.close())
  const connector = readConnector('acme.yaml', new TextEncoder().encode(write(vendor.url, rule)))
  const run = await runChecks(connector, { credentials: { api_key: 'k' }, allowPrivateNetwork: true } as never)
  return { status: run.checks[0]?.status, error: run.checks[0]?.error, results: run.checks[0]?.results ?? [] }
}

const future = new Date(Date.now() + 864e5 * 30).toISOString()

test.each<[string, string, object]>([
  ['a missing member', 'pass: item.on', { data: [{ id: 1 }] }],
  ['a null', 'pass: item.on', { data: [{ id: 1, on: null }] }],
  ['text in the place of a flag', 'pass: item.on', { data: [{ id: 1, on: 'yes' }] }],
  ['a number in the place of a flag', 'pass: item.on', { data: [{ id: 1, on: 1 }] }],
  ['the denial of a missing member', 'pass: "!item.off"', { data: [{ id: 1 }] }],
  ['an unequal null', "pass: item.role != 'guest'", { data: [{ id: 1, role: null }] }],
  ['an unequal number', "pass: item.role != 'guest'", { data: [{ id: 1, role: 5 }] }],
  ['a null that is searched for', 'pass: "!(item.role in [\'guest\'])"', { data: [{ id: 1, role: null }] }],
  ['an object that is null', 'pass: item.a.b', { data: [{ id: 1, a: null }] }],
  ['a list in the place of an object', 'pass: item.a.b', { data: [{ id: 1, a: [] }] }],
  ['all of an empty list', 'pass: item.all.all(e, e.on)', { data: [{ id: 1, all: [] }] }],
  ['all of a missing list', 'pass: item.all.all(e, e.on)', { data: [{ id: 1 }] }],
  [
    'an item of a list that cannot be told',
    'pass: item.all.all(e, e.on)',
    { data: [{ id: 1, all: [{ on: true }, {}] }] },
  ],
  [
    'none of a list with an item that cannot be told',
    'pass: "!item.all.exists(e, e.bad)"',
    { data: [{ id: 1, all: [{}] }] },
  ],
  ['a time in the future', 'pass: age(item.at) < 90', { data: [{ id: 1, at: future }] }],
  ['a time without a zone', 'pass: age(item.at) < 90', { data: [{ id: 1, at: '2020-01-01T00:00:00' }] }],
  ['an empty time', 'pass: age(item.at) < 90', { data: [{ id: 1, at: '' }] }],
  ['a coming time without a zone', 'pass: remaining(item.at) > 14', { data: [{ id: 1, at: '2090-01-01T00:00:00' }] }],
  ['a number above 2^53 in a comparison', 'pass: item.n > 5', { data: [{ id: 1, n: '9007199254740993' }] }],
  ['an e-mail address that is none', "pass: domain(item.mail) != 'evil.example'", { data: [{ id: 1, mail: 'x' }] }],
  ['a gap that cannot be told', 'gaps: [{ when: item.bad, says: is bad }]', { data: [{ id: 1 }] }],
  ['an item without an id', 'pass: item.on', { data: [{ on: true }] }],
  ['a list that is no list', 'pass: item.on', { data: {} }],
  ['an answer that says no success', 'pass: item.on', { ok: false, error: 'other', data: [{ id: 1, on: true }] }],
])('%s is neither pass nor fail', async (_what, rule, answer) => {
  const { status, results } = await judge(`${list}\n    ${rule}`, answer)

  expect(status).toBe('error')
  expect(results.map((each) => each.status)).not.toContain('pass')
  expect(results.map((each) => each.status)).not.toContain('fail')
})

test('a capped list is incomplete, whatever was seen', async () => {
  const capped = list.replace('next: {', 'maxPages: 1, next: {')

  const { status } = await judge(`${capped}\n    pass: item.on`, { data: [{ id: 1, on: true }], next: 'b' })

  expect(status).toBe('error')
})

test('a refusal with status 200 has the kind and the scopes of the file', async () => {
  const { error } = await judge(`${list}\n    pass: item.on`, { ok: false, error: 'missing_scope' })

  expect(error).toMatchObject({ kind: 'permission', missingScopes: ['things:read'] })
})

test.each([['fail'], ['pass'], ['not_applicable']])(
  'all of an empty list is %s where onEmpty says so',
  async (onEmpty) => {
    const { results } = await judge(`${list}\n    onEmpty: ${onEmpty}\n    pass: item.all.all(e, e.on)`, {
      data: [{ id: 1, all: [] }],
    })

    expect(results.map(({ status }) => status)).toEqual([onEmpty])
  },
)

test('a detail that is not there is null, and null alone', async () => {
  const rule = `${list}\n    detail: { path: '/things/{item.id}', as: more, absent: [404] }\n    pass: more != null`
  const { results, error } = await judge(
    rule,
    { data: [{ id: 1 }, { id: 2 }] },
    {
      'GET /things/:id': ({ params }: { params: { id: string } }) =>
        params.id === '1' ? { json: { ok: true } } : { status: 404, json: {} },
    },
  )

  expect(error).toBeUndefined()
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fail', 'pass'])
})

test('a detail of which the vendor says null is not one that is not there', async () => {
  const rule = `${list}\n    detail: { path: '/things/{item.id}', as: more, absent: [404] }\n    pass: more != null`

  const { results, status } = await judge(rule, { data: [{ id: 1 }] }, { 'GET /things/:id': { json: null } })

  expect([status, results]).toEqual(['error', []])
})

test.each(['constructor', '__proto__', 'toString'])('the word %s of a vendor is none of the file', async (kind) => {
  const vendor = await fakeVendor({ routes: { 'GET /users': { json: [{ id: 1, kind, mfa: true }] } } as never })
  onTestFinished(() => vendor.close())
  const file = `
checkwright: connector/v1
id: acme
name: Acme
version: 1.0.0
baseUrl: ${vendor.url}
auth: { type: api_key, config: { in: header, name: X-Key } }
inventories:
  - of: account
    covers: [members]
    list: { path: /users, next: none }
    record: { id: item.id, kind: { of: item.kind, words: { human: person } }, status: "'active'", email: item.kind }
checks:
  - { question: knownDomains, of: account, id: constructor }`

  const { checks } = await runChecks(readConnector('acme.yaml', new TextEncoder().encode(file)), {
    credentials: { api_key: 'k' },
    allowPrivateNetwork: true,
  } as never)

  expect(checks.map(({ id, status }) => [id, status])).toEqual([['constructor', 'error']])
})

test('a name that every object has is read as a member, and no more', async () => {
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
    const { status, results } = await judge(`${list}\n    pass: item.${name} == null`, { data: [{ id: 1 }] })
    expect([name, status, results.map((each) => each.status)]).toEqual([name, 'error', []])
  }
})
