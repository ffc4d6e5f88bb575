import type {
  Finding,
  FindingEvent,
  FindingFilter,
  NewestOutcome,
  OutcomeFilter,
} from '../checks/findings/finding-store.ts'
import type { Declared } from './audited-service.ts'
import type { Uses } from './runtime-parts.ts'

/** What failed, from run to run: kept up by each run that ends, and there still when retention has deleted the run. */
export interface FindingService {
  /** What fails, the newest change first, without what is of disconnected connections. */
  list(filter: FindingFilter): Promise<readonly Finding[]>
  /** With its newest 100 changes, the newest first. */
  get(ref: {
    readonly id: string
    readonly organizationId: string
  }): Promise<(Finding & { readonly history: readonly FindingEvent[] }) | undefined>
  /** What each check came to when it ran last: one that ended in `error` may hide findings. */
  newestOutcomes(filter: OutcomeFilter): Promise<readonly NewestOutcome[]>
}

export function createFindingService({ store }: Uses<'findings'>): Declared<FindingService> {
  return {
    list: { read: (filter) => store.findings.list(filter) },
    get: {
      read: async ({ id, organizationId }) => {
        const finding = await store.findings.find(id, organizationId)
        return finding && { ...finding, history: await store.findings.history(id) }
      },
    },
    newestOutcomes: { read: (filter) => store.findings.newestOutcomes(filter) },
  }
}
