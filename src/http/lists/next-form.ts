import { findNearest } from '../../text/find-nearest.ts'
import { isObject } from '../../text/is-object.ts'
import { tellOfFirst } from './next-page.ts'

/** What each way to the next page has to say, by the member that names the way. */
const ways: Readonly<Record<string, readonly string[]>> = {
  cursor: ['param'],
  url: [],
  offset: ['limit'],
  page: [],
  connection: ['variable'],
}

/** @throws TypeError for a first page that is no number of one */
function isPageNumber(value: unknown): boolean {
  if (!isObject(value)) return false
  const { param, first } = value
  if (typeof param !== 'string' || param === '')
    throw new TypeError('ctx.paginate: "next" with "page" needs "param", a text that is not empty')
  if (!Number.isSafeInteger(first) || (first as number) < 0) throw new TypeError(`ctx.paginate: ${tellOfFirst(param)}`)
  return true
}

/**
 * TypeScript demands all this of its users. In JavaScript a misspelt way would send "undefined=2", or no second request.
 * @throws TypeError for what leads to no next page
 */
export function demandNextForm(next: unknown): void {
  if (next === 'link' || typeof next === 'function') return
  const all = `'link', a function, or an object with one of ${Object.keys(ways).join(', ')}`
  if (typeof next !== 'object' || next === null)
    throw new TypeError(`ctx.paginate: "next" says how the list goes on, and has to be ${all}`)
  const way = Object.keys(ways).find((name) => name in next)
  if (way === undefined) {
    const [written = ''] = Object.keys(next)
    const near = findNearest(written, Object.keys(ways))
    throw new TypeError(`ctx.paginate: "next" has to be ${all}${near ? `; did you mean "${near}"?` : ''}`)
  }
  for (const member of [way, ...(ways[way] ?? [])]) {
    const value = (next as Readonly<Record<string, unknown>>)[member]
    if (member === 'page' && isPageNumber(value)) continue
    const isNumber = member === 'limit' && typeof value === 'number' && value > 0
    if (!isNumber && (typeof value !== 'string' || value === ''))
      throw new TypeError(`ctx.paginate: "next" with "${way}" needs "${member}", a text that is not empty`)
  }
}
