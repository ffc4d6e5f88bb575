import type { OmittedList, PaginateOptions } from '../define/index.ts'
import { memberAt } from '../define/index.ts'
import { CheckError } from '../errors/index.ts'
import type { Reply } from './failure.ts'

/**
 * The list of a page. A page without it says nothing about what there is, so that it is no empty list, unless the request says
 * how the vendor writes one.
 * @throws CheckError `SCHEMA_DRIFT`
 */
export function findItems<T>(body: unknown, { items }: PaginateOptions<T>, reply: Reply): readonly unknown[] {
  if (typeof items === 'object') {
    const list = memberAt(body, items.path)
    if (list === undefined && isEmptyPage(body, items)) return []
    return listIn(list, `at "${items.path}"`, reply)
  }
  const list = typeof items === 'function' ? items(body) : items === undefined ? body : memberAt(body, items)
  return listIn(list, typeof items === 'string' ? `at "${items}"` : 'where one is expected', reply)
}

function listIn(list: unknown, place: string, { method, url }: Reply): readonly unknown[] {
  if (Array.isArray(list)) return list
  throw new CheckError(
    `The answer to ${method} ${url} has no list ${place}. Check the "items" option, or whether the vendor's API changed.`,
    { code: 'SCHEMA_DRIFT' },
  )
}

/** Whether a page is just what is left of one when its list is left out: an error in its place has other members. */
function isEmptyPage(body: unknown, { path, has = [], mayHave = [] }: OmittedList): boolean {
  const holder = path.includes('.') ? memberAt(body, path.slice(0, path.lastIndexOf('.'))) : body
  if (typeof holder !== 'object' || holder === null || Array.isArray(holder)) return false
  return (
    has.every((name) => Object.hasOwn(holder, name) && memberAt(holder, name) !== null) &&
    Object.keys(holder).every((name) => has.includes(name) || mayHave.includes(name))
  )
}
