import type { DescriptionNode } from '../../../descriptions/description-node.ts'
import { hasLinkHeader } from '../../../descriptions/has-link-header.ts'
import { readExample, readOperation } from '../../../descriptions/operations.ts'
import { findListPath, findPaging, isUsualName, type Paging, readAskedWord } from '../../../descriptions/paging.ts'
import { declareParameters, type OperationParameter } from '../../../descriptions/parameters.ts'
import { fillBare, nothing, type SchemaView, viewExample, viewSchema } from '../../../descriptions/schema-view.ts'
import { chooseItemMembers, type ItemMembers } from '../item-members.ts'
import { toKebabCase, toSingular } from '../name-spelling.ts'

/** A GET that returns a list of distinguishable items. */
export interface ListEndpoint {
  /** As in the description: `/users/{id}/keys`. */
  readonly path: string
  /** As it is requested, with what the style of a parameter puts before its value: `/orgs;org={org}/users`. */
  readonly template: string
  readonly operation: DescriptionNode
  /** The word for one item: `key`. */
  readonly noun: string
  /** Names of the list, the shortest first: `keys`, `users-keys`. */
  readonly ids: readonly string[]
  /** The status of a successful answer. */
  readonly answer: SchemaView
  /** Path of the list in the answer; empty for an answer that is the list. */
  readonly at: readonly string[]
  readonly members: ItemMembers
  /** Undefined if the description does not explain how the list continues. */
  readonly paging: Paging | undefined
  /** Whether the description mentions the header that leads to the next page. */
  readonly hasLinkHeader: boolean
  readonly parameters: readonly OperationParameter[]
  readonly cookies: readonly OperationParameter[]
  /** Member of the answer that is false if the vendor refuses with status 200. */
  readonly success: 'ok' | 'success' | undefined
  readonly isDeprecated: boolean
}

/** A GET that cannot have a check. */
export interface LeftOut {
  readonly path: string
  readonly operation: DescriptionNode
  readonly why: string
  /** Whether it returns a list, so that somebody may miss it. */
  readonly isList: boolean
}

/**
 * @param itemParam parameter of the path of one item, if the description has it: `id` of `/users/{id}`
 * @returns undefined for a path without GET
 */
export function listEndpoint(
  root: DescriptionNode,
  [path, item]: readonly [path: string, item: DescriptionNode],
  itemParam: string | undefined,
): ListEndpoint | LeftOut | undefined {
  const found = readOperation(root, path, item, 'get')
  if (!found) return undefined
  const { node: operation, success } = found
  const { response, media } = success
  const leaveOut = (why: string, isList = true): LeftOut => ({ path, operation, why, isList })
  if (!media) return leaveOut(describeOtherAnswer(response), false)
  const answer = viewMedia(media)
  const list = findListIn(answer, path)
  if (list === undefined)
    return leaveOut(
      answer.type === undefined ? 'its answer is not described' : 'its answer has no list of objects',
      false,
    )
  if ('why' in list) return leaveOut(list.why)
  if (!/^\/(?![/\\])[^\s\\?#\p{Cc}\p{Cf}]*$/u.test(path) || /[{}]/.test(path.replaceAll(/\{[^{}/]+\}/g, '')))
    return leaveOut('its path cannot be requested')
  const noun = chooseItemNoun(list.at, path)
  if (list.item.type !== 'object') return leaveOut('its items are not objects')
  const members = chooseItemMembers(list.item, { noun, path, param: itemParam, vendor: listVendorWords(root) })
  if (!members) return leaveOut('its items have no member that tells one from another')
  // Checks do not send their own cookies, but a way to sign in may.
  const cookies = found.parameters.filter((parameter) => parameter.in === 'cookie')
  const parameters = found.parameters.filter((parameter) => parameter.in !== 'cookie')
  // A question of yes and no is no place in a list, whatever its name: `skip`.
  const queries = parameters.filter(({ in: place, schema }) => place === 'query' && schema.type !== 'boolean')
  return {
    path,
    template: createTemplate(path, parameters),
    operation,
    noun,
    ids: listEndpointIds(path),
    answer,
    at: list.at,
    members,
    paging: findPaging(list.at, {
      declared: declareParameters(queries),
      isMember: (at) => isSingleValue(findViewAt(answer, at)),
      typeOf: (at) => findViewAt(answer, at)?.type,
    }),
    hasLinkHeader: hasLinkHeader(response),
    parameters,
    cookies,
    success: (['ok', 'success'] as const).find((name) => findViewAt(answer, [name])?.type === 'boolean'),
    isDeprecated: operation.at('deprecated').value === true,
  }
}

/** OpenAPI's styles `matrix` and `label` write a mark before the value (RFC 6570 §3.2.7 and §3.2.5). */
function createTemplate(path: string, parameters: readonly OperationParameter[]): string {
  const styles = new Map(
    parameters.flatMap(({ name, in: place, node }) => (place === 'path' ? [[name, node.at('style').value]] : [])),
  )
  return path.replaceAll(/\{\+?([^{}]+)\}/g, (part, name: string) => {
    const style = styles.get(name)
    return style === 'matrix' ? `;${name}=${part}` : style === 'label' ? `.${part}` : part
  })
}

function viewMedia(media: DescriptionNode): SchemaView {
  return fillBare(viewSchema(media.at('schema')), viewExample(readExample(media)))
}

function describeOtherAnswer(response: DescriptionNode): string {
  const types = response.at('content').names().slice(0, 3)
  return types.length === 0 ? 'its answer is not described' : `its answer is ${types.join(', ')}, not JSON`
}

type FoundList = { readonly at: readonly string[]; readonly item: SchemaView } | { readonly why: string }

function findListIn(view: SchemaView, path: string): FoundList | undefined {
  if (view.type === 'array') return { at: [], item: view.items?.() ?? nothing }
  // One item, with its own lists. `/users.{format}` is no item.
  if (view.type !== 'object' || isThing(view) || /\/[^/.]*\{[^/]*\}\/?$/.test(path)) return undefined
  const at = findListPath(readAskedWord(path), (steps) =>
    [...(findViewAt(view, steps)?.members ?? [])].map(([name, member]) => {
      const { type, items } = member.view()
      const isList = type === 'array' && items?.().type === 'object'
      return { name, kind: isList ? 'list' : type === 'object' && !isThing(member.view()) ? 'object' : 'other' }
    }),
  )
  const list = at && findViewAt(view, at)
  if (list) return { at, item: list.items?.() ?? nothing }
  // An object that happens to have lists is not a list. With a plural path and several lists, it may be.
  const lists = [...view.members].filter(([, member]) => member.view().type === 'array').map(([name]) => name)
  return lists.length > 1 && /s\/?$/.test(path)
    ? {
        why: `its answer has several lists (${lists.slice(0, 4).join(', ')}), and the description does not say which one is meant`,
      }
    : undefined
}

function isThing({ members }: SchemaView): boolean {
  return members.has('id') || members.has('uuid')
}

/** The view at a path of members. */
function findViewAt(view: SchemaView, [name, ...rest]: readonly string[]): SchemaView | undefined {
  if (name === undefined) return view
  const member = view.members.get(name)
  return member && findViewAt(member.view(), rest)
}

function isSingleValue(view: SchemaView | undefined): boolean {
  return view !== undefined && view.type !== 'object' && view.type !== 'array'
}

function listVendorWords(root: DescriptionNode): readonly string[] {
  return toKebabCase(root.at('info', 'title').line ?? '')
    .split('-')
    .filter((word) => word !== '')
    .slice(0, 5)
}

/** The word for one item: from the list's own name if it has one, otherwise from the path. */
function chooseItemNoun(at: readonly string[], path: string): string {
  const own = at.at(-1) ?? ''
  const name = own === '' || isUsualName(own) ? readAskedWord(path) : own
  return toKebabCase(toSingular(name)).replace(/^[^a-z]+/, '') || 'item'
}

/** Names of a list from the words of its path, without versions and the like. */
function listEndpointIds(path: string): readonly string[] {
  const words = path
    .split('/')
    .filter((segment) => segment !== '' && !segment.includes('{'))
    .flatMap((segment) => segment.split('.').map(toKebabCase))
    .filter((word) => word !== '' && !/^(api|rest|get|v?\d+(-\d+)*(alpha|beta)?\d*|list|json)$/.test(word))
  const ids = words.map((_, index) => words.slice(words.length - 1 - index).join('-'))
  // An id begins with a letter.
  const named = ids
    .map((id) =>
      id
        .replace(/^[^a-z]+/, '')
        .slice(0, 80)
        .replace(/-+$/, ''),
    )
    .filter((id) => id !== '')
  return named.length > 0 ? named : ['items']
}
