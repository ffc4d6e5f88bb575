import type { Kysely } from 'kysely'
import { foldSearch } from '../../../checks/findings/search-text.ts'
import { type EmailAddress, formatEmailAddress, parseEmailAddress } from '../../../inventory/email-address.ts'
import type { User } from '../../../service/records/users.ts'
import { type Action, mayStillDo } from '../../../service/rights/permissions.ts'
import { isOfOrganization, ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { listTrigrams, selectByTrigrams } from '../../../service/store/sql/text-trigrams.ts'

interface AddressSearch {
  readonly organizationId: string
  readonly addresses: readonly EmailAddress[]
  /** They may do all of these. */
  readonly actions: readonly Action[]
}

/** The people of an organization who have one of these addresses and may do something, each once. */
export async function findNamedPeople(
  tx: Kysely<Schema>,
  { organizationId, addresses, actions }: AddressSearch,
): Promise<readonly Pick<User, 'id' | 'name'>[]> {
  const found = new Map<string, { readonly id: string; readonly name: string; readonly deactivated: 0 | 1 | null }>()
  for (const address of addresses)
    for (const { email, ...person } of await selectByLocalPart(tx, organizationId, address))
      if (parseEmailAddress(email) === address) found.set(person.id, person)
  if (found.size === 0) return []
  const memberships = await ofOrganization(tx, organizationId)
    .selectFrom('memberships')
    .select(['userId', 'role'])
    .where('userId', 'in', [...found.keys()])
    .execute()
  const roles = new Map(memberships.map(({ userId, role }) => [userId, role]))
  return [...found.values()]
    .filter(({ id, deactivated }) => mayStillDo({ isDeactivated: deactivated === 1, role: roles.get(id) }, actions))
    .map(({ id, name }) => ({ id, name }))
}

/** Domains have several forms. Addresses that differ in nothing else are few. */
function selectByLocalPart(tx: Kysely<Schema>, organizationId: string, address: EmailAddress) {
  const text = formatEmailAddress(address)
  // The name and a space stand before the address.
  const trigrams = listTrigrams([foldSearch(` ${text.slice(0, text.lastIndexOf('@') + 1)}`)])
  return tx
    .selectFrom(selectByTrigrams(tx, 'users', { organizationId, trigrams }).as('users'))
    .select(['id', 'name', 'email', 'deactivated'])
    .where(isOfOrganization('users', organizationId))
    .execute()
}
