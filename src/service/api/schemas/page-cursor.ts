import { z } from '@hono/zod-openapi'
import { ApiError } from '../../../errors/index.ts'

const limitDefault = 50
const limitMax = 100

/** Characters of a cursor. */
export const cursorLengthMax = 500

/** Query parameters that request one page of a list. */
export const pageQuery = {
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, `must be a whole number from 1 to ${limitMax}`)
    .transform(Number)
    .refine((limit) => limit <= limitMax, `must be a whole number from 1 to ${limitMax}`)
    .default(limitDefault)
    .openapi({ type: 'integer', minimum: 1, maximum: limitMax, default: limitDefault, example: limitDefault }),
  cursor: z.string().max(cursorLengthMax).optional().openapi({ description: 'nextCursor of the previous page.' }),
}

/** A page of a list, for the document. */
export function createPageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    nextCursor: z
      .string()
      .nullable()
      .openapi({ description: 'The start of the next page. null: this is the last page.' }),
  })
}

/** The position of a row in the order of a list. */
export interface ListPosition {
  readonly atMs: number
  readonly id: string
}

/**
 * One page from a list with one row more than fits.
 * @param toPosition gives the position of a row in the order
 */
export function takePage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  { toPosition, toItem }: { readonly toPosition: (row: Row) => ListPosition; readonly toItem: (row: Row) => Item },
): { data: Item[]; nextCursor: string | null } {
  const fitting = rows.slice(0, limit)
  const last = fitting.at(-1)
  const nextCursor = rows.length > limit && last !== undefined ? formatPageCursor(toPosition(last)) : null
  return { data: fitting.map(toItem), nextCursor }
}

/** @throws ApiError 400 for an invalid cursor */
export function parsePageCursor(cursor: string | undefined): ListPosition | undefined {
  if (cursor === undefined) return undefined
  const [, atMs, id] = /^(\d{1,15})\.([A-Za-z0-9_-]{1,64})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (atMs !== undefined && id !== undefined) return { atMs: Number(atMs), id }
  throw new ApiError('The query is not valid.', {
    code: 'API_INVALID',
    problems: [{ path: 'cursor', message: 'must be the nextCursor of an answer' }],
  })
}

export function formatPageCursor({ atMs, id }: ListPosition): string {
  return Buffer.from(`${atMs}.${id}`).toString('base64url')
}
