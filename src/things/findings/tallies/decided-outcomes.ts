import { type Kysely, sql } from 'kysely'
import type { SettledOutcome, UnsettledOutcome } from '../../../checks/controls/outcome-groups.ts'
import { crossCheckConnectorId } from '../../../define/index.ts'
import { isPostgres } from '../../../service/store/sql/is-postgres.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import { isOneOf } from '../../../service/store/sql/prepare-statement.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { TallyChanges } from '../../../service/store/tables/tallies.ts'
import { addOutcomes, summedColumns } from './sum-outcomes.ts'

/** Literally as in the partial index, because databases would not use it with a parameter. */
const unsettled = sql.lit('unsettled' as const)

interface OfChecks {
  readonly organizationId: string
  readonly outcomes: readonly { readonly connectionId: string; readonly checkId: string }[]
}

/**
 * Notes that there is something new to decide outcomes by. What is kept about them no longer counts, also if somebody finds it out at this
 * moment. The caller's transaction holds their connections.
 */
export async function unsettleOutcomes(tx: Kysely<Schema>, { organizationId, outcomes }: OfChecks): Promise<void> {
  const changes = new TallyChanges()
  for (const [checkId, ofCheck] of Map.groupBy(outcomes, (each) => each.checkId)) {
    const rows = await selectOutcomes(tx, { checkId, connectionIds: ofCheck.map((each) => each.connectionId) })
    if (rows.length === 0) continue
    await tx
      .updateTable('newestOutcomes')
      .set(({ eb }) => ({ decided: 'unsettled', decidedUntilMs: null, decisions: eb('decisions', '+', 1) }))
      .where('checkId', '=', checkId)
      .where(
        isOneOf(
          tx,
          'connectionId',
          rows.map(({ connectionId }) => connectionId),
        ),
      )
      .execute()
    for (const row of rows) addChange(changes, row, { decided: 'unsettled' })
  }
  await changes.append(tx, organizationId)
}

type SelectedOutcome = Awaited<ReturnType<typeof selectOutcomes>>[number]

function selectOutcomes(
  tx: Kysely<Schema>,
  { checkId, connectionIds }: { readonly checkId: string; readonly connectionIds: readonly string[] },
) {
  return tx
    .selectFrom('newestOutcomes')
    .select(['connectionId', 'connectorId', 'decisions', 'present', ...summedColumns])
    .where('checkId', '=', checkId)
    .where(isOneOf(tx, 'connectionId', [...new Set(connectionIds)]))
    .execute()
}

function addChange(
  changes: TallyChanges,
  outcome: SelectedOutcome,
  change: Pick<SelectedOutcome, 'decided'> & Partial<Pick<SelectedOutcome, 'acceptedResults' | 'refusedResults'>>,
): void {
  if (outcome.present === 0 || outcome.decided === change.decided) return
  addOutcomes(changes, outcome.connectorId, [outcome], -1)
  addOutcomes(changes, outcome.connectorId, [{ ...outcome, ...change }])
}

/**
 * Holds connections to the end of the transaction, as whoever ends a run or judges a result does, in an order in which nobody waits for
 * somebody who waits. SQLite has one writer at a time.
 */
export async function lockConnections(tx: Kysely<Schema>, connectionIds: Iterable<string>): Promise<void> {
  if (!isPostgres(tx)) return
  await tx
    .selectFrom('connections')
    .select('id')
    .where(isOneOf(tx, 'id', [...new Set(connectionIds)]))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Cross-checks are of no connection. */
export async function listUnsettled(
  db: Kysely<Schema>,
  {
    organizationId,
    limit,
    after,
  }: {
    readonly organizationId: string
    readonly limit: number
    readonly after?: Pick<UnsettledOutcome, 'connectionId' | 'checkId'> | undefined
  },
): Promise<readonly UnsettledOutcome[]> {
  return ofOrganization(db, organizationId)
    .selectFrom('newestOutcomes')
    .select(['connectionId', 'connectorId', 'checkId', 'runId', 'decisions'])
    .where('decided', '=', unsettled)
    .where('present', '=', sql.lit(1))
    .where('connectorId', '<>', crossCheckConnectorId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(connection_id, check_id) > (${after?.connectionId}, ${after?.checkId})`),
    )
    .orderBy('connectionId')
    .orderBy('checkId')
    .limit(limit)
    .execute()
}

/** Keeps what was found out about outcomes, unless there is something new to decide them by since they were listed. */
export async function saveSettled(
  db: Kysely<Schema>,
  { organizationId, outcomes }: { readonly organizationId: string; readonly outcomes: readonly SettledOutcome[] },
): Promise<void> {
  if (outcomes.length === 0) return
  await runInTransaction(db, async (tx) => {
    await lockConnections(
      tx,
      outcomes.map(({ connectionId }) => connectionId),
    )
    const changes = new TallyChanges()
    const groups = Map.groupBy(outcomes, ({ checkId, decided, untilMs, accepted, refused }) =>
      JSON.stringify([checkId, decided, untilMs, accepted, refused]),
    )
    for (const same of groups.values()) {
      const [first] = same
      if (first === undefined) continue
      const { checkId, decided, untilMs: decidedUntilMs, accepted, refused } = first
      const known = new Map(same.map(({ connectionId, decisions }) => [connectionId, decisions]))
      const rows = await selectOutcomes(tx, { checkId, connectionIds: [...known.keys()] })
      const settled = rows.filter((row) => row.decided === 'unsettled' && row.decisions === known.get(row.connectionId))
      if (settled.length === 0) continue
      await tx
        .updateTable('newestOutcomes')
        .set({ decided, decidedUntilMs, acceptedResults: accepted, refusedResults: refused })
        .where('checkId', '=', checkId)
        .where(
          isOneOf(
            tx,
            'connectionId',
            settled.map(({ connectionId }) => connectionId),
          ),
        )
        .execute()
      for (const row of settled)
        addChange(changes, row, { decided, acceptedResults: accepted, refusedResults: refused })
    }
    await changes.append(tx, organizationId)
  })
}

const endedRows = 500

/** A judgement ends by time alone, so an index tells which outcomes that concerns. */
export async function endDecided(
  db: Kysely<Schema>,
  { organizationId, nowMs }: { readonly organizationId: string; readonly nowMs: number },
): Promise<void> {
  const select = () =>
    ofOrganization(db, organizationId)
      .selectFrom('newestOutcomes')
      .select(['connectionId', 'checkId'])
      .where('decidedUntilMs', '<', nowMs)
      .limit(endedRows)
      .execute()
  for (let outcomes = await select(); outcomes.length > 0; outcomes = await select())
    await runInTransaction(db, (tx) => unsettleLocked(tx, { organizationId, outcomes }))
}

async function unsettleLocked(tx: Kysely<Schema>, of: OfChecks): Promise<void> {
  await lockConnections(
    tx,
    of.outcomes.map(({ connectionId }) => connectionId),
  )
  await unsettleOutcomes(tx, of)
}

/**
 * A check that ended in an error changes no finding, so that none of them tells whether a waiver covers what it saw failing. The caller's
 * waivers have changed.
 */
export async function unsettleErrors(tx: Kysely<Schema>, organizationId: string): Promise<void> {
  const outcomes = await ofOrganization(tx, organizationId)
    .selectFrom('newestOutcomes')
    .select(['connectionId', 'checkId'])
    .where('status', '=', 'error')
    .where('verdict', '=', 'not_satisfied')
    .execute()
  if (outcomes.length > 0) await unsettleLocked(tx, { organizationId, outcomes })
}
