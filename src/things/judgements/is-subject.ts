import type { Resource } from '../../define/index.ts'
import { blurEmail, parseEmailAddress, unwrapAddress } from '../../inventory/email-address.ts'
import type { StoredRecord } from '../../inventory/stored-record.ts'
import { blurText } from '../../text/blur-text.ts'
import { isObject } from '../../text/is-object.ts'
import type { Judge } from '../people/judge.ts'

interface JudgedSubject {
  readonly resource: Resource
  readonly evidence: unknown
}

/**
 * Whether a result is about the person who judges it. Their addresses decide, in the result and in the record of the
 * account, however they are written. Where nobody knows an address of one of both, the name decides. Look-alikes count as
 * the same: somebody else can judge, and nobody judges themselves.
 * @param record of the account, where an inventory has it
 */
export function isSubject(judge: Judge, { resource, evidence }: JudgedSubject, record?: StoredRecord): boolean {
  if (judge.keyMaker && isSubject(judge.keyMaker, { resource, evidence }, record)) return true
  if (resource.id === judge.userId) return true
  const holders = [isObject(evidence) ? evidence : {}, record ?? {}]
  const addresses = holders.flatMap((each) => readTexts(each, addressMembers)).flatMap(readAddress)
  const own = [judge.email, judge.userId].flatMap(readAddress)
  const shown = [resource.id, resource.name ?? ''].flatMap(readAddress)
  if (own.some((address) => addresses.includes(address) || shown.includes(address))) return true
  if (own.length > 0 && addresses.length > 0) return false
  const names = [resource.name ?? '', ...holders.flatMap((each) => readTexts(each, nameMembers))]
  return names.some((name) => isSameName(judge.name, name))
}

/** Members of evidence and of records that hold addresses of the account itself. */
const addressMembers = ['email', 'emails', 'aliases', 'mail', 'primaryEmail', 'userPrincipalName', 'userName', 'login']
const nameMembers = ['name', 'displayName', 'fullName']

function readTexts(holder: Readonly<Record<string, unknown>>, members: readonly string[]): readonly string[] {
  return members.flatMap((member) => holder[member]).filter((each) => typeof each === 'string')
}

/** A guest's sign-in name has the address from which they were invited: `ada_acme.example#EXT#@contoso.example`. */
const guestForm = /^(.+)_([^_]+)#EXT#@/i

/** The blurred address that a text is, also as `mailto:` or behind a name in angle brackets; none if it is no address. */
function readAddress(text: string): readonly string[] {
  const address = unwrapAddress(text)
    .replace(guestForm, (_, local, domain) => `${local}@${domain}\0`)
    .replace(/\0.*$/s, '')
  const canonical = parseEmailAddress(address)
  if (canonical !== undefined) return [blurEmail(canonical)]
  // A host without dots is no domain, and people of a host's own may have such addresses.
  return /^[^@\s]+@[^@\s]+$/.test(address) ? [blurText(address)] : []
}

/** Whether names have the same words in any order, or the same letters without spaces. */
function isSameName(one: string, other: string): boolean {
  const [words, others] = [splitName(one), splitName(other)]
  if (words.length === 0) return false
  return words.join('') === others.join('') || words.toSorted().join(' ') === others.toSorted().join(' ')
}

function splitName(name: string): readonly string[] {
  return blurText(name).match(/[\p{L}\p{N}]+/gu) ?? []
}
