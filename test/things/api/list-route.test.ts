import { z } from '@hono/zod-openapi'
import { describe, expect, test } from 'vitest'
import type { Caller } from '../../../src/things/api/callers/caller.ts'
import { defineListRoute, type ListPage } from '../../../src/things/api/list-route.ts'
import type { HostParts } from '../../../src/things/api/parts/host-parts.ts'

type Row = { readonly id: string; readonly createdAtMs: number }

const rows: readonly Row[] = [
  { id: 'c', createdAtMs: 3_000 },
  { id: 'b', createdAtMs: 2_000 },
  { id: 'a', createdAtMs: 1_000 },
]
const caller = { organizationId: 'acme' } as Caller

/** A list of the rows, which keeps what it was asked for. */
function createList() {
  const asked: (ListPage<'createdAtMs'> & { readonly colour?: string | undefined })[] = []
  const route = defineListRoute({
    path: '/v1/rows',
    operationId: 'RowsController_list_v1',
    tag: 'Rows',
    summary: 'List rows',
    scope: 'integrations:read',
    query: { colour: z.enum(['red', 'blue']).optional() },
    item: z.object({ id: z.string() }),
    page: 'RowPage',
    answer: 'One page of rows.',
    by: 'createdAtMs',
    list: async ({ query: { colour }, page }) => {
      asked.push({ ...page, colour })
      const { before } = page
      return rows.filter(({ createdAtMs }) => !before || createdAtMs < before.createdAtMs).slice(0, page.limit)
    },
    toItem: ({ id }) => ({ id }),
  })
  const ask = async (query: string) => {
    const request = new Request(`https://checks.example.com/v1/rows${query}`)
    const mayGoOn = async () => true
    const prepared = await route.prepare({ request, requestId: 'r', params: {}, caller, mayGoOn }, {} as HostParts)
    const outcome = await prepared.carryOut()
    return outcome.kind === 'value' ? outcome.value : undefined
  }
  return { route, ask, asked }
}

describe('defineListRoute()', () => {
  test('asks for one row more than fits, of the organization of the caller', async () => {
    const { ask, asked } = createList()

    await ask('?limit=2&colour=red')

    expect(asked).toEqual([{ organizationId: 'acme', limit: 3, before: undefined, colour: 'red' }])
  })

  test('gives pages that go on behind the last row, until there is none', async () => {
    const { ask, asked } = createList()

    const first = (await ask('?limit=2')) as { readonly nextCursor: string }
    const second = await ask(`?limit=2&cursor=${first.nextCursor}`)

    expect(first).toMatchObject({ data: [{ id: 'c' }, { id: 'b' }], nextCursor: expect.any(String) })
    expect(asked[1]?.before).toEqual({ createdAtMs: 2_000, id: 'b' })
    expect(second).toEqual({ data: [{ id: 'a' }], nextCursor: null })
  })

  test('positions rows by a time in ISO 8601 too', async () => {
    const places: unknown[] = []
    const route = defineListRoute({
      path: '/v1/rows',
      operationId: 'RowsController_list_v1',
      tag: 'Rows',
      summary: 'List rows',
      scope: 'integrations:read',
      item: z.object({ id: z.string() }),
      page: 'RowPage',
      answer: 'One page of rows.',
      by: 'madeAt',
      list: async ({ page }) => {
        places.push(page.before)
        return [1, 2].map((at) => ({ id: `${at}`, madeAt: new Date(at).toISOString() }))
      },
      toItem: ({ id }) => ({ id }),
    })
    const ask = async (query: string) => {
      const request = new Request(`https://checks.example.com/v1/rows${query}`)
      const asking = { request, requestId: 'r', params: {}, caller, mayGoOn: async () => true }
      const outcome = await (await route.prepare(asking, {} as HostParts)).carryOut()
      return (outcome.kind === 'value' ? outcome.value : {}) as { readonly nextCursor?: string }
    }

    const { nextCursor } = await ask('?limit=1')
    await ask(`?limit=1&cursor=${nextCursor}`)

    expect(places).toEqual([undefined, { madeAt: '1970-01-01T00:00:00.001Z', id: '1' }])
  })

  test.each(['?limit=0', '?limit=101', '?cursor=nothing', '?colour=green', '?other=1'])('refuses %s', async (query) => {
    const { ask } = createList()

    await expect(ask(query)).rejects.toMatchObject({ code: 'API_INVALID' })
  })

  test('declares a GET with the schema of a page, whose query has the page beside what chooses rows', () => {
    const { route } = createList()

    expect(route).toMatchObject({ method: 'get', path: '/v1/rows', scope: 'integrations:read', action: undefined })
    expect(Object.keys(route.query?.shape ?? {})).toEqual(['colour', 'limit', 'cursor'])
    expect(route.answer).toMatchObject({ status: 200, description: 'One page of rows.' })
  })
})
