import type { SchemaView } from '../../../descriptions/schema-view.ts'
import type { ItemMember } from '../item-member.ts'
import { type Candidate, listReadableMembers } from '../item-members.ts'
import { toKebabCase } from '../name-spelling.ts'
import {
  administratorRoles,
  commonRoles,
  type KindWord,
  kindFlags,
  kindWords,
  memberNames,
  perhapsCreated,
  type StatusWord,
  statusFlags,
  statusWords,
} from './account-words.ts'

/** Members of accounts that are read as they are. */
export type PlainMember = 'email' | 'emailVerified' | 'secondFactor' | 'createdAt' | 'lastActiveAt'
export type KnownMember = PlainMember | 'roles' | 'administrator'

/** How the vendor says one of several words: by a text, or by booleans of which each says one. */
export type VendorWords<Word extends string> =
  | { readonly by: 'text'; readonly member: ItemMember; readonly words: ReadonlyMap<string, Word> }
  | { readonly by: 'flags'; readonly flags: readonly Flag<Word>[]; readonly otherwise: Word | 'unknown' }

export interface Flag<Word extends string> {
  readonly member: ItemMember
  /** The value that says the word. */
  readonly value: boolean
  readonly word: Word
}

/** What the members of a list's items tell of accounts. */
export interface AccountMapping {
  readonly plain: ReadonlyMap<PlainMember, ItemMember>
  /** The text with the one role of an account. */
  readonly role: ItemMember | undefined
  /** A boolean, or the roles of which it is known. */
  readonly administrator: ItemMember | ReadonlyMap<string, boolean> | undefined
  readonly status: VendorWords<StatusWord> | undefined
  readonly kind: VendorWords<KindWord> | undefined
  /** What its author has to find out, in sentences. */
  readonly doubts: readonly string[]
  /** Schemas of members as the mapping reads them, by name, for the vendor of the test. */
  readonly schemas: ReadonlyMap<string, object>
}

/** Maps the members that it recognises by name and type. Others are not told. */
export function mapAccount(item: SchemaView): AccountMapping {
  const all = listReadableMembers(item, true).map((each) => ({ ...each, words: toKebabCase(each.member.name) }))
  const doubts: string[] = []
  const schemas = new Map<string, object>()
  const find = (names: RegExp, type: ItemMember['type']) =>
    all.find(({ words, member }) => names.test(words) && member.type === type)

  const plain = new Map<PlainMember, ItemMember>()
  const take = (target: PlainMember, found: Candidate | undefined, schema: object) => {
    if (!found) return
    plain.set(target, found.member)
    schemas.set(found.member.name, schema)
  }
  const email = find(memberNames.email, 'string')
  take('email', email, { type: 'string', format: 'email' })
  if (email?.member.isNullable)
    doubts.push(
      `Does null in "${email.member.name}" mean that there is no address? It is unknown until you map it to null.`,
    )
  take('emailVerified', find(memberNames.emailVerified, 'boolean'), { type: 'boolean' })
  const factor = find(memberNames.secondFactor, 'boolean')
  take('secondFactor', factor, { type: 'boolean' })
  if (factor) doubts.push(`Does "${factor.member.name}" say who has enrolled a second factor, and not who may?`)
  for (const target of ['createdAt', 'lastActiveAt'] as const) {
    const perhaps = target === 'createdAt' ? find(perhapsCreated, 'string') : undefined
    const found = find(memberNames[target], 'string') ?? perhaps
    const count = all.find(
      ({ words, member }) => memberNames[target].test(words) && /^(integer|number)$/.test(member.type),
    )
    if (found?.isDay)
      doubts.push(`"${found.member.name}" is a day without a time, so the list does not tell ${target}.`)
    else if (found) {
      take(target, found, { type: 'string', format: 'date-time' })
      if (!found.isTime)
        doubts.push(`Is "${found.member.name}" an ISO 8601 time with its zone? Any other text is unknown.`)
      if (found === perhaps) doubts.push(`Is "${found.member.name}" the time at which the account was created?`)
      if (target === 'lastActiveAt')
        doubts.push(
          `What is "${found.member.name}" for somebody who never signed in? Absent and null are unknown until you map what means never to null.`,
        )
    } else if (count)
      doubts.push(
        `"${count.member.name}" is a number. Find out whether it counts seconds or milliseconds, and map it to ${target}.`,
      )
  }

  const role = find(memberNames.roles, 'string')
  const flag = find(memberNames.administrator, 'boolean')
  const ranks = role && !flag ? rankRoles(role) : undefined
  if (role) schemas.set(role.member.name, { type: 'string', enum: ranks && [...ranks.keys()] })
  if (flag) {
    schemas.set(flag.member.name, { type: 'boolean' })
    doubts.push(`Does "${flag.member.name}" name everybody who may manage members, roles or sign-in?`)
  } else if (ranks)
    doubts.push(
      `Which roles may manage members, roles or sign-in? ${[...ranks].flatMap(([word, is]) => (is ? [`"${word}"`] : [])).join(' and ')} may, as far as the names say.`,
    )
  else if (role) doubts.push(`Which words of "${role.member.name}" are administrators? None is told.`)

  const status = readWords(all, memberNames.status, statusWords) ?? readFlags(all, statusFlags, 'active', 1)
  const kind = readWords(all, memberNames.kind, kindWords) ?? readFlags(all, kindFlags, 'person', kindFlags.length)
  if (!status)
    doubts.push('Checkwright found no member that says who is active, invited or suspended, so status is unknown.')
  else if (status.by === 'flags')
    for (const { member, word, value } of status.flags)
      doubts.push(`Is an account ${word} if "${member.name}" is ${value}?`)
  if (!kind)
    doubts.push(
      'Checkwright found no member that tells persons, guests and service accounts apart, so kind is unknown.',
    )
  for (const words of [status, kind])
    if (words?.by === 'flags')
      // Flags that are all set would make every account of the test deleted, and no question would have a result.
      for (const { member, value } of words.flags) schemas.set(member.name, { type: 'boolean', enum: [!value] })
    else if (words) {
      const choices = all.find(({ member }) => member === words.member)?.view.choices ?? []
      const rest = choices.map(String).filter((word) => !words.words.has(word))
      schemas.set(words.member.name, { type: 'string', enum: [...words.words.keys(), ...rest] })
      if (rest.length > 0)
        doubts.push(`What do these words of "${words.member.name}" mean? ${rest.slice(0, 10).join(', ')}: unknown.`)
    }
  return { plain, role: role?.member, administrator: flag?.member ?? ranks, status, kind, doubts, schemas }
}

/** Roles of a closed list of which the names say enough; undefined if none is an administrator's. */
function rankRoles({ view: { choices } }: Candidate): ReadonlyMap<string, boolean> | undefined {
  const ranks = new Map(
    choices.map(String).flatMap((choice): [string, boolean][] => {
      const words = toKebabCase(choice)
      return administratorRoles.test(words) ? [[choice, true]] : commonRoles.test(words) ? [[choice, false]] : []
    }),
  )
  return [...ranks.values()].includes(true) ? ranks : undefined
}

type WordedCandidate = Candidate & { readonly words: string }

function readWords<Word extends string>(
  all: readonly WordedCandidate[],
  names: RegExp,
  table: Readonly<Record<Word, RegExp>>,
): VendorWords<Word> | undefined {
  for (const { member, words: name, view } of all) {
    if (!names.test(name) || member.type !== 'string') continue
    const words = new Map(
      view.choices.map(String).flatMap((choice): [string, Word][] => {
        const found = (Object.keys(table) as Word[]).find((word) => table[word].test(toKebabCase(choice)))
        return found === undefined ? [] : [[choice, found]]
      }),
    )
    if (words.size > 0) return { by: 'text', member, words }
  }
  return undefined
}

/** @param enough how many of the rows have to be there for what is neither to be `otherwise` */
function readFlags<Word extends string>(
  all: readonly WordedCandidate[],
  table: readonly (readonly [names: RegExp, value: boolean, word: Word])[],
  otherwise: Word,
  enough: number,
): VendorWords<Word> | undefined {
  const flags = table.flatMap(([names, value, word]) =>
    all
      .filter(({ words, member }) => names.test(words) && member.type === 'boolean')
      .map(({ member }) => ({ member, value, word })),
  )
  const rows = new Set(flags.map(({ word }) => word)).size
  return flags.length === 0 ? undefined : { by: 'flags', flags, otherwise: rows >= enough ? otherwise : 'unknown' }
}
