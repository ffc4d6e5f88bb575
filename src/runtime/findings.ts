import type {
  Finding,
  FindingEvent,
  FindingFilter,
  NewestOutcome,
  OutcomeFilter,
} from '../checks/findings/finding-store.ts'
import type { TimeSpan } from '../checks/run-store.ts'
import type { StandingWaivers } from '../checks/waivers/standing-waivers.ts'
import type { Declared } from './audited-service.ts'
import { loadStandingDecisions } from './judgements/standing-decisions.ts'
import { describeWithin, listOutcomesWithin } from './past-findings.ts'
import type { Uses } from './runtime-parts.ts'

/** For somebody who may know of the runs of a time alone. */
export interface KnownTime {
  /**
   * Everything as it stood at the end of this time, by its runs and the waivers in force then. A finding that none of
   * these runs saw fail has no details. @default as it stands now, by all runs
   */
  readonly within?: TimeSpan | undefined
}

/**
 * Failing results from run to run. Each run that ends updates them, and they stay when retention has deleted the run.
 * The current waivers decide whether a failing one is waived.
 */
export interface FindingService {
  /** The failing findings, the newest change first, without those of disconnected connections. */
  list(filter: FindingFilter & KnownTime): Promise<readonly Finding[]>
  /** With its latest 100 changes, the newest first. */
  get(
    ref: {
      readonly id: string
      readonly organizationId: string
    } & KnownTime,
  ): Promise<(Finding & { readonly history: readonly FindingEvent[] }) | undefined>
  /** The latest outcome of each check. One that ended in `error` may hide findings. */
  newestOutcomes(filter: OutcomeFilter & KnownTime): Promise<readonly NewestOutcome[]>
}

const listed = 100
const pageRows = 500

export function createFindingService(
  parts: Uses<'findings' | 'waivers' | 'judgements' | 'runs' | 'connections', 'clock' | 'connectors'>,
): Declared<FindingService> {
  const { store } = parts
  return {
    list: {
      read: async ({ within, limit = listed, ...filter }) => {
        if (within && within.toMs < within.fromMs) return []
        const standing = await loadStandingDecisions(parts, filter.organizationId, { atMs: within?.toMs })
        // What the row of another time does not say is looked at afterwards.
        const { waived, severity, control, ...standingFilter } = filter
        const asked = within ? standingFilter : { ...standingFilter, severity, control }
        const rows = within === undefined && waived === undefined ? limit : pageRows
        const found: Finding[] = []
        for (let { before } = filter; ; ) {
          const page = await store.findings.list({ ...asked, before, limit: rows, atMs: within?.toMs })
          for (const row of within ? await describeWithin(parts, page, within) : page) {
            const finding = judgeFinding(row, standing)
            if (waived !== undefined && finding.waived !== waived) continue
            if (severity !== undefined && finding.severity !== severity) continue
            if (control !== undefined && !finding.controls.includes(control)) continue
            found.push(finding)
            if (found.length === limit) return found
          }
          if (page.length < rows) return found
          before = page.at(-1)
        }
      },
    },
    get: {
      read: async ({ id, organizationId, within }) => {
        if (within && within.toMs < within.fromMs) return undefined
        const at = { atMs: within?.toMs }
        const row = await store.findings.find(id, organizationId, at)
        const [finding] = row && within ? await describeWithin(parts, [row], within) : [row]
        if (finding === undefined) return undefined
        const standing = await loadStandingDecisions(parts, organizationId, at)
        return { ...judgeFinding(finding, standing), history: await store.findings.history(id, at) }
      },
    },
    newestOutcomes: {
      read: ({ within, ...filter }) =>
        within ? listOutcomesWithin(parts, filter, within) : store.findings.newestOutcomes(filter),
    },
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
