import { type NextPage, type ReadingContext, readMember } from '../../define/index.ts'
import type { Value } from '../expressions/value.ts'
import type { ListEntry } from '../format/requests.ts'

/** How a list goes on, in the words of `ctx.paginate`. */
export function toNextPage(ctx: ReadingContext, next: ListEntry['next'], items: ListEntry['items']): NextPage {
  // Pages that are linked are read; whether there are others is told at their end.
  if (next === 'unknown') return 'link'
  if (next === 'none') return () => undefined
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
