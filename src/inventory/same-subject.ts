import { createHash } from 'node:crypto'
import type { InventoryKind } from '../define/index.ts'
import { isObject } from '../text/is-object.ts'
import { type EmailAddress, parseEmailAddress } from './email-address.ts'
import type { StoredRecord } from './stored-record.ts'

/** What a vendor's item says of whom or what it is: short digests of its values, by the path of the member. */
export interface ItemMarks {
  /** Of the whole item. */
  readonly item: string
  readonly members: Readonly<Record<string, string>>
}

/** One reading of a record. */
export interface Sighting {
  readonly record: StoredRecord
  readonly marks?: ItemMarks | undefined
}

/** Whether two readings of one id are of the same. */
export type SubjectComparison =
  | { readonly is: 'same' }
  /** Nothing in them says who it is, although they were read from different items. */
  | { readonly is: 'unsaid' }
  | { readonly is: 'different'; readonly members: readonly string[] }

/**
 * Compares two readings of one id by what names a person or a thing. One thing that both say alike is enough: somebody may change the
 * address. Whatever an author says of merging, two people are not one record.
 */
export function compareSubjects(of: InventoryKind, first: Sighting, second: Sighting): SubjectComparison {
  const found = [...compareMembers(of, first.record, second.record), ...compareMarks(first.marks, second.marks)]
  if (found.some(({ isSame }) => isSame)) return { is: 'same' }
  if (found.length > 0) return { is: 'different', members: [...new Set(found.map(({ member }) => member))] }
  // An address names somebody by itself.
  if (!isPersonKind(of) || first.record.id.includes('@')) return { is: 'same' }
  const [one, other] = [first.record.name, second.record.name]
  if (typeof one === 'string' && typeof other === 'string')
    return isSameName(one, other) ? { is: 'same' } : { is: 'different', members: ['name'] }
  return first.marks !== undefined && first.marks.item === second.marks?.item ? { is: 'same' } : { is: 'unsaid' }
}

/**
 * What an item says of whom it is, if it is the one that the record was made from: it has the record's id, or a part of it.
 * @param item whatever a list of the vendor had last
 */
export function readMarks(of: InventoryKind, id: string, item: unknown): ItemMarks | undefined {
  const names = markMembers[of]
  if (!names || !isObject(item)) return undefined
  const parts = new Set([id, ...id.split(/[/:|,\s]+/)])
  const members: Record<string, string> = {}
  let isOfRecord = false
  const read = (path: string, value: unknown, isMark: boolean) => {
    if (typeof value !== 'string' && typeof value !== 'number') return
    // Whatever is the id itself is the same by itself.
    if (parts.has(String(value))) isOfRecord = true
    else if (isMark && value !== '') members[path] = digestMark(blur(String(value)))
  }
  for (const [name, value] of Object.entries(item)) {
    const member = normalizeMember(name)
    read(name, value, names.has(member))
    if (holders.has(member) && isObject(value))
      for (const [inner, each] of Object.entries(value))
        read(
          `${name}.${inner}`,
          each,
          names.has(normalizeMember(inner)) ||
            (isPersonKind(of) && innerIds.has(normalizeMember(inner)) && member !== 'account'),
        )
  }
  return isOfRecord ? { item: digestMark(JSON.stringify(item)), members } : undefined
}

interface Compared {
  readonly member: string
  readonly isSame: boolean
}

/** Members of records that belong to one person or thing alone. */
const ownMembers: Readonly<Partial<Record<InventoryKind, readonly string[]>>> = {
  account: ['ssoSubject'],
  device: ['serialNumber'],
  credential: ['ownerId'],
  vulnerability: ['resource'],
  training: ['personId', 'personEmail', 'course'],
}

function compareMembers(of: InventoryKind, first: StoredRecord, second: StoredRecord): readonly Compared[] {
  const own = (ownMembers[of] ?? []).flatMap((member): Compared[] => {
    const [one, other] = [first[member], second[member]]
    return typeof one === 'string' && typeof other === 'string' ? [{ member, isSame: toKey(one) === toKey(other) }] : []
  })
  // A training is of a person and a course: both have to be the same.
  if (of === 'training' && own.some(({ isSame }) => !isSame)) return own.filter(({ isSame }) => !isSame)
  const [one, other] = [listAddresses(first), listAddresses(second)]
  // An address that is the id as well is the same by itself.
  const hasBoth = [first, second].every(({ id, email }) => typeof email === 'string' && toKey(email) !== toKey(id))
  return hasBoth ? [...own, { member: 'email', isSame: [...one].some((each) => other.has(each)) }] : own
}

function compareMarks(first: ItemMarks | undefined, second: ItemMarks | undefined): readonly Compared[] {
  return Object.entries(first?.members ?? {}).flatMap(([member, one]) => {
    const other = second?.members[member]
    return other === undefined ? [] : [{ member, isSame: one === other }]
  })
}

function listAddresses({ email, aliases }: StoredRecord): ReadonlySet<EmailAddress | string> {
  const all: readonly unknown[] = [email, ...(Array.isArray(aliases) ? aliases : [])]
  return new Set(all.flatMap((each) => (typeof each === 'string' ? [toKey(each)] : [])))
}

/** An address, or another text that stands for one, for comparing. */
function toKey(text: string) {
  return parseEmailAddress(text) ?? blur(text)
}

function isPersonKind(of: InventoryKind): boolean {
  return of === 'account' || of === 'person'
}

/** Whether two names may be those of one person: "Ada" and "A. Lovelace", "ada.lovelace" and "Lovelace, Ada". */
function isSameName(one: string, other: string): boolean {
  const [few = [], many = []] = [cutWords(one), cutWords(other)].toSorted((a, b) => a.length - b.length)
  return few.every((word) => many.some((each) => each.startsWith(word) || word.startsWith(each)))
}

function cutWords(name: string): readonly string[] {
  return blur(name).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** In one case, without accents and what surrounds it. */
function blur(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}

const people = new Set(
  'email mail emailaddress primaryemail useremail login username userprincipalname upn samaccountname loginname'.split(
    ' ',
  ),
)

/** Members of items that say who or what it is, in lower case without separators. */
const markMembers: Readonly<Partial<Record<InventoryKind, ReadonlySet<string>>>> = {
  account: people,
  person: people,
  device: new Set('serialnumber serial udid imei hardwareuuid'.split(' ')),
  credential: new Set('fingerprint thumbprint keyid accesskeyid sha256 publickey'.split(' ')),
  application: new Set('clientid appid applicationid bundleid'.split(' ')),
}

/** Objects in which a list has the person of a membership, or the members of an item. */
const holders = new Set('user member person account employee principal identity assignee profile attributes'.split(' '))
const innerIds = new Set('id uuid uid sub'.split(' '))

function normalizeMember(name: string): string {
  return name.toLowerCase().replaceAll(/[_\-\s]/g, '')
}

/** Only compared, so that no value has to be kept. */
function digestMark(value: string): string {
  return createHash('sha256').update(value).digest('base64url').slice(0, 16)
}
