import { expect, test } from 'vitest'
import { findProblems, runFile, thing } from './run-file.ts'

const problemsOf = (list: string, more = '') =>
  findProblems(thing(`pass: item.on${more}`, `list: { ${list}, next: none }`)).join()

test('an address in place of a path is refused: the host is that of baseUrl', () => {
  expect(problemsOf("path: 'https://evil.example/things'")).toContain('the host is that of "baseUrl"')
})

test('two slashes at the beginning name a host, and are refused', () => {
  expect(problemsOf("path: '//evil.example/things'")).toContain('the host is that of "baseUrl"')
})

test('a backslash is refused, which URL parsers read as a slash', () => {
  expect(problemsOf("path: '/\\\\evil.example'")).toContain('must not contain "#", backslashes')
})

test('a fragment is refused', () => {
  expect(problemsOf("path: '/things#all'")).toContain('must not contain "#"')
})

test('a body makes a POST, which the file has to allow', () => {
  expect(problemsOf('path: /things, body: { active: true }')).toContain('makes a POST, which "posts" has to allow')
})

test('a path under "posts" that no request asks is refused', () => {
  expect(findProblems(`posts: [/things]\n${thing('pass: item.on')}`)).toEqual([
    'posts[0] allows a POST that no request sends; remove it',
  ])
})

test('variables are refused without GraphQL', () => {
  expect(problemsOf('path: /things, variables: { a: b }')).toContain('are for GraphQL')
})

test('a path and GraphQL at once are refused', () => {
  expect(problemsOf("path: /things, graphql: 'query { a }'")).toContain('either "path" or "graphql"')
})

const posted = (list: string) =>
  `posts: [/things]\n${thing('pass: item.on', `for: { outer: { path: /outer, next: none } }\n    list: { path: /things, body: { id: '{outer.id}' }, items: data, next: none${list} }`)}`
const outer = { 'GET /outer': { json: [{ id: 7 }] } }

test('a list of one page is asked by the POST that the file says, and a number stays a number in it', async () => {
  const { check, requests } = await runFile(posted(''), {
    ...outer,
    'POST /things': { json: { data: [{ id: 1, on: true }] } },
  })

  expect(check.status).toBe('pass')
  expect(requests.slice(1)).toMatchObject([{ method: 'POST', path: '/things', body: '{"id":7}' }])
})

test('a POST whose answer says that there is more is no whole list', async () => {
  const { check } = await runFile(posted(''), {
    ...outer,
    'POST /things': { json: { data: [{ id: 1, on: true }], has_more: true } },
  })

  expect(check.status).toBe('error')
})

test('a list that has given an item is not absent, whatever its next page answers', async () => {
  const exceptions = '{ path: /exceptions, items: data, next: { cursor: next, param: page }, absent: [404] }'
  const list = `list: { path: /things, items: data, next: none }\n    let: { exceptions: ${exceptions} }`
  const { check } = await runFile(thing('pass: exceptions == null', list), {
    'GET /things': { json: { data: [{ id: 1 }] } },
    'GET /exceptions': ({ query }: { readonly query: URLSearchParams }) =>
      query.has('page') ? { status: 404, json: {} } : { json: { data: [{ id: 7 }], next: 'p2' } },
  })

  expect([check.status, check.results]).toEqual(['error', []])
})

test('an item of a shared list that cannot be read may be any: what another item shows is known, and the rest is not', async () => {
  const list = `list: { path: /things, items: data, next: none }\n    let: { owners: { path: /owners, items: data, next: none } }`
  const { check } = await runFile(thing('pass: owners.exists(owner, owner.of == item.id)', list), {
    'GET /things': { json: { data: [{ id: 1 }, { id: 2 }] } },
    'GET /owners': { json: { data: [null, { of: 1 }] } },
  })

  expect(check.results.map(({ status, resource }) => [status, resource.id])).toEqual([['pass', '1']])
  expect(check.undecided?.first.map(({ resource }) => resource.id)).toEqual(['2'])
})

test('items that cannot be read count, each of them', async () => {
  const list = `list: { path: /things, items: data, next: none }\n    let: { owners: { path: /owners, items: data, next: none } }`
  const { check } = await runFile(thing('pass: size(owners) <= 2', list), {
    'GET /things': { json: { data: [{ id: 1 }] } },
    'GET /owners': { json: { data: [null, { of: 1 }, null] } },
  })

  expect(check.results.map(({ status }) => status)).toEqual(['fail'])
})

test('one answer comes of a POST that only reads, filled from other answers', async () => {
  const file = `posts: [/policy]
${thing(
  'pass: policy.on',
  `list: { path: /things, items: data, next: none }
    detail: { path: /policy, body: { resource: 'things/{item.id}' }, as: policy }`,
)}`

  const { check, requests } = await runFile(file, {
    'GET /things': { json: { data: [{ id: 7 }] } },
    'POST /policy': { json: { on: true } },
  })

  expect(check.status).toBe('pass')
  expect(requests.slice(1)).toMatchObject([{ method: 'POST', path: '/policy', body: '{"resource":"things/7"}' }])
})

test('an answer to a POST that "posts" does not allow is refused', () => {
  expect(
    findProblems(
      thing(
        'pass: policy.on',
        `list: { path: /things, items: data, next: none }
    detail: { path: /policy, body: { id: '{item.id}' }, as: policy }`,
      ),
    ).join(),
  ).toContain('makes a POST, which "posts" has to allow')
})
