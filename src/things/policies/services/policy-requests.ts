import type { Declared } from '../../parts/declared-service.ts'
import type { Uses } from '../../parts/runtime-parts.ts'

/** What people without an account may do about policies, beside the records. */
export interface PolicyRequestService {
  /** Which organization a request is of. undefined: there is none of that id. */
  find(id: string): Promise<{ readonly id: string; readonly organizationId: string } | undefined>
  /** Whether letters can be sent. */
  takesRequests(): Promise<boolean>
}

export function createPolicyRequestService({
  store,
  options,
}: Uses<'policies', 'options'>): Declared<PolicyRequestService> {
  return {
    find: { read: (id) => store.policies.findRequest(id) },
    takesRequests: { read: async () => options.mail !== undefined },
  }
}
