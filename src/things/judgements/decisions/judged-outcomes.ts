import { chooseEffectiveStatus, isFullyJudged } from '../../../checks/judgements/effective-status.ts'
import type { JudgedOutcomes } from '../../../checks/judgements/judged-outcomes.ts'
import type { Uses } from '../../parts/runtime-parts.ts'
import { settleDecided } from './settle-decided.ts'
import { judgedOutcomesMax, tallyReviews } from './tally-reviews.ts'

type JudgedParts = Uses<
  'judgements' | 'waivers' | 'findings' | 'results' | 'runs' | 'connections',
  'clock' | 'connectors' | 'crossChecks'
>

/** What people have decided about the newest results of all checks that need review. */
export interface JudgedTotal {
  readonly accepted: number
  readonly refused: number
  /** Checks whose status is `manual`, and that have nothing left to decide. */
  readonly checks: number
}

/**
 * The newest outcomes that people have judged, or whose runs knew of judgements, by the judgements in force now, put together where they are
 * alike.
 * @param fromMs begin of runs that are fresh
 */
export async function listJudgedOutcomes(
  parts: JudgedParts,
  { organizationId, fromMs }: { readonly organizationId: string; readonly fromMs: number },
): Promise<readonly JudgedOutcomes[]> {
  await settleDecided(parts, organizationId)
  const [settled, apart] = await Promise.all([
    parts.store.findings.tallyJudged({ organizationId, fromMs }),
    readApart(parts, { organizationId, fromMs }),
  ])
  return [...settled, ...apart]
}

/** Those of cross-checks, and those that this process could not settle: mostly few. */
async function readApart(
  parts: JudgedParts,
  { organizationId, fromMs }: { readonly organizationId: string; readonly fromMs: number },
): Promise<readonly JudgedOutcomes[]> {
  const { store } = parts
  const key = (of: { readonly connectionId: string; readonly checkId: string }) => `${of.connectionId} ${of.checkId}`
  const unsettled = await store.findings.listUnsettled({ organizationId, limit: judgedOutcomesMax })
  const keys = new Set(unsettled.map(key))
  const connectionIds = [...new Set([organizationId, ...unsettled.map(({ connectionId }) => connectionId)])]
  const [reviews, outcomes] = await Promise.all([
    tallyReviews(parts, { organizationId, connectionIds }),
    store.findings.newestOutcomes({ organizationId, connectionIds, limit: judgedOutcomesMax }),
  ])
  const byCheck = new Map(reviews.map((review) => [key(review), review]))
  return outcomes
    .filter((outcome) => outcome.connectionId === organizationId || keys.has(key(outcome)))
    .map((outcome) => {
      const { accepted, refused, open } = byCheck.get(key(outcome)) ?? { accepted: 0, refused: 0, open: 1 }
      const { status, effectiveStatus, atMs } = outcome
      return { status, effectiveStatus, isFresh: atMs >= fromMs, outcomes: 1, accepted, refused, isOpen: open > 0 }
    })
}

/** What they count as now. */
export function chooseNow({ status, accepted, refused, isOpen }: JudgedOutcomes): JudgedOutcomes['status'] {
  return chooseEffectiveStatus(status, { accepted, refused, open: isOpen ? 1 : 0 })
}

export async function sumJudged(parts: JudgedParts, organizationId: string): Promise<JudgedTotal> {
  const judged = await listJudgedOutcomes(parts, { organizationId, fromMs: 0 })
  const sum = (count: (of: JudgedOutcomes) => number) => judged.reduce((total, of) => total + count(of), 0)
  return {
    accepted: sum(({ accepted }) => accepted),
    refused: sum(({ refused }) => refused),
    checks: sum(({ status, accepted, refused, isOpen, outcomes }) =>
      isFullyJudged(status, { accepted, refused, open: isOpen ? 1 : 0 }) ? outcomes : 0,
    ),
  }
}
