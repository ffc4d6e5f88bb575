import { z } from '@hono/zod-openapi'
import { createPageSchema, pageQuery, parsePageCursor, takePage } from '../../service/api/schemas/page-cursor.ts'
import type { Caller } from './callers/caller.ts'
import type { HostParts } from './parts/host-parts.ts'
import { defineRoute, type Route, type RouteDeclaration } from './route.ts'

/** Where a row stands in a list: by a time, as epoch ms or ISO 8601, and then by its id. */
type Position<By extends string> = { readonly [_ in By]: By extends `${string}Ms` ? number : string } & {
  readonly id: string
}

/** What a list is asked for: one row more than fits a page, which says whether there is another one. */
export interface ListPage<By extends string> {
  readonly organizationId: string
  readonly limit: number
  /** The last row of the page before, in the order of the list. undefined: the first page. */
  readonly before: Position<By> | undefined
}

interface ListInput<P extends z.ZodObject, Q extends z.ZodRawShape, By extends string> {
  readonly params: z.output<P>
  readonly query: z.output<z.ZodObject<Q>>
  readonly caller: Caller
  readonly page: ListPage<By>
}

type ListFacts = 'path' | 'operationId' | 'tag' | 'summary' | 'description' | 'problems' | 'scope' | 'permission'

interface ListDeclaration<
  P extends z.ZodObject,
  Q extends z.ZodRawShape,
  Item extends z.ZodType,
  By extends string,
  Row extends Position<By>,
> extends Pick<RouteDeclaration<P, z.ZodObject, undefined, z.ZodType>, ListFacts> {
  readonly params?: P
  /** What chooses rows, beside the page. @default nothing */
  readonly query?: Q
  readonly item: Item
  /** Name of a page in the document: `ApiKeyPage`. */
  readonly page: string
  /** What the answer is: "One page of keys." */
  readonly answer: string
  /** The member of a row by which the list is ordered. */
  readonly by: By
  readonly list: (input: ListInput<P, Q, By>, host: HostParts) => Promise<readonly Row[]>
  readonly toItem: (row: Row, host: HostParts) => z.input<Item>
}

/** Declares a route that gives a list page by page: its query, the cursor and the schema of a page follow. */
export function defineListRoute<
  Item extends z.ZodType,
  const By extends string,
  Row extends Position<By>,
  P extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Q extends z.ZodRawShape = Record<never, never>,
>(declaration: ListDeclaration<P, Q, Item, By, Row>): Route {
  const { query, item, page, answer, by, list, toItem, ...facts } = declaration
  return defineRoute({
    ...facts,
    method: 'get',
    query: z.strictObject({ ...query, ...pageQuery }),
    answer: { status: 200, description: answer, schema: createPageSchema(item).openapi(page) },
    handle: async ({ params, query: { limit, cursor, ...chosen }, caller }, host) => {
      const place = parsePageCursor(cursor)
      const before = place && {
        [by]: by.endsWith('Ms') ? place.atMs : new Date(place.atMs).toISOString(),
        id: place.id,
      }
      const { organizationId } = caller
      const asked = { organizationId, limit: limit + 1, before } as ListPage<By>
      const rows = await list({ params, query: chosen as never, caller, page: asked }, host)
      return takePage(rows, limit, {
        toPosition: (row) => ({ atMs: new Date(row[by]).getTime(), id: row.id }),
        toItem: (row) => toItem(row, host),
      })
    },
  })
}
