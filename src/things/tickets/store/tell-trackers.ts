import { type Kysely, sql } from 'kysely'
import { type Severity, severities } from '../../../define/index.ts'
import { findTable } from '../../../service/fields/find-table.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import { type Placeholders, prepareStatement } from '../../../service/store/sql/prepare-statement.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import type { DecisionChange } from '../../judgements/store/decision-changed.ts'
import { tellFollower } from '../../notices/store/tell-follower.ts'
import type { EndedRun } from '../../runs/store/run-ended.ts'
import { ticket, tracker } from '../thing.ts'

/** How many findings of a run become issues by themselves. A run that opens more has a cause that nobody mends issue by issue. */
const issuesPerRunMax = 50

/** A finding that changed, for a tracker. */
interface TrackedChange {
  readonly organizationId: string
  readonly trackerId: string
  readonly findingId: string
  readonly atMs: number
}

/** Puts what a run changed into the outbox of the trackers that want it. */
export async function followRun(tx: Kysely<Schema>, run: EndedRun): Promise<void> {
  if (run.head.scoped || !run.followers.has(tracker.table)) return
  const { organizationId, runId, finishedAtMs: atMs } = run
  for (const { id: trackerId, severity } of await listTrackers(tx, organizationId)) {
    const changed = tx.selectFrom('findingEvents').select('findingId').where('runId', '=', runId)
    const known = await listTickets(tx, { organizationId, trackerId }, changed)
    const opened =
      severity === null
        ? []
        : await tx
            .selectFrom('findingEvents as e')
            .innerJoin('findings as f', 'f.id', 'e.findingId')
            .select('e.findingId')
            .where('e.runId', '=', runId)
            .where('e.change', 'in', ['open', 'regressed'])
            .where('f.state', '<>', 'resolved')
            .where('f.waived', '=', 0)
            .where('f.severity', 'in', listFrom(severity))
            .orderBy('f.urgency')
            .orderBy('f.id')
            .limit(issuesPerRunMax)
            .execute()
    const ids = new Set([...known, ...opened.map(({ findingId }) => findingId)])
    for (const findingId of ids) await tellTracker(tx, { organizationId, trackerId, findingId, atMs })
  }
}

/** The same where a person has judged a result that has a ticket. */
export async function followDecision(
  tx: Kysely<Schema>,
  { organizationId, findingId, atMs }: DecisionChange,
): Promise<void> {
  for (const { id: trackerId } of await listTrackers(tx, organizationId)) {
    const which = tx.selectFrom('findings').select('id as findingId').where('id', '=', findingId)
    for (const id of await listTickets(tx, { organizationId, trackerId }, which))
      await tellTracker(tx, { organizationId, trackerId, findingId: id, atMs })
  }
}

/**
 * Puts a finding into the outbox of a tracker. What comes of it follows from the finding as it is then, so that it may be told twice. A
 * lane for each finding: two processes never work on one issue, and an issue that a tracker refuses holds up no other.
 */
export function tellTracker(
  tx: Kysely<Schema>,
  { organizationId, trackerId, findingId, atMs }: TrackedChange,
): Promise<void> {
  return tellFollower(tx, {
    organizationId,
    id: trackerId,
    sink: 'tracker',
    type: 'ticket.follow',
    stream: `finding:${findingId}`,
    atMs,
    data: { findingId },
  })
}

type TrackerRow = { readonly id: string; readonly severity: Severity | null }

const selectTrackers = prepareStatement((db, params: Placeholders<{ readonly organizationId: string }>) =>
  ofOrganization(db, params('organizationId'))
    .selectFrom(findTable(tracker))
    .select(['id', sql<Severity | null>`severity`.as('severity')])
    .where(sql<boolean>`token is not null`),
)

function listTrackers(tx: Kysely<Schema>, organizationId: string): Promise<readonly TrackerRow[]> {
  return selectTrackers(tx, { organizationId })
}

/** The findings among some that have a ticket at a tracker. */
async function listTickets(
  tx: Kysely<Schema>,
  { organizationId, trackerId }: Pick<TrackedChange, 'organizationId' | 'trackerId'>,
  among: { compile(): unknown },
): Promise<readonly string[]> {
  const rows = await ofOrganization(tx, organizationId)
    .selectFrom(findTable(ticket))
    .select(sql<string>`finding_id`.as('findingId'))
    .where(sql<boolean>`tracker_id = ${trackerId}`)
    .where(sql<boolean>`finding_id in (${among})`)
    .execute()
  return rows.map(({ findingId }) => findingId)
}

/** A severity and those above it. */
function listFrom(severity: Severity): readonly Severity[] {
  return severities.slice(0, severities.indexOf(severity) + 1)
}
