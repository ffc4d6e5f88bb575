import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { computeDueMs, type DueDays, rankSeverity } from '../../../checks/findings/due.ts'
import type { Resolution } from '../../../checks/findings/finding-store.ts'
import { formatSearchText } from '../../../checks/findings/search-text.ts'
import type { Judged, ResultRecord, Severity } from '../../../define/index.ts'
import { toJsonText } from '../../../service/store/sql/json-text.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { createTimeId } from '../../../text/create-time-id.ts'
import { tellFindings } from './tell-findings.ts'

/** Literally as in the partial indexes, because databases would not use them with a parameter. */
const resolved = sql.lit('resolved' as const)

/** A result that needs review, and that a person refused. */
export interface RefusedResult {
  readonly checkId: string
  readonly severity: Severity
  readonly controls: readonly string[]
  /** The run with the result. */
  readonly runId: string
  /** From when on it counts as failing. */
  readonly atMs: number
  readonly result: ResultRecord
  readonly judged: Judged
}

export interface RefusalPlace {
  readonly organizationId: string
  readonly connectionId: string
  readonly connectorId: string
}

/**
 * Opens the findings of refused results. One that its check has seen failing, and nobody has seen otherwise since, stays as
 * it is.
 * @param by.judged a person did it now, and it is told. Otherwise a run did, which tells all that it changed
 */
export async function openRefused(
  tx: Kysely<Schema>,
  place: RefusalPlace,
  refused: readonly RefusedResult[],
  { days, judged }: { readonly days: DueDays; readonly judged: boolean },
): Promise<void> {
  if (refused.length === 0) return
  const ids = refused.map(({ result }) => result.findingId)
  const rows = await tx.selectFrom('findings').selectAll().where('id', 'in', ids).execute()
  const before = new Map(rows.map((row) => [row.id, row]))
  const chosen = refused.filter(({ result: { findingId } }) => !failsByItself(before.get(findingId)))
  if (chosen.length === 0) return
  const placed = chosen.map((each) => standRefused(place, each, { before: before.get(each.result.findingId), days }))
  const opened = placed.filter(({ id }) => !isOpen(before.get(id)))
  if (opened.length > 0)
    await tx
      .insertInto('findingEvents')
      .values(
        opened.map(({ id, runId, judgementId, state, changedAtMs }) => ({
          findingId: id,
          change: state,
          resolution: null,
          atMs: changedAtMs,
          judgementId,
          runId: judged ? createTimeId() : runId,
          judgedRunId: judged ? runId : null,
        })),
      )
      .execute()
  await tx
    .insertInto('findings')
    .values(placed.map((row) => ({ ...row, hidden: isHiddenNow(place.connectionId) })))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        state: ref('excluded.state'),
        resolution: null,
        severity: ref('excluded.severity'),
        waived: 0,
        controls: ref('excluded.controls'),
        runId: ref('excluded.runId'),
        lastSeenAtMs: ref('excluded.lastSeenAtMs'),
        changedAtMs: ref('excluded.changedAtMs'),
        judgementId: ref('excluded.judgementId'),
        // A waiver covers what checks see failing alone.
        waiverId: null,
        record: ref('excluded.record'),
        urgency: ref('excluded.urgency'),
        searchText: ref('excluded.searchText'),
        dueAtMs: ref('excluded.dueAtMs'),
        dueReason: ref('excluded.dueReason'),
      })),
    )
    .execute()
  if (judged && opened.length > 0) await tellOpened(tx, place, opened)
}

async function tellOpened(
  tx: Kysely<Schema>,
  place: RefusalPlace,
  opened: readonly Pick<FindingRow, 'id' | 'state' | 'changedAtMs'>[],
): Promise<void> {
  const notices = opened.map(({ id, state }) => ({
    id,
    change: state === 'regressed' ? ('regressed' as const) : ('opened' as const),
    resolution: null,
  }))
  await tellFindings(tx, {
    ...place,
    runId: null,
    atMs: Math.max(...opened.map(({ changedAtMs }) => changedAtMs)),
    list: async () => notices,
    count: {
      opened: notices.filter(({ change }) => change === 'opened').length,
      regressed: notices.filter(({ change }) => change === 'regressed').length,
    },
  })
}

/** Findings of one connection that judgements have resolved. */
export async function tellResolved(
  tx: Kysely<Schema>,
  { organizationId, connectionId, connectorId }: RefusalPlace,
  {
    ids,
    resolution,
    atMs,
  }: { readonly ids: readonly string[]; readonly resolution: Resolution; readonly atMs: number },
): Promise<void> {
  await tellFindings(tx, {
    organizationId,
    connectionId,
    connectorId,
    runId: null,
    atMs,
    count: { resolved: ids.length },
    list: async () => ids.map((id) => ({ id, change: 'resolved' as const, resolution })),
  })
}

type FindingRow = Selectable<Schema['findings']>

function isOpen(row: FindingRow | undefined): boolean {
  return row !== undefined && row.state !== 'resolved'
}

function failsByItself(row: FindingRow | undefined): boolean {
  return isOpen(row) && row?.judgementId === null
}

function standRefused(
  { organizationId, connectionId, connectorId }: RefusalPlace,
  { checkId, severity, controls, runId, atMs, result, judged }: RefusedResult,
  { before, days }: { readonly before: FindingRow | undefined; readonly days: DueDays },
) {
  const stays = isOpen(before)
  const changedAtMs = stays && before ? before.changedAtMs : followOn(atMs, before)
  const dueReason = stays ? (before?.dueReason ?? null) : null
  return {
    id: result.findingId,
    organizationId,
    connectionId,
    connectorId,
    checkId,
    severity,
    runId,
    state: stays && before ? before.state : before ? 'regressed' : 'open',
    resolution: null,
    waived: 0,
    waiverId: null,
    controls: toJsonText(controls),
    firstSeenAtMs: before?.firstSeenAtMs ?? atMs,
    lastSeenAtMs: atMs,
    changedAtMs,
    judgementId: judged.id,
    record: toJsonText({ ...result, judged }),
    ownerId: before?.ownerId ?? null,
    dueAtMs: dueReason !== null && before ? before.dueAtMs : computeDueMs(changedAtMs, severity, days),
    dueReason,
    noticeDueAtMs: before?.noticeDueAtMs ?? null,
    urgency: rankSeverity(severity),
    searchText: formatSearchText(result),
  } satisfies Omit<Insertable<Schema['findings']>, 'hidden'>
}

/** What a new finding is, by its connection, whose row the transaction holds. */
export function isHiddenNow(connectionId: string) {
  return sql<
    0 | 1
  >`(select case state when 'disconnected' then 1 else 0 end from connections where id = ${connectionId})`
}

/** A run may have begun before a person judged, and end after it. What happened later is later in the history, too. */
function followOn(atMs: number, before: Pick<FindingRow, 'changedAtMs'> | undefined): number {
  return before !== undefined && before.changedAtMs > atMs ? before.changedAtMs + 1 : atMs
}

/** A finding that a judgement no longer lets stand, or that it resolves. @returns false: it was resolved already */
export async function resolveJudged(
  tx: Kysely<Schema>,
  finding: Pick<FindingRow, 'id' | 'runId' | 'changedAtMs'>,
  {
    resolution,
    judgementId,
    atMs,
  }: { readonly resolution: Resolution; readonly judgementId: string; readonly atMs: number },
): Promise<boolean> {
  const changedAtMs = followOn(atMs, finding)
  const { numUpdatedRows } = await tx
    .updateTable('findings')
    .set({ state: 'resolved', resolution, changedAtMs, judgementId: null, waiverId: null })
    .where('id', '=', finding.id)
    .where('state', '<>', resolved)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await tx
    .insertInto('findingEvents')
    .values({
      findingId: finding.id,
      change: 'resolved',
      resolution,
      judgementId,
      atMs: changedAtMs,
      runId: createTimeId(),
      judgedRunId: finding.runId,
    })
    .execute()
  return true
}
