import type { ConnectionOrder, ConnectionPlace } from '../../../auth/connection-store.ts'
import { ApiError } from '../../../errors/index.ts'

/** The numbers fit the columns of the store: urgency and unwell are integers of 32 bits there. */
const form = /^(name|attention|last-run)\.(\d{1,9})\.(\d{1,9})\.(\d{1,15})\.([A-Za-z0-9_-]{1,64})\.([^\0]{0,500})$/s
/** As the list has always had it. */
const newestForm = /^(\d{1,15})\.([A-Za-z0-9_-]{1,64})$/

/** The place of a connection in an order, for the link to the next page. */
export function formatConnectionCursor(order: ConnectionOrder, place: ConnectionPlace): string {
  const { id, createdAtMs, sortName, urgency, unwell, lastRunAtMs } = place
  const values = order === 'newest' ? [createdAtMs, id] : [order, urgency, unwell, lastRunAtMs, id, sortName]
  return Buffer.from(values.join('.')).toString('base64url')
}

/** @throws ApiError 400 for an invalid cursor, and for one of another order */
export function parseConnectionCursor(order: ConnectionOrder, cursor: string | undefined): ConnectionPlace | undefined {
  if (cursor === undefined) return undefined
  const text = Buffer.from(cursor, 'base64url').toString()
  const place = order === 'newest' ? parseNewest(text) : parsePlace(order, text)
  if (place) return place
  throw new ApiError('The query is not valid.', {
    code: 'API_INVALID',
    problems: [{ path: 'cursor', message: 'must be the nextCursor of an answer with the same sort' }],
  })
}

function parseNewest(text: string): ConnectionPlace | undefined {
  const [, createdAtMs, id] = newestForm.exec(text) ?? []
  if (id === undefined) return undefined
  return { id, createdAtMs: Number(createdAtMs), sortName: '', urgency: 0, unwell: 0, lastRunAtMs: 0 }
}

function parsePlace(order: ConnectionOrder, text: string): ConnectionPlace | undefined {
  const [, of, urgency, unwell, lastRunAtMs, id, sortName] = form.exec(text) ?? []
  if (of !== order || id === undefined || sortName === undefined) return undefined
  const [rank, count, atMs] = [urgency, unwell, lastRunAtMs].map(Number)
  return { id, createdAtMs: 0, sortName, urgency: rank ?? 0, unwell: count ?? 0, lastRunAtMs: atMs ?? 0 }
}
