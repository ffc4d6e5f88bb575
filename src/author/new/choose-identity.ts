import type { ItemMember } from './item-member.ts'
import { toKebabCase, toSingular } from './name-spelling.ts'

/** What a description says of a member that could tell one item from another. */
export interface IdentityCandidate {
  readonly member: ItemMember
  /** Whether it is a time or a day. */
  readonly isTime: boolean
  /** What the description says of it in words. */
  readonly text: string | undefined
}

/** What an API calls a list and its items. */
export interface ItemNames {
  /** The word for an item: `user`. */
  readonly noun: string
  /** The path of the list. */
  readonly path: string
  /** The parameter of the path of one item: `login` of `/users/{login}`. */
  readonly param: string | undefined
  /** Words of the API's own name, which some put before each id: `lago` of `lago_id`. @default none */
  readonly vendor?: readonly string[] | undefined
}

/** The member that tells one item from another, or those of which an author has to choose one. */
export interface Identity {
  /** The member, or the likeliest of several. */
  readonly member: ItemMember
  /** Members that could be it, the likeliest first; empty where the description decides. */
  readonly possible: readonly ItemMember[]
}

/**
 * Chooses by evidence: the names that an id of this item can have, the parameter by which the API finds it again, and what is always
 * there. A member that refers to something else, and a name that two people may share, are asked for. The order of members decides
 * nothing.
 * @returns undefined if nothing can tell one item from another
 */
export function chooseIdentity(
  candidates: readonly IdentityCandidate[],
  { noun, path, param, vendor = [] }: ItemNames,
): Identity | undefined {
  const nouns = listNouns(noun, path)
  const people = nouns.some(isPeopleNoun)
  const fixed = new Set([...path.matchAll(/\{\+?([^{}]+)\}/g)].map(([, name = '']) => toKebabCase(name)))
  const asked = param === undefined ? [] : [toKebabCase(param)]
  const able = candidates.flatMap((candidate) => {
    const words = toKebabCase(candidate.member.name)
    return isAble(candidate, words, path) ? [{ ...candidate, words }] : []
  })
  const own = able.filter(({ member }) => member.within === undefined)
  // Of every item below /teams/{team_id}, the team is the same.
  const telling = own.filter(({ words }) => !fixed.has(words) || asked.includes(words))
  const named = (list: readonly WordedIdentity[], names: readonly string[]) =>
    names.flatMap((name) => list.filter(({ words }) => words === name))
  const strong = [
    ...named(own, ['id', ...nouns.flatMap(listOwnIds)]),
    ...named(telling, [...asked, ...asked.flatMap((each) => nouns.map((own) => each.replace(`${own}-`, '')))]),
    ...named(telling, [...vendor.map((word) => `${word}-id`), ...worldwide]),
    ...named(telling, ['name']).filter(({ text }) => isStatedUnique(text)),
  ]
  const sure = strong.find(({ member }) => !member.isNullable)
  if (sure) return { member: sure.member, possible: [] }
  const ofPeople = people ? named(telling, peopleIds) : []
  const [person, ...others] = ofPeople.filter(({ member }) => !member.isNullable)
  if (person && others.length === 0) return { member: person.member, possible: [] }
  // Many descriptions call every member nullable. A check cannot tell of an item that then has none.
  const [likely] = strong
  if (likely) return { member: likely.member, possible: [] }
  if (ofPeople.length === 1 && ofPeople[0]) return { member: ofPeople[0].member, possible: [] }
  const rivals = {
    nested: people && ofPeople.length === 0 ? listNested(able) : [],
    logins: named(telling, logins),
    emails: named(telling, emails),
    names: named(telling, ['name']),
  }
  const rest = telling.filter(({ words }) => isReference(words))
  const choice = ofPeople.length > 0 ? undefined : people ? chooseAddress(rivals) : chooseName(rivals, rest, telling)
  if (choice) return { member: choice.member, possible: [] }
  const possible = unique([...ofPeople, ...rivals.logins, ...rivals.emails, ...rivals.names, ...rest])
  const [first] = possible
  return first && { member: first, possible: possible.slice(0, possibleMax) }
}

interface Rivals {
  readonly nested: readonly WordedIdentity[]
  readonly logins: readonly WordedIdentity[]
  readonly emails: readonly WordedIdentity[]
  readonly names: readonly WordedIdentity[]
}

/** For people: two may have the same name, so that it counts only where the vendor has nothing else. */
function chooseAddress({ nested, logins, emails, names }: Rivals): WordedIdentity | undefined {
  const found = nested[0] ?? [...logins, ...emails].find(({ member }) => !member.isNullable)
  return found ?? (logins.length + emails.length === 0 ? names[0] : undefined)
}

/**
 * For other things. An address beside a name may be that of somebody whom they belong to, and an id that is always there may be
 * their own under a short name: "pst_id" of a phishing security test.
 */
function chooseName(
  { logins, emails, names }: Rivals,
  references: readonly WordedIdentity[],
  telling: readonly WordedIdentity[],
): WordedIdentity | undefined {
  const isRival = ({ member, words }: WordedIdentity) =>
    !member.isNullable && !member.isOptional && !isOfUsualHolder(words)
  const hasRival = [...logins, ...emails].some(({ member }) => !member.isNullable) || references.some(isRival)
  if (hasRival) return undefined
  return names[0] ?? telling.find(({ words }) => words === 'hostname')
}

/** Whether items of this name are people, or what ties a person to something. */
export function isPeopleNoun(noun: string): boolean {
  return /(?:^|-)(?:user|member|membership|people|person|employee|staff|admin|administrator|collaborator|agent|seat|teammate|assignee|invitation|invite|invitee)$/.test(
    noun,
  )
}

/** Objects in which a list of memberships has the person: `user` of `{ role, user: { id, email } }`. */
export function isPersonHolder(name: string): boolean {
  return /^(?:user|member|person|account|employee|principal|identity|assignee)$/i.test(name)
}

/** What the description says of a member, for an author who has to choose. */
export function describePossible({ name, type, isOptional, isNullable }: ItemMember): string {
  const words = toKebabCase(name)
  const subject = /^(.+)-(?:id|uuid|uid|guid|gid|key)$/.exec(words)?.[1]?.replaceAll('-', ' ')
  return [
    type === 'string' ? 'text' : 'number',
    isNullable ? 'may be null' : isOptional ? 'may be missing' : 'always there',
    ...(subject === undefined ? [] : [`may be the id of another thing, by its name a ${subject}`]),
    ...(words === 'name' ? ['two may have the same'] : []),
    ...([...logins, ...emails].includes(words) ? ['may change'] : []),
  ].join('; ')
}

interface WordedIdentity extends IdentityCandidate {
  readonly words: string
}

const possibleMax = 6
/** Names of ids that are unique by their form or by custom, the surest first. */
const worldwide =
  'gid sid uuid guid uid key arn uri urn sys-id unique-id public-id node-id udid serial-number serial mac slug'.split(
    ' ',
  )
const peopleIds = 'user-id member-id employee-id person-id'.split(' ')
const logins = 'login username user-name user-principal-name upn handle'.split(' ')
const emails = 'primary-email email email-address mail user-email'.split(' ')

/**
 * What an item may be called: by the list and by its path, with and without the words around it. `managed-device`, `device`;
 * `account-user` of `/account/user`; `user` of `/users-by-email`.
 */
function listNouns(noun: string, path: string): readonly string[] {
  const asked = path
    .split('/')
    .filter((segment) => segment !== '' && !segment.includes('{'))
    .map((segment) => toKebabCase(segment.replace(/\.\w+$/, '')))
    .filter((word) => !/^(?:v\d.*|search|list|query|all|count|current)$/.test(word))
    .map((word) => toSingular(word.replace(/-(?:by|for|of|in|with)-.*$/, '')))
  const own = [noun, asked.at(-1) ?? '', asked.slice(-2).join('-')].filter((each) => each !== '')
  return [...new Set([...own, ...own.map((each) => each.slice(each.lastIndexOf('-') + 1))])]
}

function listOwnIds(noun: string): readonly string[] {
  return ['id', 'uuid', 'guid', 'uid', 'gid', 'sid', 'key', 'identifier'].map((ending) => `${noun}-${ending}`)
}

function isAble({ member, isTime }: IdentityCandidate, words: string, path: string): boolean {
  // In a list of keys, the member "key" is the secret itself.
  const isSecret = /secret|token|passw/.test(words) || (words === 'key' && /key|token|secret/i.test(path))
  return member.type !== 'boolean' && !isSecret && !isTime
}

/** Google calls the whole path of a thing its name. */
function isStatedUnique(text: string | undefined): boolean {
  return text !== undefined && /\bresource name\b|\bunique (?:name|identifier)\b/i.test(text)
}

function listNested(able: readonly WordedIdentity[]): readonly WordedIdentity[] {
  const inner = able.filter(({ member }) => member.within && isPersonHolder(member.within.name))
  return ['id', 'uuid', 'uid', 'user-id', ...logins, ...emails].flatMap((name) =>
    inner.filter(({ words }) => words === name),
  )
}

/** Whether a name is that of an id, of whatever. */
function isReference(words: string): boolean {
  return /(?:^|-)(?:id|uuid|uid|guid|gid|sid)$/.test(words)
}

/** Whether a name is that of an id of what usually holds or made an item: its organization, its author, its type. */
function isOfUsualHolder(words: string): boolean {
  return /(?:^|-)(?:by|owner|parent|creator|author|account|org|organi[sz]ation|tenant|workspace|company|customer|project|team|group|user|member|site|space|folder|domain|environment|region|zone|type|category|role|plan|policy|template|client|external|source)-(?:id|uuid|uid|guid|gid|sid)$/.test(
    words,
  )
}

function unique(named: readonly WordedIdentity[]): readonly ItemMember[] {
  return [...new Set(named.map(({ member }) => member))]
}
