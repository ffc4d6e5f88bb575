import { sql } from 'kysely'
import type { MigrationDatabase } from './migration.ts'

/**
 * Splits runs with all results in one text into rows, the oldest first, so that findings get the state that they would
 * have if runs had always updated them. One run is in memory at a time, as when it was written.
 */
export async function moveResults(db: MigrationDatabase): Promise<void> {
  const { rows: runs } = await sql<OldRunRow>`
    select runs.id, runs.organization_id as organization, runs.connection_id as connection, runs.connector_id as connector,
      runs.started_at_ms as at
    from runs join run_results on run_results.run_id = runs.id
    order by runs.started_at_ms, runs.id`.execute(db)
  for (const run of runs) {
    const { rows } = await sql<{ result: string }>`select result from run_results where run_id = ${run.id}`.execute(db)
    const { checks, ...rest }: { checks: readonly OldCheckRow[] } = JSON.parse(rows[0]?.result ?? '{"checks":[]}')
    await moveRun(db, run, checks, rest)
    await noteOutcomes(db, run, checks)
    for (const check of checks) if (check.status !== 'error') await noteFindings(db, run, check)
  }
}

interface OldRunRow {
  readonly id: string
  readonly organization: string
  readonly connection: string
  readonly connector: string
  readonly at: number
}

/** The members that matter here, as they were when this migration was written. */
interface OldCheckRow {
  readonly id: string
  readonly status: string
  readonly severity: string
  readonly controls: readonly string[]
  readonly complete: boolean
  readonly error?: object
  readonly results: readonly Result[]
}

interface Result {
  readonly status: string
  readonly severity?: string
  readonly findingId: string
  readonly waived?: object
}

async function moveRun(
  db: MigrationDatabase,
  run: OldRunRow,
  checks: readonly OldCheckRow[],
  rest: object,
): Promise<void> {
  const heads = checks.map(({ results: _, ...head }) => head)
  const places: Record<string, { from: number; count: number }> = {}
  await sql`insert into result_sets (id, run_id, staged_at_ms) values (${run.id}, ${run.id}, ${run.at})`.execute(db)
  let number = 0
  for (const check of checks) {
    places[check.id] = { from: number, count: check.results.length }
    for (const result of check.results) {
      await sql`insert into results (set_id, number, check_id, status, severity, waived, finding_id, record)
        values (${run.id}, ${number++}, ${check.id}, ${result.status}, ${result.severity ?? check.severity},
          ${result.waived ? 1 : 0}, ${result.findingId}, ${JSON.stringify(result)})`.execute(db)
    }
  }
  await sql`update result_sets set head = ${JSON.stringify({ ...rest, checks: heads })}, places = ${JSON.stringify(places)}
    where id = ${run.id}`.execute(db)
}

async function noteOutcomes(db: MigrationDatabase, run: OldRunRow, checks: readonly OldCheckRow[]): Promise<void> {
  for (const { id, status, complete, error } of checks) {
    await sql`delete from newest_outcomes where connection_id = ${run.connection} and check_id = ${id}`.execute(db)
    await sql`insert into newest_outcomes (connection_id, check_id, run_id, at_ms, status, complete, error)
      values (${run.connection}, ${id}, ${run.id}, ${run.at}, ${status}, ${complete ? 1 : 0},
        ${error ? JSON.stringify(error) : null})`.execute(db)
  }
}

async function noteFindings(db: MigrationDatabase, run: OldRunRow, check: OldCheckRow): Promise<void> {
  const { rows } = await sql<{ id: string; state: string }>`
    select id, state from findings where connection_id = ${run.connection} and check_id = ${check.id}`.execute(db)
  const known = new Map(rows.map(({ id, state }) => [id, state]))
  const statuses = new Map<string, Set<string>>()
  const failing = new Map<string, Result>()
  for (const result of check.results) {
    statuses.set(result.findingId, (statuses.get(result.findingId) ?? new Set()).add(result.status))
    if (result.status === 'fail' && !failing.has(result.findingId)) failing.set(result.findingId, result)
  }
  const event = (id: string, change: string, resolution: string | null) =>
    sql`insert into finding_events (finding_id, run_id, at_ms, change, resolution)
      values (${id}, ${run.id}, ${run.at}, ${change}, ${resolution})`.execute(db)
  for (const [id, result] of failing) {
    const before = known.get(id)
    const [severity, waived] = [result.severity ?? check.severity, result.waived ? 1 : 0]
    const record = JSON.stringify(result)
    if (before === undefined) {
      await sql`insert into findings (id, organization_id, connection_id, connector_id, check_id, state, severity, waived,
          controls, run_id, first_seen_at_ms, last_seen_at_ms, changed_at_ms, record)
        values (${id}, ${run.organization}, ${run.connection}, ${run.connector}, ${check.id}, 'open', ${severity}, ${waived},
          ${JSON.stringify(check.controls)}, ${run.id}, ${run.at}, ${run.at}, ${run.at}, ${record})`.execute(db)
      await event(id, 'open', null)
      continue
    }
    await sql`update findings set severity = ${severity}, waived = ${waived}, run_id = ${run.id},
      last_seen_at_ms = ${run.at}, record = ${record} where id = ${id}`.execute(db)
    if (before !== 'resolved') continue
    await sql`update findings set state = 'regressed', resolution = null, changed_at_ms = ${run.at} where id = ${id}`.execute(
      db,
    )
    await event(id, 'regressed', null)
  }
  for (const [id, state] of known) {
    const seen = statuses.get(id)
    if (state === 'resolved' || seen?.has('fail') || seen?.has('manual') || (!seen && !check.complete)) continue
    const resolution = !seen ? 'gone' : seen.has('pass') ? 'passed' : 'not_applicable'
    await sql`update findings set state = 'resolved', resolution = ${resolution}, changed_at_ms = ${run.at}
      where id = ${id}`.execute(db)
    await event(id, 'resolved', resolution)
  }
}
