import type {
  Finding,
  FindingEvent,
  FindingFilter,
  NewestOutcome,
  OutcomeFilter,
} from '../checks/findings/finding-store.ts'
import type { StandingWaivers } from '../checks/waivers/standing-waivers.ts'
import type { Declared } from './audited-service.ts'
import type { Uses } from './runtime-parts.ts'
import { loadStandingWaivers } from './waivers.ts'

/**
 * Failing results from run to run. Each run that ends updates them, and they stay when retention has deleted the run.
 * The current waivers decide whether a failing one is waived.
 */
export interface FindingService {
  /** The failing findings, the newest change first, without those of disconnected connections. */
  list(filter: FindingFilter): Promise<readonly Finding[]>
  /** With its latest 100 changes, the newest first. */
  get(ref: {
    readonly id: string
    readonly organizationId: string
  }): Promise<(Finding & { readonly history: readonly FindingEvent[] }) | undefined>
  /** The latest outcome of each check. One that ended in `error` may hide findings. */
  newestOutcomes(filter: OutcomeFilter): Promise<readonly NewestOutcome[]>
}

const listed = 100
const pageRows = 500

export function createFindingService(
  parts: Uses<'findings' | 'waivers', 'clock' | 'connectors'>,
): Declared<FindingService> {
  const { store } = parts
  return {
    list: {
      read: async ({ waived, limit = listed, ...filter }) => {
        const standing = await loadStandingWaivers(parts, filter.organizationId)
        const rows = waived === undefined ? limit : pageRows
        const found: Finding[] = []
        for (let { before } = filter; ; ) {
          const page = await store.findings.list({ ...filter, before, limit: rows })
          for (const row of page) {
            const finding = judgeFinding(row, standing)
            if (waived !== undefined && finding.waived !== waived) continue
            found.push(finding)
            if (found.length === limit) return found
          }
          if (page.length < rows) return found
          before = page.at(-1)
        }
      },
    },
    get: {
      read: async ({ id, organizationId }) => {
        const finding = await store.findings.find(id, organizationId)
        if (finding === undefined) return undefined
        const standing = await loadStandingWaivers(parts, organizationId)
        return { ...judgeFinding(finding, standing), history: await store.findings.history(id) }
      },
    },
    newestOutcomes: { read: (filter) => store.findings.newestOutcomes(filter) },
  }
}

/** Its state by the current waivers. A resolved one stays as it was recorded, because it no longer fails. */
function judgeFinding(finding: Finding, standing: StandingWaivers): Finding {
  if (finding.state === 'resolved') return finding
  const { connectorId, connectionId, checkId } = finding
  const { waived: _, ...result } = finding.result
  const waived = standing.waiverFor({ connectorId, connectionId, checkId, resource: result.resource })
  return { ...finding, waived: waived !== undefined, result: waived ? { ...result, waived } : result }
}
