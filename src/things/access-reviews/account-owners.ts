import { judgeEmployment } from '../../crosscheck/define/judge-employment.ts'
import type { Owner } from '../../crosscheck/define/owner.ts'
import type { Person } from '../../crosscheck/define/person.ts'
import type { People } from '../../crosscheck/people/people.ts'
import { readPeople } from '../../crosscheck/people/read-people.ts'
import type { ReviewedOwner } from '../../crosscheck/reviews/access-review.ts'
import { EntryReader, flattenPages } from '../../crosscheck/run/entry-reader.ts'
import { openLists } from '../../crosscheck/run/open-lists.ts'
import { type InputParts, type LoadedInputs, loadCrossCheckInputs } from '../directory/load-inputs.ts'

/** Whose an account is, and who manages that person. */
export interface KnownOwner {
  readonly owner: ReviewedOwner
  /** Address of the manager, where the directory tells who that is. */
  readonly managerEmail?: string | undefined
}

/** The owners of accounts, as the directory and the links tell them. */
export interface AccountOwners {
  find(connectionId: string, accountId: string): KnownOwner | undefined
}

/** What the directory says of somebody beside their employment. */
interface Placement {
  readonly department?: string | undefined
  readonly managerId?: string | undefined
}

/**
 * Finds the owners of the accounts of some connections, by the same join as cross-checks.
 * @returns undefined where the organization has no directory
 * @throws StoreError `STORE_CONFLICT` where a list was read anew meanwhile
 */
export async function loadAccountOwners(
  parts: InputParts,
  organizationId: string,
  of: { readonly connectionIds: readonly string[]; readonly nowMs: number },
): Promise<AccountOwners | undefined> {
  const loaded = await loadCrossCheckInputs(parts, organizationId, of)
  const { inputs, source } = loaded
  if (inputs.directory.sources.length === 0) return undefined
  const people = await readPeople(inputs, source)
  const placements = await readPlacements(loaded)
  const owners = new Map<string, KnownOwner>()
  const entries = new EntryReader(inputs, source, people)
  for await (const { connection, account, owner } of flattenPages(
    entries.readAccounts(openLists(inputs, 'account'), { connections: of.connectionIds }),
  )) {
    const key = toAccountKey(connection.id, account.id)
    const known = describeOwner(owner, { people, placements, nowMs: of.nowMs })
    const other = owners.get(key)
    // An id in two parts of a list may be of two accounts.
    const isSame = other === undefined || JSON.stringify(other) === JSON.stringify(known)
    owners.set(key, isSame ? known : { owner: { is: 'ambiguous', because: 'Two lists have an account of this id.' } })
  }
  return { find: (connectionId, accountId) => owners.get(toAccountKey(connectionId, accountId)) }
}

function toAccountKey(connectionId: string, accountId: string): string {
  return `${connectionId}/${accountId}`
}

async function readPlacements({ inputs, source }: LoadedInputs): Promise<ReadonlyMap<string, Placement>> {
  const placements = new Map<string, Placement>()
  for (const { connectionId } of inputs.directory.sources) {
    const system = inputs.systems.find((each) => each.connectionId === connectionId)
    for (const inventory of system?.inventories ?? [])
      if (inventory.of === 'person')
        for await (const piece of source.records(connectionId, inventory))
          for (const { id, department, managerId } of piece)
            placements.set(`${connectionId}/${id}`, {
              department: typeof department === 'string' && department !== '' ? department : undefined,
              managerId: typeof managerId === 'string' ? `${connectionId}/${managerId}` : undefined,
            })
  }
  return placements
}

interface OwnerFacts {
  readonly people: People
  readonly placements: ReadonlyMap<string, Placement>
  readonly nowMs: number
}

function describeOwner(owner: Owner, known: OwnerFacts): KnownOwner {
  switch (owner.is) {
    case 'person':
      return describePerson('person', owner.person, known, owner.doubt)
    case 'service':
      return describePerson('service', owner.owner, known)
    case 'out-of-scope':
      return { owner: { is: 'out-of-scope', because: owner.basis.reason } }
    case 'nobody':
      // An account of somebody we may know is not nobody's before somebody has decided.
      return { owner: { is: owner.proposals.length > 0 ? 'unknown' : 'nobody', because: owner.because } }
    case 'ambiguous':
    case 'unknown':
      return { owner: { is: owner.is, because: owner.because } }
  }
}

function describePerson(
  is: 'person' | 'service',
  person: Person,
  { people, placements, nowMs }: OwnerFacts,
  doubt?: string | undefined,
): KnownOwner {
  const { department, managerId } = placements.get(person.id) ?? {}
  const employment = judgeEmployment(person, nowMs, 0)
  const because = doubt ?? ('because' in employment ? employment.because : undefined)
  const hasLeft = employment.is === 'left' ? true : employment.is === 'working' ? false : undefined
  const number = managerId === undefined ? undefined : people.find(managerId)
  const managerEmail = number === undefined ? undefined : people.at(number).email
  return {
    owner: {
      is,
      name: person.name,
      email: person.email,
      department,
      // Whoever may be somebody else says nothing good of the account.
      hasLeft: !(hasLeft === false && doubt !== undefined) && hasLeft !== undefined ? hasLeft : undefined,
      because,
    },
    managerEmail,
  }
}
