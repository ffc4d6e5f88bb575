import { readPageWord } from '../../define/index.ts'
import { hasLinkHeader } from '../../descriptions/has-link-header.ts'
import type { Operation } from '../../descriptions/operations.ts'
import { findPaging, isPositionParam, type Paging } from '../../descriptions/paging.ts'
import { declareParameters } from '../../descriptions/parameters.ts'
import { anyShape, type Shape } from '../expressions/shape.ts'
import { readSchemaShape } from './schema-shape.ts'

/** What a description has for the further pages of a list. */
export interface UnreadPaging {
  readonly is: 'parameter' | 'member' | 'header'
  readonly name: string
}

/**
 * How the description of a list says that it has more pages than one; undefined if it does not.
 * @param items path of the list in the answer; empty for an answer that is the list
 */
export function findUnreadPaging(
  { parameters, success }: Operation,
  items: readonly string[],
): UnreadPaging | undefined {
  // Of the description itself: looking for pages is not what the file reads of an answer.
  const answer = success.media ? readSchemaShape(success.media.at('schema')) : anyShape
  const queries = parameters.filter(({ in: place }) => place === 'query')
  const paging = findPaging(items, {
    declared: declareParameters(queries),
    isMember: (path) => isSingle(answer, path),
  })
  const names = queries.map(({ name }) => name)
  const param = paging && names.includes(paging.param) ? paging.param : names.find(isPositionParam)
  if (param !== undefined) return { is: 'parameter', name: param }
  const member = (paging && readMemberName(paging)) ?? findMark(answer, [])
  if (member !== undefined) return { is: 'member', name: member }
  return hasLinkHeader(success.response) ? { is: 'header', name: 'Link' } : undefined
}

function readMemberName(paging: Paging): string | undefined {
  if (paging.kind === 'cursor' || paging.kind === 'url') return paging.member.join('.')
  return paging.kind === 'item' ? paging.more : undefined
}

/** A member at the top of an answer, or beside its list, that leads to a next page. */
function findMark({ members = new Map() }: Shape, holder: readonly string[]): string | undefined {
  for (const [name, read] of members) {
    const { role, isBeside } = readPageWord(name)
    const shape = read()
    const path = [...holder, name]
    const isMark = role === 'next' || role === 'more' || role === 'position'
    if (isMark && isOneValue(shape)) return path.join('.')
    const inner = isBeside && holder.length === 0 ? findMark(shape, path) : undefined
    if (inner !== undefined) return inner
  }
  return undefined
}

/** Whether the description lists a member, and it is neither an object nor a list. */
function isSingle({ members }: Shape, [name = '', ...rest]: readonly string[]): boolean {
  const read = members?.get(name)
  if (!read) return false
  return rest.length === 0 ? isOneValue(read()) : isSingle(read(), rest)
}

function isOneValue({ kinds, members, item }: Shape): boolean {
  return !members && !item && kinds?.every((kind) => kind === 'object' || kind === 'list') !== true
}
