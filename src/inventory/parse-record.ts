import {
  type Inventory,
  type InventoryKind,
  type InventoryRecord,
  listMemberForms,
  listMemberWords,
} from '../define/index.ts'
import { CheckError } from '../errors/index.ts'
import { isObject } from '../text/is-object.ts'
import { parseId, parseMember } from './member-value.ts'
import type { StoredRecord } from './stored-record.ts'

/** A kept record, or some of its members, as checks read it: `parseRecord` gave each member the type of its kind. */
export function toInventoryRecord<Of extends InventoryKind, Tells extends string>(
  record: Readonly<Record<string, unknown>>,
): InventoryRecord<Of, Tells> {
  return record as InventoryRecord<Of, Tells>
}

/** A record that was read. */
export interface ParsedRecord {
  readonly record: StoredRecord
  /** Members that the list gave in a form that cannot be used. */
  readonly bad: readonly string[]
}

/** What reads the records of one inventory. */
export interface RecordForm {
  readonly of: InventoryKind
  readonly tells: readonly string[]
  /** Start of the run. */
  readonly now: Date
}

const nameLengthMax = 500
const reasonLengthMax = 500
const urlLengthMax = 2_048
/** Of the JSON of one record. */
export const recordBytesMax = 64 * 1024

/**
 * Reads what a list yields, member by member. A member that cannot be used is not known, with its reason; members that the
 * inventory does not tell are left out.
 * @returns undefined for a record without an id that can be used
 * @throws CheckError `INVENTORY_RECORD_INVALID` for what is no record, or lacks a member that the inventory promises
 */
export function parseRecord(form: RecordForm, listed: unknown): ParsedRecord | undefined {
  demandPromised(form, listed)
  const id = parseId(listed.id)
  if (id === undefined) return undefined
  const unknown: Record<string, string> = {}
  const bad: string[] = []
  const refuse = (member: string, reason: string) => {
    unknown[member] = `The vendor's value ${reason}.`
    bad.push(member)
  }
  const members = { ...parseWords(form.of, listed, refuse), ...parseMembers(form, listed, refuse) }
  const reasons = isObject(listed.unknown) ? listed.unknown : {}
  for (const member of form.tells)
    if (members[member] === undefined && typeof reasons[member] === 'string')
      unknown[member] ??= reasons[member].slice(0, reasonLengthMax)
  const record = fitRecord({ id, ...parseShown(listed, refuse), ...members }, unknown)
  return { record, bad }
}

/** Adds a fact to a record. */
export function addFact(
  { of, now }: RecordForm,
  record: StoredRecord,
  member: string,
  fact: { readonly value: unknown } | { readonly because: string },
): StoredRecord {
  const form = listMemberForms(of)[member]
  if (!form) return record
  const parsed = 'because' in fact ? { bad: fact.because } : parseMember(form, fact.value, now)
  const because = 'because' in fact ? fact.because : 'bad' in parsed ? `The vendor's value ${parsed.bad}.` : undefined
  const { unknown: reasons, ...members } = record
  const unknown = because === undefined ? { ...reasons } : { ...reasons, [member]: because.slice(0, reasonLengthMax) }
  return fitRecord('value' in parsed ? { ...members, [member]: parsed.value } : members, unknown)
}

/** A record of which the vendor refused members for everybody. */
export function withoutMembers(record: StoredRecord, refused: ReadonlyMap<string, string>): StoredRecord {
  if (refused.size === 0) return record
  const { unknown, ...members } = record
  const known = Object.fromEntries(Object.entries(members).filter(([member]) => !refused.has(member)))
  return { ...known, id: record.id, unknown: { ...unknown, ...Object.fromEntries(refused) } }
}

type RefuseMember = (member: string, reason: string) => void
type Listed = Readonly<Record<string, unknown>>

function demandPromised({ of, tells }: RecordForm, listed: unknown): asserts listed is Listed {
  const invalid = (what: string) =>
    new CheckError(`The inventory "${of}" ${what}`, { code: 'INVENTORY_RECORD_INVALID' })
  if (!isObject(listed))
    throw invalid('yields something that is not a record. Yield an object with an id for each record.')
  const missing = tells.find((member) => !(member in listed))
  if (missing !== undefined)
    throw invalid(
      `lists "${missing}" in "tells", but yields a record without it. Yield the member in every record, as undefined if the vendor does not say.`,
    )
}

function parseWords(of: InventoryKind, listed: Listed, refuse: RefuseMember): Record<string, unknown> {
  const parsed: Record<string, unknown> = {}
  for (const [member, words] of Object.entries(listMemberWords(of))) {
    const value = listed[member]
    const isKnown = typeof value === 'string' && words.includes(value)
    if (!isKnown && value !== undefined && value !== null) refuse(member, `is none of ${words.join(', ')}`)
    parsed[member] = isKnown ? value : words.find((word) => word === 'unknown')
  }
  return parsed
}

function parseMembers({ of, tells, now }: RecordForm, listed: Listed, refuse: RefuseMember): Record<string, unknown> {
  const parsed: Record<string, unknown> = {}
  const forms = listMemberForms(of)
  for (const member of tells) {
    const form = forms[member]
    if (!form) continue
    const result = parseMember(form, listed[member], now)
    if ('bad' in result) refuse(member, result.bad)
    else parsed[member] = result.value
  }
  return parsed
}

/** What people see of it, of which nothing is judged. */
function parseShown({ name, url }: Listed, refuse: RefuseMember): Record<string, string> {
  const shown: Record<string, string> = {}
  if (typeof name === 'string' && name !== '') shown.name = name.slice(0, nameLengthMax)
  else if (name !== undefined && name !== null && name !== '') refuse('name', 'is not text')
  if (typeof url === 'string' && /^https?:\/\//i.test(url) && url.length <= urlLengthMax && URL.canParse(url))
    shown.url = url
  else if (url !== undefined && url !== null && url !== '') refuse('url', 'is not the URL of a page')
  return shown
}

/** Without its largest members, where it would be larger than a record may be. */
function fitRecord(members: Readonly<Record<string, unknown>>, unknown: Record<string, string>): StoredRecord {
  const known: Record<string, unknown> = { ...members }
  const build = () => (Object.keys(unknown).length > 0 ? { ...known, unknown } : { ...known }) as StoredRecord
  for (let record = build(); ; record = build()) {
    if (Buffer.byteLength(JSON.stringify(record)) <= recordBytesMax) return record
    const [largest] = Object.entries(known)
      .filter(([member]) => member !== 'id')
      .map(([member, value]) => ({ member, length: JSON.stringify(value)?.length ?? 0 }))
      .sort((a, b) => b.length - a.length)
    if (largest === undefined) return record
    delete known[largest.member]
    unknown[largest.member] = 'It is larger than a record can hold (64 KB).'
  }
}

/** The form of an inventory's records. */
export function toRecordForm({ of, tells }: Pick<Inventory, 'of' | 'tells'>, now: Date): RecordForm {
  return { of, tells, now }
}
