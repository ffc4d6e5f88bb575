import { type ExpressionBuilder, type ExpressionWrapper, type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
import { computeShape, type DecidedVerdict, judgeUndecided } from '../../../checks/controls/outcome-groups.ts'
import { canChangeFindings } from '../../../checks/findings/can-change-findings.ts'
import { type DueDays, defaultDueDays } from '../../../checks/findings/due.ts'
import type { Resolution } from '../../../checks/findings/finding-store.ts'
import { chooseEffectiveStatus } from '../../../checks/judgements/effective-status.ts'
import { type CheckHead, crossCheckConnectorId } from '../../../define/index.ts'
import { parseJsonText, toJsonText } from '../../../service/store/sql/json-text.ts'
import { type Placeholders, prepareRows, prepareStatement } from '../../../service/store/sql/prepare-statement.ts'
import { sendTogether } from '../../../service/store/sql/send-together.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { nowBucket, TallyChanges, tallyOutcomes, tallyStatuses } from '../../../service/store/tables/tallies.ts'
import { formatDay } from '../../../text/calendar-day.ts'
import type { EndedRun } from '../../runs/store/run-ended.ts'
import { findNewestDay, recordDailyTally } from '../tallies/daily-tallies.ts'
import { unsettleOutcomes } from '../tallies/decided-outcomes.ts'
import { addOutcomes, type SummedOutcome, summedColumns } from '../tallies/sum-outcomes.ts'
import { castToInteger, computeDue, loadDueDays, rankUrgency } from './finding-due.ts'
import { hasReviews, type JudgedFindings, noteJudged } from './note-judged.ts'
import { isHiddenNow } from './refused-findings.ts'
import { settleOpened } from './settle-waivers.ts'
import { type OutcomesBefore, tellChanges } from './tell-run.ts'

/**
 * Brings findings, outcomes and the trend up to date after a run, and tells what has changed. A run with its own waivers or
 * variables counts for none of these.
 */
export async function noteRun(tx: Kysely<Schema>, run: EndedRun): Promise<void> {
  if (run.head.scoped) return
  const before = await noteOutcomes(tx, run)
  await tellChanges(tx, run, before)
}

/** The cost grows with the run's results and earlier failures, not with history. @returns the outcomes before */
async function noteOutcomes(tx: Kysely<Schema>, run: EndedRun): Promise<OutcomesBefore> {
  const { connectionId, head } = run
  const [connection, before, failing, newest] = await sendTogether([
    noteLastRun(tx, run),
    listOutcomes(tx, { connectionId }),
    listFailingBefore(tx, connectionId),
    findNewestDay(tx, connectionId),
  ])
  const present = connection?.state === 'disconnected' ? 0 : 1
  const concerns = { isJudged: Boolean(connection?.isJudged), waived: failing }
  const outcomes = head.checks.map(
    (check) => ({ ...toOutcome(run, check), present, decided: chooseDecided(run, check, concerns) }) as const,
  )
  // The connector no longer has these checks, so nothing will update their findings.
  const known = run.connectorChecks && new Set([...run.connectorChecks, ...head.checks.map(({ id }) => id)])
  const isRetired = (checkId: string) => known !== undefined && !known.has(checkId)
  const after = new Map([...before, ...outcomes].map((outcome) => [outcome.checkId, outcome]))
  for (const checkId of [...after.keys()].filter(isRetired)) after.delete(checkId)
  await sendTogether([
    saveOutcomes(tx, connectionId, outcomes),
    recordTally(tx, run, { connection, newest, before, after: [...after.values()] }),
  ])
  await retire(tx, run, {
    outcomes: before.map(({ checkId }) => checkId).filter(isRetired),
    findings: [...failing.keys()].filter(isRetired),
  })
  const days = await loadDueDaysFor(tx, run)
  const judged = await noteJudged(tx, run, { days, askedAtMs: readAskedAtMs(run) })
  // Somebody judged while the run waited for its connection.
  if (judged.isAny && !connection?.isJudged) {
    const reviewed = [...run.reviews.keys()].map((checkId) => ({ connectionId, checkId }))
    await unsettleOutcomes(tx, { organizationId: run.organizationId, outcomes: reviewed })
  }
  let opened = 0
  for (const check of head.checks) {
    // Could not tell is neither pass nor fail, so nothing changes.
    if (!canChangeFindings(check)) continue
    if (run.failing.has(check.id)) opened += await noteFailures(tx, run, check, days)
    if (failing.has(check.id)) await noteResolved(tx, run, check, judged)
  }
  // What a person refused may now fail by itself.
  if (opened > 0 || (connection?.isJudged && run.failing.size > 0)) {
    const { organizationId, connectionId, connectorId, runId, finishedAtMs: nowMs, checks } = run
    const connectors = [{ id: connectorId, checks }]
    await settleOpened(tx, { organizationId, connectionId, runId, nowMs, connectors })
  }
  return new Map(before.map(({ checkId, status }) => [checkId, status]))
}

/** When the run began, epoch ms. */
function readAskedAtMs({ head }: EndedRun): number {
  return Date.parse(head.startedAt)
}

/**
 * Notes when the connection was last asked, which holds its row to the end of the transaction as `lockConnection` does.
 * @returns its checks that are not well, its state, and whether somebody has ever judged a result of it
 */
async function noteLastRun(tx: Kysely<Schema>, run: EndedRun): Promise<NotedConnection | undefined> {
  const [row] = await updateLastRun(tx, { connectionId: run.connectionId, atMs: readAskedAtMs(run) })
  return row
}

type NotedConnection = Pick<Selectable<Schema['connections']>, 'unwell' | 'state'> & { readonly isJudged: SqlBool }

interface OfConnection {
  readonly connectionId: string
}

const updateLastRun = prepareStatement((db, params: Placeholders<OfConnection & { readonly atMs: number }>) =>
  db
    .updateTable('connections')
    .set(({ eb, ref }) => ({
      // A run may end after one that began later.
      lastRunAtMs: eb
        .case()
        .when('lastRunAtMs', '<', params('atMs'))
        .then(sql<number>`cast(${params('atMs')} as bigint)`)
        .else(ref('lastRunAtMs'))
        .end(),
    }))
    .where('id', '=', params('connectionId'))
    .returning(({ exists, selectFrom }) => [
      'unwell',
      'state',
      exists(
        selectFrom('judgements').select('judgements.id').whereRef('judgements.connectionId', '=', 'connections.id'),
      ).as('isJudged'),
    ]),
)

const listOutcomes = prepareStatement((db, params: Placeholders<OfConnection>) =>
  db.selectFrom('newestOutcomes').select(summedColumns).where('connectionId', '=', params('connectionId')),
)

function toOutcome(run: EndedRun, check: CheckHead) {
  const { id, status, complete, error } = check
  const reviews = run.reviews.get(id)
  const manual = reviews ? reviews.accepted + reviews.refused + reviews.open : 0
  return {
    organizationId: run.organizationId,
    connectorId: run.connectorId,
    checkId: id,
    runId: run.runId,
    atMs: readAskedAtMs(run),
    status,
    effectiveStatus: chooseEffectiveStatus(status, reviews),
    manualResults: manual,
    acceptedResults: 0,
    refusedResults: 0,
    verdict: judgeUndecided(check, { fail: run.failing.has(id) ? 1 : 0, manual }),
    shape: computeShape(check),
    complete: complete ? 1 : 0,
    error: error ? toJsonText(error) : null,
  } as const
}

/**
 * Whether decisions may concern what a check says now. What its results are then, somebody finds out who asks. A waiver that covers
 * what this run opens is noted where its finding names it (`settleOpened`).
 */
function chooseDecided(
  run: EndedRun,
  check: CheckHead,
  {
    isJudged,
    waived,
  }: { readonly isJudged: boolean; readonly waived: ReadonlyMap<string, { readonly isWaived: boolean }> },
): DecidedVerdict | null {
  const { id } = check
  const isReviewed = isJudged && run.reviews.has(id)
  // No finding tells of waivers for what a check saw that ended in an error.
  const isCovered = run.failing.has(id) && (!canChangeFindings(check) || waived.get(id)?.isWaived === true)
  return isReviewed || isCovered ? 'unsettled' : null
}

/** SQLite takes at most 32,766 parameters. */
const outcomesAtOnce = 1_000

async function saveOutcomes(
  tx: Kysely<Schema>,
  connectionId: string,
  outcomes: readonly Omit<SavedOutcome, 'connectionId'>[],
): Promise<void> {
  for (let from = 0; from < outcomes.length; from += outcomesAtOnce)
    await replaceOutcomes(
      tx,
      outcomes.slice(from, from + outcomesAtOnce).map((outcome) => ({ connectionId, ...outcome })),
    )
}

type SavedOutcome = OfConnection & ReturnType<typeof toOutcome> & Pick<Schema['newestOutcomes'], 'present' | 'decided'>

const replaceOutcomes = prepareRows((db, rows: readonly Placeholders<SavedOutcome>[]) =>
  db
    .insertInto('newestOutcomes')
    .values(
      rows.map((row) => ({
        organizationId: row('organizationId'),
        connectionId: row('connectionId'),
        connectorId: row('connectorId'),
        checkId: row('checkId'),
        runId: row('runId'),
        atMs: row('atMs'),
        status: row('status'),
        effectiveStatus: row('effectiveStatus'),
        manualResults: row('manualResults'),
        present: row('present'),
        verdict: row('verdict'),
        shape: row('shape'),
        decided: row('decided'),
        decisions: sql.lit(0),
        acceptedResults: row('acceptedResults'),
        refusedResults: row('refusedResults'),
        complete: row('complete'),
        error: row('error'),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['connectionId', 'checkId']).doUpdateSet(({ eb, ref }) => ({
        runId: ref('excluded.runId'),
        atMs: ref('excluded.atMs'),
        status: ref('excluded.status'),
        effectiveStatus: ref('excluded.effectiveStatus'),
        manualResults: ref('excluded.manualResults'),
        present: ref('excluded.present'),
        verdict: ref('excluded.verdict'),
        shape: ref('excluded.shape'),
        decided: ref('excluded.decided'),
        decidedUntilMs: null,
        decisions: eb('newestOutcomes.decisions', '+', sql.lit(1)),
        acceptedResults: ref('excluded.acceptedResults'),
        refusedResults: ref('excluded.refusedResults'),
        complete: ref('excluded.complete'),
        error: ref('excluded.error'),
      })),
    ),
)

/** Literally as in the partial indexes, because databases would not use them with a parameter. */
const resolved = sql.lit('resolved' as const)

/** Checks with failing findings, by their ids, and whether a waiver covers any of them. */
async function listFailingBefore(
  tx: Kysely<Schema>,
  connectionId: string,
): Promise<ReadonlyMap<string, { readonly isWaived: boolean }>> {
  const rows = await listFailingChecks(tx, { connectionId })
  return new Map(rows.map(({ checkId, waiverId }) => [checkId, { isWaived: waiverId !== null }]))
}

const listFailingChecks = prepareStatement((db, params: Placeholders<OfConnection>) =>
  db
    .selectFrom('findings')
    .select(({ fn }) => ['checkId', fn.max('waiverId').as('waiverId')])
    .where('connectionId', '=', params('connectionId'))
    .where('state', '<>', resolved)
    .groupBy('checkId'),
)

/** The days are only needed where findings open. */
async function loadDueDaysFor(tx: Kysely<Schema>, run: EndedRun): Promise<DueDays> {
  return run.failing.size > 0 || hasReviews(run) ? loadDueDays(tx, run.organizationId) : defaultDueDays
}

/** @returns how many findings it has opened */
async function noteFailures(tx: Kysely<Schema>, run: EndedRun, check: CheckHead, days: DueDays): Promise<number> {
  const place = run.places[check.id]
  if (!place || place.count === 0) return 0
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
  const { numInsertedOrUpdatedRows: opened = 0n } = await tx
    .insertInto('findingEvents')
    .columns(['findingId', 'runId', 'atMs', 'change', 'resolution'])
    .expression(
      failures
        .leftJoin('findings as f', 'f.id', 'r.findingId')
        .where(({ or, eb }) => or([eb('f.id', 'is', null), eb('f.state', '=', resolved)]))
        .select(({ eb }) => [
          'r.findingId',
          castToText(run.runId).as('runId'),
          followOn(atMs, 'f.changedAtMs').as('atMs'),
          eb.case().when('f.id', 'is', null).then(sql.lit('open')).else(sql.lit('regressed')).end().as('change'),
          sql<null>`null`.as('resolution'),
        ]),
    )
    .executeTakeFirstOrThrow()
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
      ...(['dueAtMs', 'urgency', 'searchText', 'hidden'] as const),
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
        isHiddenNow(run.connectionId).as('hidden'),
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
          .then(followOn(atMs, 'findings.changedAtMs'))
          .else(ref('findings.changedAtMs'))
          .end(),
        resolution: null,
        judgementId: null,
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
          .then(
            computeDue({
              fromMs: followOn(atMs, 'findings.changedAtMs'),
              severity: sql.ref('excluded.severity'),
              days,
            }),
          )
          .when('findings.dueReason', 'is not', null)
          .then(ref('findings.dueAtMs'))
          .else(computeDue({ fromMs: sql.ref('findings.changedAtMs'), severity: sql.ref('excluded.severity'), days }))
          .end(),
      })),
    )
    .execute()
  return Number(opened)
}

const pageRows = 500

/**
 * Findings that failed and no longer do. One that now needs review (`manual`) is resolved if a person has accepted it, or if
 * it stood by a judgement that was made on other evidence. What a check has seen failing stays, until somebody reviews it.
 */
async function noteResolved(
  tx: Kysely<Schema>,
  run: EndedRun,
  check: CheckHead,
  { accepted, refused }: JudgedFindings,
): Promise<void> {
  const { id: checkId } = check
  const seen = run.seen.get(checkId)
  const canMiss = judgeAbsence(run, check)
  const resolutionOf = ({ id, judgementId, record }: FailingFinding): Resolution | undefined => {
    const status = seen?.find(id)
    // The rest of an incomplete list is unknown.
    if (status === undefined) return canMiss(id, record) ? 'gone' : undefined
    if (status === 'pass') return 'passed'
    if (status === 'manual' && accepted.has(id)) return 'accepted'
    if (status === 'manual' && judgementId !== null && !refused.has(id)) return 'needs_review'
    return status === 'not_applicable' ? status : undefined
  }
  for (let after = '', page: FailingFinding[] = []; ; after = page.at(-1)?.id ?? '') {
    page = await tx
      .selectFrom('findings')
      .select(['id', 'judgementId', 'record'])
      .where('connectionId', '=', run.connectionId)
      .where('checkId', '=', checkId)
      .where('state', '<>', resolved)
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageRows)
      .execute()
    const byResolution = Map.groupBy(page, resolutionOf)
    for (const [resolution, rows] of byResolution) {
      if (resolution === undefined) continue
      const ids = rows.map(({ id }) => id)
      await resolve(tx, run, ({ eb }) => eb('id', 'in', ids), resolution)
    }
    if (page.length < pageRows) return
  }
}

type FailingFinding = Pick<Selectable<Schema['findings']>, 'id' | 'judgementId' | 'record'>

/**
 * Tells of a finding that a run did not see whether it is gone. A cross-check sees several connections, some of them whole: the id of a
 * resource begins with the connection that it is of.
 */
function judgeAbsence({ head, isUndecided }: EndedRun, { complete }: CheckHead) {
  const scopes = head.crossCheck?.scopes
  if (scopes === undefined) return () => complete
  const isWhole = new Map(scopes.map((scope) => [scope.connectionId, scope.complete]))
  const isAllWhole = complete && scopes.every((scope) => scope.complete)
  return (id: string, record: FailingFinding['record']): boolean => {
    if (isUndecided?.(id) ?? !complete) return false
    const { resource } = parseJsonText(record, 'findings.record')
    return isWhole.get(resource.id.split('/', 1)[0] ?? '') ?? isAllWhole
  }
}

/** Forgets checks that the connector no longer has, by their ids. */
async function retire(
  tx: Kysely<Schema>,
  run: EndedRun,
  { outcomes, findings }: { readonly outcomes: readonly string[]; readonly findings: readonly string[] },
): Promise<void> {
  if (outcomes.length > 0)
    await tx
      .deleteFrom('newestOutcomes')
      .where('connectionId', '=', run.connectionId)
      .where('checkId', 'in', outcomes)
      .execute()
  if (findings.length === 0) return
  const of = ({ and, eb }: FindingsExpression) =>
    and([eb('connectionId', '=', run.connectionId), eb('state', '<>', resolved), eb('checkId', 'in', findings)])
  await resolve(tx, run, of, 'retired')
}

type FindingsExpression = ExpressionBuilder<Schema, 'findings'>

async function resolve(
  tx: Kysely<Schema>,
  run: EndedRun,
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
          followOn(atMs, 'findings.changedAtMs').as('atMs'),
          sql.lit('resolved').as('change'),
          castToText(resolution).as('resolution'),
        ]),
    )
    .execute()
  const changedAtMs = followOn(atMs, 'findings.changedAtMs')
  await tx
    .updateTable('findings')
    .set({ state: 'resolved', resolution, changedAtMs, judgementId: null, waiverId: null })
    .where(which)
    .execute()
}

/**
 * When a run changes a finding: when it began, or right after a person has changed it while the run was under way, as
 * `refused-findings.ts` has it.
 */
function followOn(atMs: number, changed: 'f.changedAtMs' | 'findings.changedAtMs') {
  const [before, own] = [sql.ref(changed), castToInteger(atMs)]
  return sql<number>`case when ${before} > ${own} then ${before} + 1 else ${own} end`
}

/** The present state of all checks of the connection, from any run, what lists of connections are ordered by, and the organization's numbers. */
async function recordTally(
  tx: Kysely<Schema>,
  { organizationId, connectionId, connectorId, finishedAtMs }: EndedRun,
  {
    connection,
    newest,
    before,
    after,
  }: {
    readonly connection: NotedConnection | undefined
    readonly newest: Awaited<ReturnType<typeof findNewestDay>>
    readonly before: readonly SummedOutcome[]
    readonly after: readonly SummedOutcome[]
  },
): Promise<void> {
  const connections = connectorId === crossCheckConnectorId ? 0 : 1
  const subject = { organizationId, connectionId, connections } as const
  const isConnected = connection?.state !== 'disconnected'
  const { connections: _, ...counts } = tallyStatuses(
    after.map(({ effectiveStatus: tally, status }) => tally ?? status),
    connections,
  )
  const tally = { day: formatDay(finishedAtMs), ...counts }
  const changes = new TallyChanges()
  if (isConnected) {
    changes.add(nowBucket, tallyOutcomes(before, connections), -1).add(nowBucket, tallyOutcomes(after, connections))
    addOutcomes(changes, connectorId, before, -1)
    addOutcomes(changes, connectorId, after)
  }
  const now = counts.fail + counts.error
  await sendTogether([
    recordDailyTally(tx, subject, { newest, tally, isConnected, changes }),
    now !== connection?.unwell &&
      tx.updateTable('connections').set({ unwell: now }).where('id', '=', connectionId).execute(),
  ])
}

/** A parameter with an explicit type, where PostgreSQL cannot infer it. */
function castToText(value: string) {
  return sql<string>`cast(${value} as text)`
}
