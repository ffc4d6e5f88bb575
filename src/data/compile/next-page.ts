import type { NextPage, ReadingContext } from '../../define/index.ts'
import { readMember } from '../../text/read-member.ts'
import type { Value } from '../expressions/value.ts'
import type { ListEntry } from '../format/requests.ts'
import { isText } from '../format/values.ts'

/** Whether one answer is the whole list. */
function isWhole(next: ListEntry['next']): boolean {
  return next === 'none' || (typeof next === 'object' && 'none' in next)
}

/** What is missing of a list that names the parameter of its pages alone. */
export function explainFirst(param: string): string {
  const page = (first: number) => `page: { param: '${param}', first: ${first} }`
  return `nothing says whether the vendor's first page is 0 or 1. Look it up, and write ${page(1)} or ${page(0)}`
}

/**
 * How a list goes on, in the words of `ctx.paginate`.
 * @param sent members of the request, which may have the number of the first page
 */
export function toNextPage(
  ctx: ReadingContext,
  { next, items }: Pick<ListEntry, 'next' | 'items'>,
  sent: Readonly<Record<string, unknown>>,
): NextPage {
  // Pages that are linked are read; whether there are others is told at their end.
  if (next === 'unknown') return 'link'
  if (isWhole(next)) return () => undefined
  if (typeof next === 'object' && 'page' in next && isText(next.page) && !(next.page in sent))
    return ctx.cannotTell({ kind: 'incomplete_data', message: `The list cannot be read: ${explainFirst(next.page)}.` })
  if (typeof next !== 'object' || !('after' in next)) return next as NextPage
  const { after, more, id = 'id' } = next
  const path = typeof items === 'object' ? items.path : items
  return ({ body }) => {
    const list = path === undefined ? body : readMember(body, path)
    const last = Array.isArray(list) ? (list.at(-1) as Value | undefined) : undefined
    // Without the vendor's word for the end, only an empty page is one.
    if (readMember(body, more) === false || last === undefined) return undefined
    const value = readMember(last, id)
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') return { query: { [after]: value } }
    return ctx.cannotTell({
      kind: 'schema_drift',
      message: `The last item of a page has no "${id}", which the next page is asked by.`,
    })
  }
}
