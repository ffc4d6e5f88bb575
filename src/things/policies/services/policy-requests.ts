import { readPeople } from '../../../crosscheck/people/read-people.ts'
import { parseEmailAddress } from '../../../inventory/email-address.ts'
import { type InputParts, loadCrossCheckInputs } from '../../directory/load-inputs.ts'
import type { Declared } from '../../parts/declared-service.ts'
import type { Uses } from '../../parts/runtime-parts.ts'

/** What people without an account may do about policies, beside the records. */
export interface PolicyRequestService {
  /** Which organization a request is of. undefined: there is none of that id. */
  find(id: string): Promise<{ readonly id: string; readonly organizationId: string } | undefined>
  /** Who has an address by the directory now, for sure. undefined: nobody does, or nobody can tell. */
  findPerson(of: { readonly organizationId: string; readonly email: string }): Promise<string | undefined>
  /** Whether letters can be sent. */
  takesRequests(): Promise<boolean>
}

export function createPolicyRequestService(
  parts: InputParts & Uses<'policies', 'options' | 'clock'>,
): Declared<PolicyRequestService> {
  const { store, options, clock } = parts
  return {
    findPerson: {
      read: async ({ organizationId, email }) => {
        const address = parseEmailAddress(email)
        if (address === undefined || (await store.directorySources.list(organizationId)).length === 0) return undefined
        const { inputs, source } = await loadCrossCheckInputs(parts, organizationId, { nowMs: clock.nowMs() })
        const people = await readPeople(inputs, source)
        const number = people.doubt === undefined ? people.addresses.findOnly(address) : undefined
        return number === undefined || people.hasDouble(number) ? undefined : people.at(number).id
      },
    },
    find: { read: (id) => store.policies.findRequest(id) },
    takesRequests: { read: async () => options.mail !== undefined },
  }
}
