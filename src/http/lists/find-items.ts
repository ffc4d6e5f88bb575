import type { OmittedList, PaginateOptions } from '../../define/index.ts'
import { CheckError } from '../../errors/index.ts'
import { readMember } from '../../text/read-member.ts'
import type { VendorReply } from '../refusals/vendor-reply.ts'
import { findConnectionItems } from './graphql-connection.ts'

/**
 * The list of a page. A page without it does not prove an empty list, unless the request declares how the vendor writes
 * one.
 * @throws CheckError `SCHEMA_DRIFT`
 */
export function findItems<T>(
  body: unknown,
  { items, next }: PaginateOptions<T>,
  reply: VendorReply,
): readonly unknown[] {
  if (items === undefined && typeof next === 'object' && 'connection' in next)
    return findConnectionItems(body, next, reply)
  // RFC 9110 §15.3.5: there is nothing to send. Zoho CRM and ConnectWise answer so for a list without items.
  if (reply.status === 204) return []
  if (typeof items === 'object') {
    const list = readMember(body, items.path)
    if (list === undefined && isEmptyPage(body, items)) return []
    return demandList(list, `at "${items.path}"`, body, reply)
  }
  const list = typeof items === 'function' ? items(body) : items === undefined ? body : readMember(body, items)
  return demandList(list, typeof items === 'string' ? `at "${items}"` : 'where one is expected', body, reply)
}

/** The list of a page; undefined for an answer without one. */
export function tryFindItems<T>(
  body: unknown,
  options: PaginateOptions<T>,
  reply: VendorReply,
): readonly unknown[] | undefined {
  try {
    return findItems(body, options, reply)
  } catch {
    return undefined
  }
}

function demandList(
  list: unknown,
  place: string,
  body: unknown,
  { method, url, status }: VendorReply,
): readonly unknown[] {
  if (Array.isArray(list)) return list
  const why =
    body === undefined
      ? `It is empty, with the status ${status}. A vendor that has no items says so by 204, or sends a list; see whether a proxy answered.`
      : 'Check the "items" option, or whether the vendor\'s API changed.'
  throw new CheckError(`The answer to ${method} ${url} has no list ${place}. ${why}`, { code: 'SCHEMA_DRIFT' })
}

/** Whether a page is what remains when its list is left out: an error has other members. */
function isEmptyPage(body: unknown, { path, has = [], mayHave = [] }: OmittedList): boolean {
  const holder = path.includes('.') ? readMember(body, path.slice(0, path.lastIndexOf('.'))) : body
  if (typeof holder !== 'object' || holder === null || Array.isArray(holder)) return false
  return (
    has.every((name) => Object.hasOwn(holder, name) && readMember(holder, name) !== null) &&
    Object.keys(holder).every((name) => has.includes(name) || mayHave.includes(name))
  )
}
