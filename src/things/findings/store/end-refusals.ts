import { type Kysely, sql } from 'kysely'
import { noticeAgeMs } from '../../../service/notices/notice.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { formatDay, parseDayEnd } from '../../../text/calendar-day.ts'
import { lockConnection } from '../../connections/store/lock-connection.ts'
import { findListeners } from '../../notices/store/tell.ts'
import { type RefusalPlace, resolveJudged, tellResolved } from './refused-findings.ts'

const pageRows = 500

/**
 * Resolves the findings whose judgement is over, and tells it. Who reads findings calls it, and so does the sweep of
 * notices: whoever is first.
 */
export async function endRefusals(
  db: Kysely<Schema>,
  { organizationId, nowMs }: { readonly organizationId: string; readonly nowMs: number },
): Promise<void> {
  const places = await selectOver(db, organizationId, nowMs)
    .select(['findings.connectionId', 'findings.connectorId'])
    .distinct()
    .orderBy('findings.connectionId')
    .execute()
  for (const place of places) {
    const end = () => runInTransaction(db, (tx) => endSome(tx, { organizationId, ...place }, nowMs))
    while ((await end()) === pageRows);
  }
}

function selectOver(db: Kysely<Schema>, organizationId: string, nowMs: number) {
  return (
    ofOrganization(db, organizationId)
      .selectFrom('findings')
      .innerJoin('judgements', 'judgements.id', 'findings.judgementId')
      // Not null, in a way by which every database finds them by their index.
      .where('findings.judgementId', '>', '')
      .where('findings.state', '<>', sql.lit('resolved' as const))
      .where('judgements.expires', '<', formatDay(nowMs))
  )
}

/** @returns how many findings it has looked at */
async function endSome(tx: Kysely<Schema>, place: RefusalPlace, nowMs: number): Promise<number> {
  // A run that ends now may see one of them failing.
  await lockConnection(tx, place.connectionId)
  const over = await selectOver(tx, place.organizationId, nowMs)
    .select(['findings.id', 'findings.runId', 'findings.changedAtMs', 'judgements.expires'])
    .select('judgements.id as judgementId')
    .where('findings.connectionId', '=', place.connectionId)
    .orderBy('findings.id')
    .limit(pageRows)
    .execute()
  const listeners = await findListeners(tx, place.organizationId)
  const resolvedIds: string[] = []
  for (const { expires, judgementId, ...finding } of over) {
    const atMs = (parseDayEnd(expires) ?? nowMs) + 1
    const isResolved = await resolveJudged(tx, finding, { resolution: 'needs_review', judgementId, atMs })
    // Nobody is told what came before somebody listened, or what is older than the outbox.
    if (isResolved && listeners && atMs > Math.max(listeners.sinceMs, nowMs - noticeAgeMs)) resolvedIds.push(finding.id)
  }
  await tellResolved(tx, place, { ids: resolvedIds, resolution: 'needs_review', atMs: nowMs })
  return over.length
}
