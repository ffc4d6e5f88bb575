import { type ExpressionBuilder, type ExpressionWrapper, type Kysely, type SqlBool, sql } from 'kysely'
import { canChangeFindings } from '../../../checks/findings/can-change-findings.ts'
import { type DueDays, formatDay } from '../../../checks/findings/due.ts'
import type { Resolution } from '../../../checks/findings/finding-store.ts'
import { chooseStanding } from '../../../checks/judgements/judged-standing.ts'
import type { RunHead } from '../../../checks/results/kept-run.ts'
import type { CheckHead, RunStatus } from '../../../define/index.ts'
import { toJsonText } from '../../sql/json-text.ts'
import type { Schema } from '../../sql/tables.ts'
import { castToInteger, computeDue, loadDueDays, rankUrgency } from './finding-due.ts'
import type { StagedResults } from './staged-results.ts'

/** A run that ends, with the place of its results. */
export interface EndedRunNote extends StagedResults {
  readonly runId: string
  readonly organizationId: string
  readonly connectionId: string
  readonly connectorId: string
  readonly finishedAtMs: number
  readonly head: RunHead
  readonly connectorChecks: readonly string[] | undefined
}

/**
 * Updates the findings and outcomes of a connection after a run, in the caller's transaction. The cost grows with the
 * run's results and earlier failures, not with history.
 */
export async function noteRun(tx: Kysely<Schema>, run: EndedRunNote): Promise<void> {
  for (const check of run.head.checks) await noteOutcome(tx, run, check)
  if (run.connectorChecks) await retire(tx, run, run.connectorChecks)
  const failing = await listFailingBefore(tx, run.connectionId)
  const days = await loadDueDays(tx, run.organizationId)
  for (const check of run.head.checks) {
    // Could not tell is neither pass nor fail, so nothing changes.
    if (!canChangeFindings(check)) continue
    await noteFailures(tx, run, check, days)
    if (failing.has(check.id)) await noteResolved(tx, run, check)
  }
  await noteStanding(tx, run)
}

/** When the run began, epoch ms. */
function readAskedAtMs({ head }: EndedRunNote): number {
  return Date.parse(head.startedAt)
}

async function noteOutcome(tx: Kysely<Schema>, run: EndedRunNote, { id, status, complete, error }: CheckHead) {
  const outcome = {
    runId: run.runId,
    atMs: readAskedAtMs(run),
    status,
    standing: chooseStanding(status, run.reviews.get(id)),
    complete: complete ? 1 : 0,
    error: error ? toJsonText(error) : null,
  } as const
  await tx
    .insertInto('newestOutcomes')
    .values({ connectionId: run.connectionId, checkId: id, ...outcome })
    .onConflict((conflict) => conflict.columns(['connectionId', 'checkId']).doUpdateSet(outcome))
    .execute()
}

/** Ids of checks with failing findings. */
async function listFailingBefore(tx: Kysely<Schema>, connectionId: string): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('findings')
    .select('checkId')
    .distinct()
    .where('connectionId', '=', connectionId)
    .where('state', '<>', resolved)
    .execute()
  return new Set(rows.map(({ checkId }) => checkId))
}

/** Literally as in the partial indexes, because databases would not use them with a parameter. */
const resolved = sql.lit('resolved' as const)

async function noteFailures(tx: Kysely<Schema>, run: EndedRunNote, check: CheckHead, days: DueDays): Promise<void> {
  const place = run.places[check.id]
  if (!place || place.count === 0) return
  const atMs = readAskedAtMs(run)
  // A resource that was reported more than once is one finding, with its first report.
  const failures = tx
    .selectFrom('results as r')
    .where('r.setId', '=', run.setId)
    .where('r.status', '=', 'fail')
    .where('r.number', '>=', place.from)
    .where('r.number', '<', place.from + place.count)
    .where('r.number', 'in', (query) =>
      query
        .selectFrom('results')
        .select(({ fn }) => fn.min('number').as('number'))
        .where('setId', '=', run.setId)
        .where('status', '=', 'fail')
        .where('number', '>=', place.from)
        .where('number', '<', place.from + place.count)
        .groupBy('findingId'),
    )
  await tx
    .insertInto('findingEvents')
    .columns(['findingId', 'runId', 'atMs', 'change', 'resolution'])
    .expression(
      failures
        .leftJoin('findings as f', 'f.id', 'r.findingId')
        .where(({ or, eb }) => or([eb('f.id', 'is', null), eb('f.state', '=', resolved)]))
        .select(({ eb }) => [
          'r.findingId',
          castToText(run.runId).as('runId'),
          castToInteger(atMs).as('atMs'),
          eb.case().when('f.id', 'is', null).then(sql.lit('open')).else(sql.lit('regressed')).end().as('change'),
          sql<null>`null`.as('resolution'),
        ]),
    )
    .execute()
  await tx
    .insertInto('findings')
    .columns([
      ...([
        'id',
        'organizationId',
        'connectionId',
        'connectorId',
        'checkId',
        'state',
        'resolution',
        'severity',
      ] as const),
      ...(['waived', 'controls', 'runId', 'firstSeenAtMs', 'lastSeenAtMs', 'changedAtMs', 'record'] as const),
      ...(['dueAtMs', 'urgency', 'searchText'] as const),
    ])
    .expression(
      failures.select([
        'r.findingId',
        castToText(run.organizationId).as('organizationId'),
        castToText(run.connectionId).as('connectionId'),
        castToText(run.connectorId).as('connectorId'),
        'r.checkId',
        sql.lit('open').as('state'),
        sql<null>`null`.as('resolution'),
        'r.severity',
        'r.waived',
        castToText(toJsonText(check.controls)).as('controls'),
        castToText(run.runId).as('runId'),
        castToInteger(atMs).as('firstSeenAtMs'),
        castToInteger(atMs).as('lastSeenAtMs'),
        castToInteger(atMs).as('changedAtMs'),
        'r.record',
        computeDue({ fromMs: castToInteger(atMs), severity: sql.ref('r.severity'), days }).as('dueAtMs'),
        rankUrgency(sql.ref('r.severity')).as('urgency'),
        sql<string>`coalesce(${sql.ref('r.searchText')}, '')`.as('searchText'),
      ]),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ eb, ref }) => ({
        state: eb
          .case()
          .when('findings.state', '=', resolved)
          .then(sql.lit('regressed' as const))
          .else(ref('findings.state'))
          .end(),
        changedAtMs: eb
          .case()
          .when('findings.state', '=', resolved)
          .then(ref('excluded.changedAtMs'))
          .else(ref('findings.changedAtMs'))
          .end(),
        resolution: null,
        severity: ref('excluded.severity'),
        waived: ref('excluded.waived'),
        controls: ref('excluded.controls'),
        runId: ref('excluded.runId'),
        lastSeenAtMs: ref('excluded.lastSeenAtMs'),
        record: ref('excluded.record'),
        urgency: ref('excluded.urgency'),
        searchText: ref('excluded.searchText'),
        // A day that somebody set holds until the finding is resolved.
        dueReason: eb.case().when('findings.state', '=', resolved).then(null).else(ref('findings.dueReason')).end(),
        dueAtMs: eb
          .case()
          .when('findings.state', '=', resolved)
          .then(ref('excluded.dueAtMs'))
          .when('findings.dueReason', 'is not', null)
          .then(ref('findings.dueAtMs'))
          .else(computeDue({ fromMs: sql.ref('findings.changedAtMs'), severity: sql.ref('excluded.severity'), days }))
          .end(),
      })),
    )
    .execute()
}

const pageRows = 500

/**
 * Findings that failed and no longer do. A finding that now needs review (`manual`) stays, because nobody has reviewed
 * it yet.
 */
async function noteResolved(
  tx: Kysely<Schema>,
  run: EndedRunNote,
  { id: checkId, complete }: CheckHead,
): Promise<void> {
  const seen = run.seen.get(checkId)
  const resolutionOf = (id: string): Resolution | undefined => {
    const status = seen?.find(id)
    // The rest of an incomplete list is unknown.
    if (status === undefined) return complete ? 'gone' : undefined
    if (status === 'pass') return 'passed'
    return status === 'not_applicable' ? status : undefined
  }
  for (let after = '', page: { readonly id: string }[] = []; ; after = page.at(-1)?.id ?? '') {
    page = await tx
      .selectFrom('findings')
      .select('id')
      .where('connectionId', '=', run.connectionId)
      .where('checkId', '=', checkId)
      .where('state', '<>', resolved)
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageRows)
      .execute()
    for (const resolution of ['passed', 'not_applicable', 'gone'] as const) {
      const ids = page.map(({ id }) => id).filter((id) => resolutionOf(id) === resolution)
      if (ids.length > 0) await resolve(tx, run, ({ eb }) => eb('id', 'in', ids), resolution)
    }
    if (page.length < pageRows) return
  }
}

/** The connector no longer has this check, so nothing will update its findings. */
async function retire(tx: Kysely<Schema>, run: EndedRunNote, checks: readonly string[]): Promise<void> {
  const known = [...new Set([...checks, ...run.head.checks.map(({ id }) => id)])]
  await tx
    .deleteFrom('newestOutcomes')
    .where('connectionId', '=', run.connectionId)
    // A connector of lists alone has no checks, and PostgreSQL takes no empty list.
    .$if(known.length > 0, (query) => query.where('checkId', 'not in', known))
    .execute()
  const of = ({ and, eb }: FindingsExpression) =>
    and([
      eb('connectionId', '=', run.connectionId),
      eb('state', '<>', resolved),
      ...(known.length > 0 ? [eb('checkId', 'not in', known)] : []),
    ])
  await resolve(tx, run, of, 'retired')
}

type FindingsExpression = ExpressionBuilder<Schema, 'findings'>

async function resolve(
  tx: Kysely<Schema>,
  run: EndedRunNote,
  which: (eb: FindingsExpression) => ExpressionWrapper<Schema, 'findings', SqlBool>,
  resolution: Resolution,
): Promise<void> {
  const atMs = readAskedAtMs(run)
  await tx
    .insertInto('findingEvents')
    .columns(['findingId', 'runId', 'atMs', 'change', 'resolution'])
    .expression(
      tx
        .selectFrom('findings')
        .where(which)
        .select([
          'findings.id',
          castToText(run.runId).as('runId'),
          castToInteger(atMs).as('atMs'),
          sql.lit('resolved').as('change'),
          castToText(resolution).as('resolution'),
        ]),
    )
    .execute()
  await tx.updateTable('findings').set({ state: 'resolved', resolution, changedAtMs: atMs }).where(which).execute()
}

/** The present state of all checks of the connection, from any run, and what lists of connections are ordered by. */
async function noteStanding(tx: Kysely<Schema>, run: EndedRunNote): Promise<void> {
  const { organizationId, connectionId, finishedAtMs } = run
  const rows = await tx
    .selectFrom('newestOutcomes')
    .select(({ fn }) => [
      fn.coalesce('standing', 'status').as('standing'),
      fn.countAll<number | string | bigint>().as('count'),
    ])
    .where('connectionId', '=', connectionId)
    .groupBy(({ fn }) => fn.coalesce('standing', 'status'))
    .execute()
  const of = (status: RunStatus) => Number(rows.find((row) => row.standing === status)?.count ?? 0)
  const standing = {
    pass: of('pass'),
    fail: of('fail'),
    manual: of('manual'),
    notApplicable: of('not_applicable'),
    error: of('error'),
  }
  const day = formatDay(finishedAtMs)
  await tx
    .insertInto('dailyStandings')
    .values({ organizationId, connectionId, day, ...standing })
    .onConflict((conflict) => conflict.columns(['organizationId', 'day', 'connectionId']).doUpdateSet(standing))
    .execute()
  const atMs = readAskedAtMs(run)
  await tx
    .updateTable('connections')
    .set(({ eb, ref }) => ({
      unwell: standing.fail + standing.error,
      // A run may end after one that began later.
      lastRunAtMs: eb.case().when('lastRunAtMs', '<', atMs).then(castToInteger(atMs)).else(ref('lastRunAtMs')).end(),
    }))
    .where('id', '=', connectionId)
    .execute()
}

/** A parameter with an explicit type, where PostgreSQL cannot infer it. */
function castToText(value: string) {
  return sql<string>`cast(${value} as text)`
}
