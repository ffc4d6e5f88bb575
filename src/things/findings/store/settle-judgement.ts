import type { Kysely, Selectable } from 'kysely'
import { canChangeFindings } from '../../../checks/findings/can-change-findings.ts'
import { decideFinding, type FindingDecision } from '../../../checks/judgements/decide-finding.ts'
import { computeEvidenceDigest } from '../../../checks/judgements/evidence-digest.ts'
import { type CheckHead, type Judged, type ResultRecord, taskSourceId } from '../../../define/index.ts'
import { parseJsonText } from '../../../service/store/sql/json-text.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import type { DecisionChange } from '../../judgements/store/decision-changed.ts'
import { toJudged } from '../../judgements/store/judged-row.ts'
import { isInForceAt } from '../../judgements/store/judgements-in-force.ts'
import { unsettleOutcomes } from '../tallies/decided-outcomes.ts'
import { loadDueDays } from './finding-due.ts'
import { openRefused, resolveJudged, tellResolved } from './refused-findings.ts'

/**
 * Lets a finding stand as its newest results and the judgement that holds now say, after somebody has judged or withdrawn.
 * Results that need review and that nobody has judged neither open a finding nor resolve what a check saw failing.
 */
export async function settleJudgement(tx: Kysely<Schema>, change: DecisionChange): Promise<void> {
  const { organizationId, connectionId, connectorId, checkId, findingId, judgementId, atMs } = change
  const place = { organizationId, connectionId, connectorId }
  // A statement is no outcome: its obligation listens by itself.
  if (connectorId !== taskSourceId)
    await unsettleOutcomes(tx, { organizationId, outcomes: [{ connectionId, checkId }] })
  const judged = await findInForce(tx, change)
  const finding = await tx.selectFrom('findings').selectAll().where('id', '=', findingId).executeTakeFirst()
  const seen = await findSeen(tx, change)
  const { digests = [] } = seen ?? (finding?.judgementId ? readRefused(finding) : {})
  const decision =
    judged &&
    digests.reduce<FindingDecision | undefined>((before, digest) => decideFinding(before, judged, digest), undefined)
  if (judged && decision === 'refused') {
    const refused = seen ? chooseRefused(judged, seen) : finding && readRefused(finding)
    const days = await loadDueDays(tx, organizationId)
    if (refused) await openRefused(tx, place, [{ ...refused, checkId, atMs, judged: judged }], { days, judged: true })
    return
  }
  if (!finding || finding.state === 'resolved') return
  if (decision !== 'accepted' && finding.judgementId === null) return
  const resolution = decision === 'accepted' ? 'accepted' : 'needs_review'
  if (await resolveJudged(tx, finding, { resolution, judgementId, atMs }))
    await tellResolved(tx, place, { ids: [findingId], resolution, atMs })
}

async function findInForce(
  tx: Kysely<Schema>,
  { organizationId, findingId, atMs }: DecisionChange,
): Promise<Judged | undefined> {
  const row = await ofOrganization(tx, organizationId)
    .selectFrom('judgements')
    .select(['id', 'decision', 'judgedBy', 'createdAtMs', 'reason', 'files', 'expires', 'evidenceSha256'])
    .where('findingId', '=', findingId)
    .where(isInForceAt(atMs))
    .executeTakeFirst()
  return row && toJudged(row)
}

interface NewestResults {
  /** Digests of the evidence of all its results that need review. */
  readonly digests: readonly string[]
  readonly runId: string
  readonly check: CheckHead
  /** In the order of the digests. */
  readonly results: readonly ResultRecord[]
}

function chooseRefused({ evidenceSha256 }: Judged, { runId, check, results, digests }: NewestResults) {
  const result = results[digests.indexOf(evidenceSha256)]
  return result && { runId, result, controls: check.controls, severity: result.severity ?? check.severity }
}

/** A finding that stands by a judgement has the evidence that was judged. */
function readRefused({ runId, controls, severity, record }: Selectable<Schema['findings']>) {
  const result = parseJsonText(record, 'findings.record')
  const digests = result.judged ? [result.judged.evidenceSha256] : []
  return { runId, result, controls: parseJsonText(controls, 'findings.controls'), severity, digests }
}

/** What the newest run saw of a finding. undefined: its check could not tell, or is no more. */
async function findSeen(
  tx: Kysely<Schema>,
  { connectionId, checkId, findingId }: DecisionChange,
): Promise<NewestResults | undefined> {
  const set = await tx
    .selectFrom('newestOutcomes')
    .innerJoin('resultSets', 'resultSets.runId', 'newestOutcomes.runId')
    .select(['newestOutcomes.runId', 'resultSets.id', 'resultSets.head', 'resultSets.places'])
    .where('newestOutcomes.connectionId', '=', connectionId)
    .where('newestOutcomes.checkId', '=', checkId)
    .where('resultSets.head', 'is not', null)
    .executeTakeFirst()
  const head = set?.head && parseJsonText(set.head, 'result_sets.head')
  const place = set?.places && parseJsonText(set.places, 'result_sets.places')[checkId]
  const check = head?.checks.find(({ id }) => id === checkId)
  if (!set || !check || !place || !canChangeFindings(check)) return undefined
  const rows = await tx
    .selectFrom('results')
    .select(['status', 'record'])
    .where('setId', '=', set.id)
    .where('number', '>=', place.from)
    .where('number', '<', place.from + place.count)
    .where('findingId', '=', findingId)
    .orderBy('number')
    .execute()
  // Of several results of a resource the worst counts, and nobody judges one that fails.
  const reviewed = rows.some(({ status }) => status === 'fail') ? [] : rows.filter(({ status }) => status === 'manual')
  const results = reviewed.map(({ record }) => parseJsonText(record, 'results.record'))
  return { runId: set.runId, check, results, digests: results.map((result) => computeEvidenceDigest(result, check)) }
}
