import { ApiError } from '../../../errors/index.ts'

/** A position in a list that starts anew in each part: the results of a run, the findings of a connection. */
export interface CursorPlace {
  /** Id of the part. */
  readonly part: string
  /** Position within it, from 0. */
  readonly index: number
}

export function formatPlaceCursor({ part, index }: CursorPlace): string {
  return Buffer.from(`${part}.${index}`).toString('base64url')
}

/** @throws ApiError 400 for an invalid cursor */
export function parsePlaceCursor(cursor: string | undefined): CursorPlace | undefined {
  if (cursor === undefined) return undefined
  // A position is an integer of 32 bits in the store.
  const [, part, index] = /^([A-Za-z0-9_-]{1,64})\.(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (part !== undefined && index !== undefined) return { part, index: Number(index) }
  throw createForeignCursorError()
}

export function createForeignCursorError(): ApiError {
  return new ApiError('The query is not valid.', {
    code: 'API_INVALID',
    problems: [{ path: 'cursor', message: 'must be the nextCursor of an answer' }],
  })
}
