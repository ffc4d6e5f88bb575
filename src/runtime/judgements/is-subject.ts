import { isObject, type ResultRecord } from '../../define/index.ts'
import type { KeptRecord } from '../../inventory/parse-record.ts'

/** A person who judges. */
export interface Judge {
  readonly userId: string
  readonly name: string
  readonly email: string
}

type JudgedSubject = Pick<ResultRecord, 'resource' | 'evidence'>

/**
 * Whether a result is about the person who judges it. Their addresses decide, in the result and in the record of the
 * account. Where nobody knows an address, the name decides: somebody else can judge, and nobody judges themselves.
 * @param record of the account, where an inventory has it
 */
export function isSubject(judge: Judge, { resource, evidence }: JudgedSubject, record?: KeptRecord): boolean {
  const told = isObject(evidence) ? evidence : {}
  const addresses = [told, record ?? {}].flatMap(listAddresses)
  const own = normalizeAddress(judge.email)
  const named = [resource.id, resource.name ?? '', ...addresses].map(normalizeAddress)
  if (own !== '' && named.includes(own)) return true
  if (resource.id === judge.userId) return true
  return addresses.length === 0 && isSameName(judge.name, resource.name ?? '')
}

function listAddresses(members: Readonly<Record<string, unknown>>): readonly string[] {
  const { email, aliases } = members
  return [email, ...(Array.isArray(aliases) ? aliases : [])].filter(
    (each): each is string => typeof each === 'string' && each !== '',
  )
}

/** Without what people add to an address of theirs: `Ada+slack@acme.example`. */
function normalizeAddress(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^([^@+]+)\+[^@]*(@[^@]+)$/, '$1$2')
}

function isSameName(one: string, other: string): boolean {
  return one.trim() !== '' && one.trim().toLowerCase() === other.trim().toLowerCase()
}
