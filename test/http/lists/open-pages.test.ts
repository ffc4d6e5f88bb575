import { describe, expect, test } from 'vitest'
import { catchError, openClient, serve } from '../support.ts'

/** Why the check has not seen everything, when the vendor answers each path with this. */
async function clientOf(
  answer: (
    path: string,
    nth: number,
    body: string,
  ) => { json: unknown; link?: string; headers?: Record<string, string> },
) {
  const vendor = await serve(({ path, body }, _response, nth) => {
    const { json, link, headers = {} } = answer(path, nth, body)
    return { json, headers: link === undefined ? headers : { ...headers, link } }
  })
  const { client } = await openClient({ baseUrl: vendor.origin })
  return { client, vendor }
}

const two = [{ id: 1 }, { id: 2 }]

describe('a page that is asked for by hand is not the whole list', () => {
  test.each<[string, { json: unknown; link?: string; headers?: Record<string, string> }, string]>([
    ['Link: rel="next"', { json: two, link: '</users?page=2>; rel="next"' }, 'Link'],
    ['X-Total-Count', { json: two, headers: { 'x-total-count': '5' } }, 'X-Total-Count'],
    ['X-Total', { json: two, headers: { 'x-total': '5' } }, 'X-Total'],
    ['X-Next-Page', { json: two, headers: { 'x-next-page': '2' } }, 'X-Next-Page'],
    ['Next-Range', { json: two, headers: { 'next-range': 'id 2..; max=2' } }, 'Next-Range'],
    ['has_more', { json: { users: two, has_more: true } }, 'has_more'],
    ['hasMore as text', { json: { users: two, hasMore: 'true' } }, 'hasMore'],
    ['IsTruncated', { json: { Users: two, IsTruncated: true } }, 'IsTruncated'],
    ['incomplete_results', { json: { items: two, incomplete_results: true } }, 'incomplete_results'],
    ['isLast', { json: { values: two, isLast: false } }, 'isLast'],
    ['next', { json: { results: two, next: 'https://api.acme.example/users?page=2' } }, 'next'],
    ['nextPageToken', { json: { items: two, nextPageToken: 'abc' } }, 'nextPageToken'],
    ['@odata.nextLink', { json: { value: two, '@odata.nextLink': '/users?$skiptoken=a' } }, '@odata.nextLink'],
    [
      'a cursor in meta',
      { json: { data: two, response_metadata: { next_cursor: 'abc' } } },
      'response_metadata.next_cursor',
    ],
    [
      'a cursor beside a list by id',
      { json: { info: { u1: {} }, response_metadata: { next_cursor: 'a' } } },
      'response_metadata.next_cursor',
    ],
    ['has_more beside a list by id', { json: { users: { u1: {} }, has_more: true } }, 'has_more'],
    ['a cursor beside a list by id', { json: { users: { u1: {} }, nextPageToken: 'abc' } }, 'nextPageToken'],
    ['an object next', { json: { results: two, paging: { next: { after: '2' } } } }, 'paging.next'],
    [
      'links by relation',
      {
        json: {
          users: two,
          links: [
            { rel: 'self', href: '/a' },
            { rel: 'next', href: '/b' },
          ],
        },
      },
      'links',
    ],
    ['a total', { json: { users: two, total: 5 } }, 'total'],
    [
      'a total in pagination',
      { json: { data: { users: two, pagination: { totalCount: '5' } } } },
      'data.pagination.totalCount',
    ],
    [
      'a total beside a filtered one',
      { json: { data: two, meta: { page: { total_count: 9, total_filtered_count: 5 } } } },
      'meta.page.total_filtered_count',
    ],
    ['pages', { json: { content: two, page: { totalPages: 3 } } }, 'page.totalPages'],
    ['a cursor without a direction', { json: { users: two, cursor: 'c2' } }, 'cursor'],
    ['a cursor that is a number', { json: { users: two, after: 2 } }, 'after'],
    ['a token', { json: { users: two, token: 't2' } }, 'token'],
    ['a bookmark beside what pages have', { json: { members: two, count: 2, bookmark: 'b2' } }, 'bookmark'],
    ['a token in paging', { json: { members: two, paging: { token: 't2' } } }, 'paging.token'],
    ['X-Has-More', { json: two, headers: { 'x-has-more': 'true' } }, 'X-Has-More'],
    ['X-Next-Cursor', { json: two, headers: { 'x-next-cursor': 'c2' } }, 'X-Next-Cursor'],
    ['X-WP-Total', { json: two, headers: { 'x-wp-total': '5' } }, 'X-Wp-Total'],
    ['Content-Range', { json: two, headers: { 'content-range': 'items 0-1/50' } }, 'Content-Range'],
    ['an unknown total', { json: two, headers: { 'content-range': '0-1/*' } }, 'Content-Range'],
  ])('by %s', async (_name, answer, mark) => {
    const { client } = await clientOf(() => answer)

    await client.get('/users')
    expect(client.findOpenPage()).toContain(`"${mark}"`)
    expect(client.findOpenPage()).toContain('partial: true')
  })

  test.each<[string, { json: unknown; link?: string; headers?: Record<string, string> }]>([
    ['the last page', { json: { users: two, total: 2, has_more: false, next: null, isLast: true } }],
    ['empty marks', { json: { users: two, next: '', nextPageToken: '', next_offset: 0, cursor: 'end' } }],
    ['a previous page', { json: two, link: '</users?page=1>; rel="prev"' }],
    ['an object that is no list', { json: { id: 1, next: 'tuesday', total: 100, has_more: true } }],
    [
      'a total of what the filter leaves',
      { json: { data: two, meta: { page: { total_count: 9, total_filtered_count: 2 } } } },
    ],
    ['marks within items', { json: { users: [{ id: 1, changelog: { total: 9, histories: [], has_more: true } }] } }],
    ['no part that could not be reached', { json: { users: two, unreachable: [], warnings: [{ code: 'OTHER' }] } }],
    ['unreachable things of one object', { json: { id: 1, unreachable: ['a'] } }],
    ['a list of that name', { json: { unreachable: [{ id: 1 }], users: two } }],
    ['the token of an account', { json: { token: 't', organizations: two } }],
    ['the cursor of one thing', { json: { id: 1, cursor: 'c', users: two } }],
    ['a cursor in each item', { json: { users: [{ id: 1, cursor: 'c' }] } }],
    ['a cursor beside a total that was reached', { json: { users: two, total: 2, cursor: 'c' } }],
    ['a range that is the whole', { json: two, headers: { 'content-range': '0-1/2' } }],
    ['a token of another header', { json: two, headers: { 'x-token': 't' } }],
    ['a text', { json: 'ok' }],
    ['null', { json: null }],
  ])('but for %s', async (_name, answer) => {
    const { client } = await clientOf(() => answer)

    await client.get('/users')

    expect(client.findOpenPage()).toBeUndefined()
  })

  test.each<[string, object]>([
    ['unreachable', { items: two, unreachable: ['locations/eu'] }],
    ['warning', { items: two, warning: { code: 'UNREACHABLE' } }],
    ['warnings', { items: two, warnings: [{ code: 'OTHER' }, { code: 'REGION_UNREACHABLE' }] }],
  ])('nor is one that names parts that could not be reached, by "%s"', async (name, json) => {
    const { client } = await clientOf(() => ({ json }))
    const enough = await clientOf(() => ({ json }))

    await client.get('/users')
    await enough.client.get('/users', { partial: true })
    await enough.client.get('/users', { notMore: [name.toUpperCase()] })

    expect(client.findOpenPage()).toContain('could not reach a part of the list')
    expect(client.findOpenPage()).toContain(`"${name}"`)
    expect(enough.client.findOpenPage()).toBeUndefined()
  })

  test('unless the request says that the page is enough, or that the mark means something else', async () => {
    const { client } = await clientOf(() => ({ json: { users: two, total: 5 } }))

    await client.get('/users', { partial: true })
    await client.post('/users', { reads: true, notMore: ['TOTAL'] })

    expect(client.findOpenPage()).toBeUndefined()
  })

  test('nor is an answer that holds a refusal, even if one page is enough', async () => {
    const { client } = await clientOf(() => ({ json: { ok: false, error: 'ratelimited' } }))
    const known = await clientOf(() => ({ json: { users: [], error: 'soft' } }))

    await client.get('/users', { partial: true })
    await known.client.get('/users', { notMore: ['error'] })

    expect(client.findOpenPage()).toContain('says that the request failed: "error" is not empty')
    expect(known.client.findOpenPage()).toBeUndefined()
  })

  test('nor is one thing of which a range came', async () => {
    const vendor = await serve(() => ({ status: 206, json: { id: 1 } }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    await client.get('/users/1')

    expect(client.findOpenPage()).toContain('"206" is "Partial Content"')
  })

  test('nor is one that is accepted and answered later, which ends the check at once', async () => {
    const vendor = await serve(() => ({ status: 202, json: { users: two } }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    expect(await catchError(client.get('/users'))).toMatchObject({ code: 'CHECK_INCOMPLETE' })
    expect(await client.get('/users', { notMore: ['202'] })).toEqual({ users: two })
  })

  test('also where it is posted', async () => {
    const { client } = await clientOf(() => ({ json: { users: two, total: 5 } }))

    await client.post('/users', { reads: true, body: { filter: 'all' } })

    expect(client.findOpenPage()).toContain('"total" is 5')
  })
})

describe('a loop by hand reads the whole list', () => {
  test('by cursors', async () => {
    const { client } = await clientOf((path) =>
      path.includes('cursor=abc') ? { json: { users: two } } : { json: { users: two, next_cursor: 'abc', total: 4 } },
    )

    await client.get('/users')
    expect(client.findOpenPage()).toContain('"next_cursor" is not empty')
    await client.get('/users?role=admin')
    expect(client.findOpenPage()).toContain('"next_cursor" is not empty')
    await client.get('/users', { query: { cursor: 'abc' } })
    await client.get('/users', { query: { role: 'admin', cursor: 'abc' } })

    expect(client.findOpenPage()).toBeUndefined()
  })

  test('by a cursor without a direction that the last page repeats', async () => {
    const { client } = await clientOf(() => ({ json: { users: two, cursor: 'c2' } }))

    await client.get('/users')
    expect(client.findOpenPage()).toContain('"cursor" is not empty')
    await client.get('/users', { query: { cursor: 'c2' } })

    expect(client.findOpenPage()).toBeUndefined()
  })

  test('by addresses of the vendor, whole or their parameters', async () => {
    const { client, vendor } = await clientOf((path) =>
      /page=[23]/.test(path)
        ? { json: two }
        : { json: two, link: `</users?page=${path.includes('b') ? 3 : 2}&k=%20v>; rel="next"` },
    )

    await client.get('/users')
    await client.get(`${vendor.origin}/users?page=2&k=%20v`)
    expect(client.findOpenPage()).toBeUndefined()
    await client.get('/users?b=1')
    await client.get('/users', { query: { b: 1, page: 3, k: ' v' } })

    expect(client.findOpenPage()).toBeUndefined()
  })

  test('by page numbers, as far as all items have come', async () => {
    const { client } = await clientOf(() => ({ json: { users: two, total: 5 } }))

    await client.get('/users', { query: { page: 1 } })
    await client.get('/users', { query: { page: 2 } })
    expect(client.findOpenPage()).toContain('only 4 items on 2 pages')
    await client.get('/users', { query: { page: 3 } })

    expect(client.findOpenPage()).toBeUndefined()
  })

  test('and another list of the same path closes nothing', async () => {
    const { client } = await clientOf((path) => ({ json: path.includes('team=2') ? two : { users: two, total: 5 } }))

    await client.get('/users?team=1')
    await client.get('/users?team=2')

    expect(client.findOpenPage()).toContain('team=1')
  })

  test('of a thousand lists that it does not go on with, and remembers the first few', async () => {
    const { client } = await clientOf((path) => ({ json: { path, users: two, total: 5 } }))

    for (let team = 0; team < 300; team++) await client.get(`/teams/${team}/users`)

    expect(client.findOpenPage()).toContain('/teams/0/users')
  })
})

describe('a connection of GraphQL', () => {
  const query =
    'query ($after: String) { users(first: 2, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }'
  const users = (hasNextPage: boolean, endCursor: string) => ({
    json: { data: { users: { nodes: two, pageInfo: { hasNextPage, endCursor } } } },
  })

  test('that has more is not the whole list, and is by a loop', async () => {
    const { client } = await clientOf((_path, _nth, body) =>
      body.includes('cur1') ? users(false, 'cur2') : users(true, 'cur1'),
    )

    await client.graphql(query)
    expect(client.findOpenPage()).toContain('"data.users.pageInfo.hasNextPage" is true')
    await client.graphql('{ a { totalCount } }', { other: 1 }, { partial: true })
    expect(client.findOpenPage()).toContain('"data.users.pageInfo.hasNextPage" is true')
    await client.graphql(query, { after: 'cur1' })

    expect(client.findOpenPage()).toBeUndefined()
  })

  test('within items counts too, each of them', async () => {
    const inner = (cursor: string) => ({
      id: cursor,
      teams: { nodes: [1], pageInfo: { hasNextPage: true, endCursor: cursor } },
    })
    const { client } = await clientOf((_path, nth) => ({
      json: {
        data:
          nth === 1
            ? { users: { nodes: [inner('cur1'), inner('cur2')], pageInfo: { hasNextPage: false } } }
            : { node: {} },
      },
    }))

    await client.graphql('{ users { nodes { teams { pageInfo { hasNextPage endCursor } } } } }')
    await client.graphql('query ($after: String) { node { teams(after: $after) { pageInfo { hasNextPage } } } }', {
      after: 'cur2',
    })

    expect(client.findOpenPage()).toContain('data.users.nodes[].teams.pageInfo.hasNextPage')
  })

  test('by its total where nobody asks for pages', async () => {
    const { client } = await clientOf(() => ({ json: { data: { users: { totalCount: 5, nodes: two } } } }))

    await client.graphql('{ users { totalCount nodes { id } } }')

    expect(client.findOpenPage()).toContain('"data.users.totalCount" is 5')
  })

  test('whose pages repeat ends a loop by hand', async () => {
    const { client, vendor } = await clientOf(() => users(true, 'cur1'))
    const loop = async () => {
      let after: string | undefined
      for (;;) {
        const answer = await client.graphql<{ users: { pageInfo: { endCursor: string } } }>(query, { after })
        after = answer.users.pageInfo.endCursor
      }
    }

    expect(await catchError(loop())).toMatchObject({ code: 'PAGINATION_LOOP' })
    expect(vendor.seen.length).toBeLessThan(30)
  })
})
