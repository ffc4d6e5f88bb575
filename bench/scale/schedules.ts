import type { Pool } from 'pg'
import { createScheduler } from '../../src/service/queue/scheduler.ts'
import { openStore } from '../../src/things/all-stores/index.ts'
import type { RuntimeOptions } from '../../src/things/runtime/runtime.ts'

/** Many connections with a schedule each: the cost of setting them, of finding due ones, and of queueing their runs. */
export async function schedule(sql: Pool, { store: url }: RuntimeOptions, many: number): Promise<string[]> {
  const nowMs = Date.now()
  const fired = Math.min(many, 2_000)
  await sql.query(
    `insert into connections (id, organization_id, connector_id, state, variables, created_at_ms, updated_at_ms)
     select 'scheduled-' || n, 'acme', 'scale', 'active', '{}', 1, 1 from generate_series(1, $1) n`,
    [many],
  )
  const insertMs = await timed(() =>
    sql.query(
      `insert into schedules (connection_id, organization_id, connector_id, cron, time_zone, spread, created_at_ms, updated_at_ms, next_at_ms, computed_at_ms)
       select 'scheduled-' || n, 'acme', 'scale', '0 6 * * *', 'Europe/Berlin', 1, 1, 1, $2::bigint + (n % 86400) * 1000, 1 from generate_series(1, $1) n`,
      [many, nowMs + 3_600_000],
    ),
  )
  await sql.query('analyze schedules')
  const store = await openStore(url)
  const silent = { info: () => undefined, warn: () => undefined }
  const scheduler = createScheduler({
    store,
    logger: silent,
    clock: { nowMs: Date.now },
    pollMs: 1_000,
    listConnectorIds: () => ['scale'],
    listCrossCheckIds: () => [],
    engine: { hasRoom: async () => true, dispatch: undefined, wake: () => undefined },
    findObstacle: async ({ connectionId }) =>
      (await store.connections.find(connectionId))?.state === 'active' ? undefined : 'no',
  })
  await scheduler.tick()
  const idleMs = (await timed(() => repeat(50, () => scheduler.tick()))) / 50
  await sql.query(
    `update schedules set next_at_ms = $1 where connection_id in (select connection_id from schedules limit ${fired})`,
    [nowMs],
  )
  const fireMs = await timed(() => scheduler.tick())
  const plan = await sql.query(
    `explain (analyze, buffers, costs off) select * from schedules where next_at_ms <= $1 and connector_id in ('scale') order by next_at_ms limit 100`,
    [nowMs],
  )
  await sql.query("delete from run_jobs where connection_id like 'scheduled-%'")
  await store.close()
  return [
    `\n${many} schedules (written in ${(insertMs / 1_000).toFixed(1)} s): looking for what is due ${idleMs.toFixed(2)} ms when nothing is;`,
    `${fired} that are due at once put into the queue by one process at ${(fired / (fireMs / 1_000)).toFixed(0)}/s.`,
    '```text',
    ...plan.rows.map((row) => row['QUERY PLAN']),
    '```',
  ]
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const beganAtMs = performance.now()
  await work()
  return performance.now() - beganAtMs
}

async function repeat(times: number, work: () => Promise<unknown>): Promise<void> {
  for (let n = 0; n < times; n++) await work()
}
