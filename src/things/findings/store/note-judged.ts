import type { Kysely } from 'kysely'
import { canChangeFindings } from '../../../checks/findings/can-change-findings.ts'
import type { DueDays } from '../../../checks/findings/due.ts'
import { decideFinding, type FindingDecision } from '../../../checks/judgements/decide-finding.ts'
import { computeEvidenceDigest } from '../../../checks/judgements/evidence-digest.ts'
import { parseJsonText } from '../../../service/store/sql/json-text.ts'
import { isOfOrganization } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { toJudged } from '../../judgements/store/judged-row.ts'
import { isInForceNow } from '../../judgements/store/judgements-in-force.ts'
import type { EndedRun } from '../../runs/store/run-ended.ts'
import { openRefused, type RefusedResult } from './refused-findings.ts'

/** The findings of a run that people have judged, by the judgements that hold for their evidence. */
export interface JudgedFindings {
  readonly refused: ReadonlySet<string>
  /** All results of the finding that need review are accepted. */
  readonly accepted: ReadonlySet<string>
  /** Whether a judgement holds for the connection, on whatever evidence. */
  readonly isAny: boolean
}

const pageRows = 200

/** Opens the findings of the results that people refused. The cost grows with the results that need review and are judged. */
export async function noteJudged(
  tx: Kysely<Schema>,
  run: EndedRun,
  { days, askedAtMs }: { readonly days: DueDays; readonly askedAtMs: number },
): Promise<JudgedFindings> {
  const decided = new Map<string, FindingDecision>()
  const checks = new Map(run.head.checks.filter(canChangeFindings).map((check) => [check.id, check]))
  if (!hasReviews(run) || !(await hasJudgements(tx, run))) return toJudgedFindings(decided, false)
  for (let after = -1, length = pageRows; length === pageRows; ) {
    const page = await listJudged(tx, run, after)
    const opened: RefusedResult[] = []
    for (const { findingId, checkId, severity, record, createdAtMs, ...row } of page) {
      const check = checks.get(checkId)
      // Of several results of a resource the worst counts.
      if (!check || run.seen.get(checkId)?.find(findingId) !== 'manual') continue
      const result = parseJsonText(record, 'results.record')
      const judged = toJudged({ ...row, createdAtMs })
      const before = decided.get(findingId)
      const decision = decideFinding(before, judged, computeEvidenceDigest(result, check))
      decided.set(findingId, decision)
      if (decision !== 'refused' || before === 'refused') continue
      const atMs = Math.max(askedAtMs, createdAtMs)
      opened.push({ checkId, severity, controls: check.controls, runId: run.runId, atMs, result, judged })
    }
    await openRefused(tx, run, opened, { days, judged: false })
    length = page.length
    after = page.at(-1)?.number ?? after
  }
  return toJudgedFindings(decided, true)
}

function toJudgedFindings(decided: ReadonlyMap<string, FindingDecision>, isAny: boolean): JudgedFindings {
  const choose = (decision: FindingDecision) =>
    new Set([...decided].flatMap(([id, each]) => (each === decision ? [id] : [])))
  return { refused: choose('refused'), accepted: choose('accepted'), isAny }
}

/** Whether any of its results needs review, or needed it. */
export function hasReviews({ reviews }: EndedRun): boolean {
  return [...reviews.values()].some(({ accepted, refused, open }) => accepted + refused + open > 0)
}

async function hasJudgements(tx: Kysely<Schema>, { connectionId, finishedAtMs }: EndedRun): Promise<boolean> {
  const any = await tx
    .selectFrom('judgements')
    .select('id')
    .where('connectionId', '=', connectionId)
    .where(isInForceNow(finishedAtMs))
    .limit(1)
    .executeTakeFirst()
  return any !== undefined
}

/** Results that need review, with the judgement of their finding that holds, if there is one, on whatever evidence. */
function listJudged(tx: Kysely<Schema>, { setId, organizationId, finishedAtMs }: EndedRun, after: number) {
  return tx
    .selectFrom('results')
    .innerJoin('judgements', 'judgements.findingId', 'results.findingId')
    .select(['results.number', 'results.findingId', 'results.checkId', 'results.severity', 'results.record'])
    .select(['judgements.id', 'judgements.decision', 'judgements.judgedBy', 'judgements.createdAtMs'])
    .select(['judgements.reason', 'judgements.files', 'judgements.expires', 'judgements.evidenceSha256'])
    .where('results.setId', '=', setId)
    .where('results.status', '=', 'manual')
    .where('results.number', '>', after)
    .where(isOfOrganization('judgements', organizationId))
    .where(isInForceNow(finishedAtMs))
    .orderBy('results.number')
    .limit(pageRows)
    .execute()
}
