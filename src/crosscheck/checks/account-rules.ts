import type { NumberVariable, Resource } from '../../define/index.ts'
import { readWord } from '../../questions/rules/facts.ts'
import type { AccountEntry, CrossCheckConnection } from '../define/cross-check.ts'
import type { Employment } from '../define/judge-employment.ts'
import { type Owner, showBasis } from '../define/owner.ts'
import type { Person } from '../define/person.ts'
import { writtenRest } from '../run/written-rest.ts'

/** Days after somebody's last day in which their access may go on. */
export const graceDays = {
  id: 'grace_days',
  label: 'Days of grace after the last day',
  helpText: 'Access that ends within these days after the last day is in time.',
  type: 'number',
  default: 1,
  min: 0,
  max: 7,
} as const satisfies NumberVariable

/** What controls of joiners and leavers demand of `graceDays`. */
export const graceBound = { [graceDays.id]: { max: graceDays.max } }

type Facts = Pick<AccountEntry, 'connection' | 'account'>

/** Ids of accounts are unique within their connection only. */
export function toAccountResource({ connection, account }: Facts): Resource {
  return {
    type: 'account',
    id: `${connection.id}/${account.id}`,
    name: account.name === undefined ? undefined : `${account.name} (${connection.name})`,
  }
}

export function toPersonResource({ id, name }: Person): Resource {
  return { type: 'person', id, name }
}

/** The account as texts call it. */
export function nameAccount({ connection, account }: Facts): string {
  return `${account.name ?? account.id} on ${connection.name}`
}

export function namePerson({ id, name }: Person): string {
  return name ?? id
}

export function readAccountStatus({ status }: AccountEntry['account']): string {
  return readWord('account', 'status', status)
}

/** What a result about an account rests on: the account, when it was read, and whose it is by what. */
export function pickAccountEvidence(
  { connection, account, owner }: AccountEntry,
  members: readonly (keyof AccountEntry['account'] & string)[] = [],
): object {
  const { kind, status, email } = account
  const evidence: Record<string, unknown> & { [writtenRest]?: string } = { kind, status, email }
  for (const member of members) evidence[member] = account[member]
  evidence.readAt = formatReadAt(connection)
  evidence[writtenRest] = writeOwner(owner)
  return evidence
}

/** Of most owners there are many accounts. */
const writtenOwners = new WeakMap<Owner, string>()

function writeOwner(owner: Owner): string {
  const known = writtenOwners.get(owner)
  if (known !== undefined) return known
  const made = `,"owner":${JSON.stringify(showOwner(owner))}}`
  writtenOwners.set(owner, made)
  return made
}

export function pickPersonEvidence(person: Person): object {
  const { id, kind, status, startsAt, endsAt, sourceName, readAtMs } = person
  return {
    id,
    kind,
    status,
    startsAt,
    endsAt,
    source: sourceName,
    readAt: new Date(readAtMs).toISOString(),
  }
}

const readTimes = new WeakMap<CrossCheckConnection, string>()

export function formatReadAt(connection: CrossCheckConnection): string {
  const known = readTimes.get(connection)
  if (known !== undefined) return known
  const made = connection.readAt.toISOString()
  readTimes.set(connection, made)
  return made
}

export function showOwner(owner: Owner): object {
  switch (owner.is) {
    case 'person':
      return { is: owner.is, person: pickPersonEvidence(owner.person), link: showBasis(owner.basis) }
    case 'service':
      return { is: owner.is, owner: pickPersonEvidence(owner.owner), link: showBasis(owner.basis) }
    case 'out-of-scope':
      return { is: owner.is, link: showBasis(owner.basis) }
    case 'ambiguous':
      return { is: owner.is, because: owner.because, people: owner.people.map(({ id }) => id) }
    default:
      return {
        is: owner.is,
        because: owner.because,
        proposals: owner.proposals.length > 0 ? owner.proposals : undefined,
      }
  }
}

export function explainMissingStatus({ name }: CrossCheckConnection): string {
  return `${name} does not say whether the account is active.`
}

/** How somebody left, after their name. */
export function describeEnd(employment: Extract<Employment, { readonly is: 'left' }>): string {
  return employment.from === 'last day'
    ? `left on ${employment.since}`
    : `is gone from the directory since ${employment.since.slice(0, 10)}`
}
