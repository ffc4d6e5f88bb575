import type { SchemaView } from '../../../descriptions/schema-view.ts'
import { isPeopleNoun } from '../choose-identity.ts'
import { toKebabCase } from '../name-spelling.ts'
import { listNames, peopleNames } from './account-words.ts'
import type { ImportedCheck, ListRequest } from './imported-check.ts'
import type { ListEndpoint } from './list-endpoint.ts'
import { type AccountMapping, type KnownMember, mapAccount } from './map-account.ts'
import type { Notes } from './notes.ts'

/** The questions that a connector from a description can ask, by the name of their function. */
export type AccountQuestionName = 'secondFactor' | 'fewAdministrators' | 'staleAccounts' | 'invitationsPending'

/** The inventory of accounts that is to be written. */
export interface ImportedAccounts {
  readonly request: ListRequest
  /** The list whose items this list is read for. */
  readonly parents: readonly ListRequest[]
  readonly scopes: readonly string[]
  readonly mapping: AccountMapping
  readonly tells: readonly KnownMember[]
  readonly questions: readonly AccountQuestionName[]
}

/** Ids and names that the inventory and its questions take; no check of the connector may have them. */
export const accountIds = [
  'account-list',
  'second-factor',
  'few-administrators',
  'stale-accounts',
  'invitations-pending',
]

/**
 * The list of accounts among those that checks are made for: its name says so, and its items have an address, a factor, an
 * administrator or a last sign-in. The name of its path is enough where it can only mean people, and where the list is that of
 * everybody: AWS accounts, members of a network and users of one database are none.
 */
export function findAccounts(checks: readonly ImportedCheck[], notes: Notes): ImportedAccounts | undefined {
  const [best, ...others] = checks
    .flatMap((check) => {
      const { endpoint } = check.request
      const rank = listNames.findIndex((names) => names.test(endpoint.noun) || names.test(endpoint.ids[0] ?? ''))
      const mapping = mapAccount(viewItem(endpoint.answer, endpoint.at))
      const { plain, administrator } = mapping
      const isOfPeople = isStatedByItems(mapping) || isStatedByPath(endpoint)
      if (rank < 0 || !isOfPeople) return []
      const count = plain.size + (mapping.status ? 1 : 0) + (administrator || mapping.role ? 1 : 0)
      // Everybody in one list, before those of each group.
      const weight =
        count - 2 * rank - (isNamedLikeAccounts(endpoint) ? 0 : 6) - listNarrowing(endpoint.path).length * 6
      return [{ check, mapping, weight }]
    })
    .toSorted((a, b) => b.weight - a.weight)
  if (!best) return undefined
  const { check, mapping } = best
  const { request, parents, scopes } = check
  const { endpoint } = request
  const { identity } = endpoint.members
  const isSureId = /^(?:.*-)?(?:id|uid|uuid|guid|gid)$/.test(toKebabCase(identity.name))
  const doubts = [
    ...(isSureId ? [] : [`Does "${identity.name}" stay when somebody is renamed? It is taken for the id.`]),
    ...(isStatedByItems(mapping)
      ? []
      : [`Are these accounts of people? Only the name of GET ${endpoint.path} says so.`]),
    ...(isNamedLikeAccounts(endpoint) ? [] : [`Does GET ${endpoint.path} have everybody, or some only?`]),
    ...listNarrowing(endpoint.path).map((name) => `Does the list have everybody, or those of one ${name} only?`),
    ...others.map(({ check: { request: other } }) => `Is GET ${other.endpoint.path} the list of all accounts instead?`),
    ...mapping.doubts,
  ]
  // The operation has notes about its pages; these are about what it answers.
  const place = endpoint.operation.at('responses')
  notes.add(place, `is taken for the list of accounts; account-list.ts maps ${listMapped(mapping)}`)
  for (const doubt of doubts) notes.add(place, `not sure: ${doubt.replace(/\.$/, '')}`)
  const tells = listMappedMembers(mapping)
  // Without the provider's pattern or example, of which every account of the test's vendor would have the same id.
  const schemas = new Map([[identity.name, { type: identity.type }], ...mapping.schemas])
  return {
    request,
    parents,
    scopes,
    mapping: { ...mapping, doubts, schemas },
    tells,
    questions: chooseQuestions(mapping, tells),
  }
}

function isStatedByItems({ plain, administrator }: AccountMapping): boolean {
  return (
    administrator !== undefined ||
    (['email', 'secondFactor', 'lastActiveAt'] as const).some((count) => plain.has(count))
  )
}

/** A list of another name in what a path for people answers is none: `verificationIds` of `/user`. */
function isStatedByPath({ ids, path, noun }: ListEndpoint): boolean {
  const isOfPeople = peopleNames.test(noun) || isPeopleNoun(noun)
  return isOfPeople && peopleNames.test(ids[0] ?? '') && listNarrowing(path).length === 0
}

/** Whether the path itself names accounts, and not only what it answers. */
function isNamedLikeAccounts({ ids }: ListEndpoint): boolean {
  return listNames.some((names) => names.test(ids[0] ?? ''))
}

/** Path parameters that narrow a list: `group` of `/groups/{groupId}/users`. One of the customer's own does not. */
function listNarrowing(path: string): readonly string[] {
  return [...path.matchAll(/\{\+?([^{}]*)\}/g)].flatMap(([, param = '']) => {
    const name = toKebabCase(param).replace(/-(?:id|ids|slug|name|key|uuid|gid|id-or-slug|id-or-label)+$/, '')
    return /^(?:id|.*(?:org|organi[sz]ation|account|workspace|enterprise|tenant|company|customer|domain|version).*)$/.test(
      name,
    )
      ? []
      : [name]
  })
}

function listMappedMembers({ plain, role, administrator }: AccountMapping): readonly KnownMember[] {
  const order = [
    'email',
    'emailVerified',
    'roles',
    'administrator',
    'secondFactor',
    'createdAt',
    'lastActiveAt',
  ] as const
  return order.filter((count) =>
    count === 'roles' ? role !== undefined : count === 'administrator' ? administrator !== undefined : plain.has(count),
  )
}

function chooseQuestions({ status }: AccountMapping, tells: readonly KnownMember[]): readonly AccountQuestionName[] {
  const has = (count: KnownMember) => tells.includes(count)
  const saysInvited =
    status?.by === 'text'
      ? [...status.words.values()].includes('invited')
      : status?.flags.some(({ word }) => word === 'invited') === true
  return [
    ...(has('secondFactor') ? (['secondFactor'] as const) : []),
    ...(has('administrator') ? (['fewAdministrators'] as const) : []),
    ...(has('lastActiveAt') && has('createdAt') ? (['staleAccounts'] as const) : []),
    ...(has('createdAt') && saysInvited ? (['invitationsPending'] as const) : []),
  ]
}

function listMapped(mapping: AccountMapping): string {
  const words = (['status', 'kind'] as const).filter((each) => mapping[each] !== undefined)
  return ['id', ...words, ...listMappedMembers(mapping)].join(', ')
}

function viewItem(answer: SchemaView, at: readonly string[]): SchemaView {
  const list = at.reduce((view, name) => view.members.get(name)?.view() ?? view, answer)
  return list.items?.() ?? list
}
