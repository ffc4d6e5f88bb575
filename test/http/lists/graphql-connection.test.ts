import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GraphqlPages } from '../../../src/define/index.ts'
import { countRuns } from '../../setup/count-runs.ts'
import { catchError, collectItems, openClient, serve } from '../support.ts'

const query =
  'query ($org: String!, $after: String, $innerAfter: String) { organization(login: $org) { teams(after: $after) { nodes { id members(after: $innerAfter) { nodes { id } pageInfo { hasNextPage endCursor } } } pageInfo { hasNextPage endCursor } } } }'

interface Asked {
  readonly query: string
  readonly variables: { readonly org?: string; readonly after?: string; readonly innerAfter?: string }
}

/** A part of a list as a connection, its cursor being where it ends. */
function connection(list: readonly unknown[], after: string | undefined, size: number) {
  const start = after === undefined ? 0 : Number(after.slice(1))
  const end = start + size
  return { nodes: list.slice(start, end), pageInfo: { hasNextPage: end < list.length, endCursor: `c${end}` } }
}

/** A vendor of teams with members, by how many each has. */
async function clientOf(teams: readonly number[], size: number, innerSize = 100) {
  const vendor = await serve(({ body }) => {
    const { variables = {} } = JSON.parse(body) as Partial<Asked>
    const all = teams.map((members, team) => ({
      id: `t${team}`,
      members: connection(
        Array.from({ length: members }, (_each, index) => ({ id: `u${team}.${index}` })),
        variables.innerAfter,
        innerSize,
      ),
    }))
    return { json: { data: { organization: { teams: connection(all, variables.after, size) } } } }
  })
  return { vendor, ...(await openClient({ baseUrl: vendor.origin })) }
}

interface Team {
  readonly id: string
  readonly members: { readonly nodes: readonly { readonly id: string }[] }
}

const next: GraphqlPages = { connection: 'organization.teams', variable: 'after' }
const inner = { connection: 'members', variable: 'innerAfter' }

describe('client.paginate() through a connection of GraphQL', () => {
  test('gives every node once, with all nodes of its own connection (property)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(7), { maxLength: 6 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 4 }),
        async (teams, size, innerSize) => {
          const { client, told } = await clientOf(teams, size, innerSize)

          const items = await collectItems(
            client.paginate<Team>('/graphql', {
              body: { query, variables: { org: 'acme' } },
              next: { ...next, inner },
            }),
          )

          expect(items.map(({ members }) => members.nodes.map(({ id }) => id))).toEqual(
            teams.map((members, team) => Array.from({ length: members }, (_each, index) => `u${team}.${index}`)),
          )
          expect(told.incomplete).toEqual([])
        },
      ),
      { numRuns: countRuns(25) },
    )
  })

  test('keeps the other variables, and sends no cursor for the first page', async () => {
    const { client, vendor } = await clientOf([1, 1, 1], 2)

    await collectItems(client.paginate('/graphql', { body: { query, variables: { org: 'acme' } }, next }))

    expect(vendor.seen.map(({ body }) => (JSON.parse(body) as Asked).variables)).toEqual([
      { org: 'acme' },
      { org: 'acme', after: 'c2' },
    ])
  })

  test('is incomplete where a connection within has more and nobody asked for it', async () => {
    const { client, told } = await clientOf([1, 3], 2, 2)

    await collectItems(client.paginate('/graphql', { body: { query }, next }))

    expect(told.incomplete).toEqual([expect.stringContaining('"nodes[].members.pageInfo.hasNextPage" is true')])
  })

  test('reads edges, and pages of them', async () => {
    const vendor = await serve(({ body }) => {
      const { nodes, pageInfo } = connection([1, 2, 3], (JSON.parse(body) as Asked).variables?.after, 2)
      return { json: { data: { users: { edges: nodes.map((node) => ({ node })), pageInfo } } } }
    })
    const { client } = await openClient({ baseUrl: vendor.origin })

    const items = await collectItems(
      client.paginate('/graphql', { body: { query }, next: { connection: 'users', variable: 'after' } }),
    )

    expect(items).toEqual([1, 2, 3])
  })

  test.each<[string, unknown, Record<string, unknown>]>([
    ['errors', { data: { users: null }, errors: [{ message: 'no' }] }, { code: 'GRAPHQL_ERRORS' }],
    ['no connection', { data: { users: null } }, { code: 'SCHEMA_DRIFT' }],
    ['no list', { data: { users: { pageInfo: { hasNextPage: false } } } }, { code: 'SCHEMA_DRIFT' }],
    ['no page info', { data: { users: { nodes: [] } } }, { code: 'SCHEMA_DRIFT' }],
    [
      'more and no cursor',
      { data: { users: { nodes: [], pageInfo: { hasNextPage: true } } } },
      { code: 'SCHEMA_DRIFT' },
    ],
    [
      'the same cursor for ever',
      { data: { users: { nodes: [1], pageInfo: { hasNextPage: true, endCursor: 'a' } } } },
      { code: 'PAGINATION_LOOP' },
    ],
  ])('ends at %s', async (_name, json, error) => {
    const vendor = await serve(() => ({ json }))
    const { client } = await openClient({ baseUrl: vendor.origin })
    const list = client.paginate('/graphql', { body: { query }, next: { connection: 'users', variable: 'after' } })

    expect(await catchError(collectItems(list))).toMatchObject(error)
    expect(vendor.seen.length).toBeLessThanOrEqual(2)
  })

  test('ends where the inner pages repeat, or the item is gone', async () => {
    const page = (id: string, endCursor: string) => ({
      nodes: [{ id, members: { nodes: [1], pageInfo: { hasNextPage: true, endCursor } } }],
      pageInfo: { hasNextPage: false },
    })
    for (const [second, code] of [
      [page('t1', 'a'), 'PAGINATION_LOOP'],
      [page('t2', 'b'), 'SCHEMA_DRIFT'],
    ] as const) {
      const vendor = await serve((_request, _response, nth) => ({
        json: { data: { organization: { teams: nth === 1 ? page('t1', 'a') : second } } },
      }))
      const { client } = await openClient({ baseUrl: vendor.origin })

      expect(
        await catchError(collectItems(client.paginate('/graphql', { body: { query }, next: { ...next, inner } }))),
      ).toMatchObject({ code })
    }
  })

  test('sends no mutation, and needs a query', async () => {
    const vendor = await serve()
    const { client } = await openClient({ baseUrl: vendor.origin })

    expect(
      await catchError(collectItems(client.paginate('/graphql', { body: { query: 'mutation { a { id } }' }, next }))),
    ).toMatchObject({ code: 'HTTP_METHOD_REFUSED' })
    expect(await catchError(collectItems(client.paginate('/graphql', { next })))).toBeInstanceOf(TypeError)
    expect(vendor.seen).toEqual([])
  })
})
