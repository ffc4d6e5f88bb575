import { StoreError } from '../../errors/index.ts'
import type { OperatorRecord } from '../../service/records/memberships.ts'
import type { Declared } from '../parts/declared-service.ts'
import type { Uses } from '../parts/runtime-parts.ts'

export interface PersonRef {
  readonly organizationId: string
  readonly userId: string
}

/** People who run the platform: OAuth apps that serve every organization, connectors, organizations. */
export interface OperatorService {
  /** @throws StoreError `NOT_FOUND` when the organization has no such person */
  add(person: PersonRef): Promise<void>
  /** @returns false if the person was not an operator */
  remove(person: PersonRef): Promise<boolean>
  list(): Promise<readonly OperatorRecord[]>
}

export function createOperatorService({
  store,
  clock,
}: Uses<'operators' | 'users', 'clock'>): Declared<OperatorService> {
  return {
    add: {
      change: async ({ organizationId, userId }) => {
        if ((await store.users.find(organizationId, userId)) === undefined)
          throw new StoreError(`The organization "${organizationId}" has no person "${userId}".`, { code: 'NOT_FOUND' })
        await store.operators.add({ organizationId, userId, namedAtMs: clock.nowMs() })
      },
      audit: { action: 'operator.add', target: (_done, { userId }) => userId },
    },
    remove: {
      change: ({ organizationId, userId }) => store.operators.remove(organizationId, userId),
      audit: { action: 'operator.remove', target: (_done, { userId }) => userId },
    },
    list: { read: () => store.operators.list() },
  }
}
