import type { PageNumber } from '../../../define/index.ts'
import type { OperationParameter } from '../../../descriptions/parameters.ts'
import type { SchemaView } from '../../../descriptions/schema-view.ts'
import { trimSlashes } from '../../../text/trim-slashes.ts'
import { isSecretName } from '../../validate/secret-name.ts'
import type { ItemMember } from '../item-member.ts'
import { toKebabCase, toSingular } from '../name-spelling.ts'
import { type FieldList, readWantedValue } from './imported-fields.ts'
import type { ListEndpoint } from './list-endpoint.ts'
import type { Notes } from './notes.ts'

/** A value in a request. */
export type RequestValue =
  | { readonly from: 'preset'; readonly value: string | number | boolean }
  /** Typed values, by the field's id. */
  | { readonly from: 'field'; readonly id: string; readonly isNumber: boolean }
  /** A member of the item of an outer list. @member level which of the outer lists, the outermost first */
  | { readonly from: 'parent'; readonly level: number; readonly member: ItemMember; readonly isIdentity: boolean }

/** The request for a list. */
export interface ListRequest {
  readonly endpoint: ListEndpoint
  /** Base URL of a server that is not the connector's. */
  readonly server: string | undefined
  /** The path in parts, alternating between strings and values. */
  readonly path: readonly (string | RequestValue)[]
  readonly query: ReadonlyMap<string, RequestValue>
  readonly headers: ReadonlyMap<string, RequestValue>
  /** The option `next` of `ctx.paginate`. */
  readonly next: string | Readonly<Record<string, string | number | PageNumber>> | AfterItem
  /** Why nobody knows whether the list is read to its end; undefined if the description says how it goes on. */
  readonly open: string | undefined
}

/** A list that goes on after the item that the request names. */
export interface AfterItem {
  /** The parameter that takes the item's id. */
  readonly after: string
  /** The member of the answer that says whether there are more. */
  readonly more: string
  readonly id: ItemMember
}

/** Whether nobody knows that a check or an inventory sees all of its list. */
export function hasOpenEnd({ request, parents }: Pick<ImportedCheck, 'request' | 'parents'>): boolean {
  return [...parents, request].some(({ open }) => open !== undefined)
}

export function isAfterItem(next: ListRequest['next']): next is AfterItem {
  return typeof next === 'object' && 'after' in next
}

/** A check that is to be written. */
export interface ImportedCheck {
  readonly id: string
  readonly request: ListRequest
  /** The lists whose items this list is read for, the outermost first. */
  readonly parents: readonly ListRequest[]
  readonly scopes: readonly string[]
  readonly summary: string | undefined
}

interface CheckNeeds {
  /** Every list, so that one can be read for the items of another. */
  readonly lists: readonly ListEndpoint[]
  /** Ids that are taken; the check's own is added. */
  readonly taken: Set<string>
  readonly scopes: readonly string[]
  readonly fields: FieldList
  readonly notes: Notes
  /** Base URL of an endpoint whose server is another than the connector's. */
  readonly serverOf: (endpoint: ListEndpoint) => string | undefined
  /** Parameters that the credentials replace. */
  readonly isCredential: (parameter: OperationParameter) => boolean
}

export function createImportedCheck(endpoint: ListEndpoint, needs: CheckNeeds): ImportedCheck {
  const { taken, scopes } = needs
  const own = endpoint.ids.find((id) => !taken.has(id)) ?? endpoint.ids.at(-1) ?? 'items'
  const id = taken.has(own) ? createFreeId(own, taken) : own
  taken.add(id)
  const outers = findOuters(endpoint, needs.lists)
  return {
    id,
    request: createTypedValue(endpoint, needs, outers),
    parents: outers.map((outer, level) => createTypedValue(outer.endpoint, needs, outers.slice(0, level))),
    scopes,
    summary: endpoint.operation.at('summary').line,
  }
}

function createFreeId(id: string, taken: ReadonlySet<string>): string {
  for (let nth = 2; ; nth++) if (!taken.has(`${id}-${nth}`)) return `${id}-${nth}`
}

interface OuterList {
  readonly endpoint: ListEndpoint
  /** Name of the path parameter that its items fill. */
  readonly param: string
  readonly member: ItemMember
}

/** As many outer lists as a connector file may have. People type what begins further out. */
const outersMax = 2

/** `/orgs` and `/orgs/{org}/teams` for `/orgs/{org}/teams/{team}/members`, the outermost first. */
function findOuters(endpoint: ListEndpoint, lists: readonly ListEndpoint[], most = outersMax): readonly OuterList[] {
  const outer = most === 0 ? undefined : findOuter(endpoint, lists)
  return outer ? [...findOuters(outer.endpoint, lists, most - 1), outer] : []
}

/** `/sites` for `/sites/{site_id}/files`, if its items have the value for the parameter. */
function findOuter({ path, parameters }: ListEndpoint, lists: readonly ListEndpoint[]): OuterList | undefined {
  const [, before, param] = /^(.*)\/\{\+?([^{}]+)\}[^{}]*$/.exec(path) ?? []
  if (before === undefined || param === undefined) return undefined
  const endpoint = lists.find((each) => trimSlashes(each.path) === before)
  const schema = parameters.find(({ name, in: place }) => place === 'path' && name === param)?.schema
  const member = endpoint && isFitting(param, endpoint)
  if (!endpoint || !member || (schema && !createListRequest(schema, member))) return undefined
  return { endpoint, param, member }
}

function isFitting(param: string, { members, noun }: ListEndpoint): ItemMember | undefined {
  // Nobody knows yet which of its members the path wants.
  if (members.possible.length > 0) return undefined
  const wanted = toKebabCase(param)
  const { identity } = members
  // A request cannot rely on a member that may be missing.
  const isSure = members.label && !members.label.isOptional && !members.label.isNullable && !members.label.within
  const label = isSure ? members.label : undefined
  const own = [identity, label].find((member) => member && toKebabCase(member.name) === wanted)
  if (own) return own
  const bare = wanted.replace(new RegExp(`^${toSingular(noun)}-?`), '')
  const named = [identity, label].find((member) => member && toKebabCase(member.name) === bare)
  const meansId = /(^|-)(id|uuid|uid|guid|key|identifier)$/.test(wanted) || wanted === noun
  return named ?? (meansId ? identity : undefined)
}

function createListRequest({ type, choices }: SchemaView, member: ItemMember): boolean {
  const isNumber = type === 'integer' || type === 'number'
  return choices.length === 0 && (!isNumber || member.type === 'integer' || member.type === 'number')
}

function createTypedValue(endpoint: ListEndpoint, needs: CheckNeeds, outers: readonly OuterList[]): ListRequest {
  const { template, parameters } = endpoint
  const find = (name: string) => parameters.find((each) => each.in === 'path' && each.name === name)
  const parts = template.split(/(\{[^{}]*\})/).map((part, index, all): string | RequestValue => {
    const [, name] = /^\{\+?(.*)\}$/.exec(part) ?? []
    if (name === undefined) return part
    const level = outers.findIndex(({ param }) => param === name)
    const outer = outers[level]
    if (outer) {
      const isIdentity = outer.member === outer.endpoint.members.identity
      return { from: 'parent', level, member: outer.member, isIdentity }
    }
    return createTypedValueFor(name, find(name), needs, nameSubject(name, all[index - 1]))
  })
  const valued = (place: 'query' | 'header') =>
    parameters
      .filter((parameter) => parameter.in === place && parameter.required && !needs.isCredential(parameter))
      .map((parameter): [string, RequestValue] => [
        parameter.name,
        parameter.preset === undefined
          ? createTypedValueFor(parameter.name, parameter, needs)
          : { from: 'preset', value: parameter.preset },
      ])
  const { next, query, open } = planPages(endpoint)
  if (open !== undefined)
    needs.notes.add(endpoint.operation, `${open}; until you say so, the check ends as could not tell`)
  return {
    endpoint,
    server: needs.serverOf(endpoint),
    path: parts.filter((part) => part !== ''),
    query: new Map([...valued('query'), ...query]),
    headers: new Map(valued('header')),
    next,
    open,
  }
}

/** `group_id` for the `{id}` of `/groups/{id}`: another list may have an `{id}` of something else, and nobody knows what "Id" asks. */
function nameSubject(name: string, before: string | undefined): string {
  const segment = /([A-Za-z][\w-]*)\/$/.exec(before ?? '')?.[1]
  const isBare = /^(id|iid|uuid|uid|guid|key|slug|name|identifier)$/i.test(name)
  return isBare && segment !== undefined ? `${toSingular(toKebabCase(segment)).replaceAll('-', '_')}_${name}` : name
}

/** A value that people type once for a connection. */
function createTypedValueFor(
  name: string,
  parameter: OperationParameter | undefined,
  { fields }: CheckNeeds,
  named = name,
): RequestValue {
  const read = parameter ? readWantedValue(parameter.schema) : {}
  const wanted = isSecretName(named) && read.type !== 'number' ? { type: 'password' as const } : read
  const { id, type } = fields.fieldOf('request', {
    name: named,
    ...wanted,
    helpText: parameter?.node.at('description').line,
  })
  return { from: 'field', id, isNumber: type === 'number' }
}

const pageSize = 100

function planPages(endpoint: ListEndpoint): Pick<ListRequest, 'next' | 'query' | 'open'> {
  const { paging, parameters, hasLinkHeader, at, members } = endpoint
  const sizes = parameters.filter(({ in: place, name }) => place === 'query' && isSize(name))
  const [sized] = sizes.filter(({ most }) => most !== undefined && most >= 1)
  const size = sized && Math.min(sized.most ?? pageSize, pageSize)
  const query = new Map<string, RequestValue>(
    sized && size !== undefined ? [[sized.name, { from: 'preset', value: size }]] : [],
  )
  const limit = sized && size !== undefined ? sized.name : undefined
  const unknown = {
    next: 'link',
    query,
    open: `does not say how ${at.length === 0 ? 'the list' : `the list "${at.join('.')}"`} goes on after its first page`,
  }
  switch (paging?.kind) {
    case 'cursor':
      return { next: { cursor: paging.member.join('.'), param: paging.param }, query, open: undefined }
    case 'url':
      return { next: { url: paging.member.join('.') }, query, open: undefined }
    case 'offset':
      return { next: { offset: paging.param, limit: limit ?? pageSize }, query, open: undefined }
    case 'item':
      return at.length === 1 && members.possible.length === 0 && !members.identity.within
        ? { next: { after: paging.param, more: paging.more, id: members.identity }, query, open: undefined }
        : unknown
    case 'page':
    case 'link': {
      if (hasLinkHeader) return { next: 'link', query, open: undefined }
      const isNumber =
        paging.kind === 'page' ||
        parameters.some(({ name }) => name === paging.param && /page/i.test(name) && !/token|cursor/i.test(name))
      if (!isNumber) return unknown
      const first = parameters.find(({ name }) => name === paging.param)?.first
      // Counted from the wrong number, a page is missing.
      const page = { param: paging.param, first: first === 0 ? 0 : 1 }
      return {
        next: limit === undefined ? { page } : { page, limit },
        query,
        open: first === undefined ? `does not say whether "${paging.param}" begins at 0 or 1` : undefined,
      }
    }
    default:
      return hasLinkHeader ? { next: 'link', query, open: undefined } : unknown
  }
}

function isSize(name: string): boolean {
  return /^(per_page|limit|page_?size|maxResults|page\[(size|limit)\]|\$top|take|count)$/i.test(name)
}
