import type { Pool } from 'pg'
import { createRuntime } from '../../src/runtime/create-runtime.ts'
import type { RuntimeOptions } from '../../src/runtime/runtime.ts'

const measured = 200

/** The cost of a run after many others, and the database's query plans. */
export async function* growHistory(
  sql: Pool,
  options: RuntimeOptions,
  connectionIds: readonly string[],
  sizes: readonly number[],
): AsyncGenerator<string> {
  yield '\n| runs before | a run, ms | list of 50 runs, ms | a connection’s last 20, ms |'
  yield '| --- | --- | --- | --- |'
  const runtime = await createRuntime({ ...options, worker: false })
  let before = 0
  for (const size of sizes) {
    // Spread over the connections and over a year.
    await sql.query(
      `insert into runs (id, organization_id, connection_id, connector_id, status, started_at_ms, began_at_ms, finished_at_ms, attempts)
       select 'past-' || n, 'acme', ($3::text[])[1 + n % $4], 'scale', 'pass', 1700000000000 + n * 31536, 1, 1, 1 from generate_series($1::bigint, $2::bigint) n`,
      [before + 1, size, connectionIds, connectionIds.length],
    )
    await sql.query('analyze')
    before = size
    const runMs = await perCall(measured, async (n) => {
      const run = await runtime.runs.start({
        connectionId: connectionIds[n % connectionIds.length] ?? '',
        checks: ['five'],
      })
      await run.kept
    })
    const listMs = await perCall(50, () => runtime.runs.list({ organizationId: 'acme', limit: 50 }))
    const ofConnectionMs = await perCall(50, (n) =>
      runtime.runs.list({
        organizationId: 'acme',
        connectionId: connectionIds[n % connectionIds.length] ?? '',
        limit: 20,
      }),
    )
    yield `| ${size} | ${runMs.toFixed(1)} | ${listMs.toFixed(2)} | ${ofConnectionMs.toFixed(2)} |`
  }
  await runtime.close()
  const [connectionId = ''] = connectionIds
  for (const [name, text] of [
    ['the next run of a free connection', claim],
    [
      'the end of a run',
      `update runs set status = 'pass' where id = 'past-77' and finished_at_ms is null and attempts = 1`,
    ],
    [
      'the newest runs of an organization',
      `select * from runs where organization_id = 'acme' order by started_at_ms desc, id desc limit 50`,
    ],
    [
      'the newest runs of a connection',
      `select * from runs where organization_id = 'acme' and connection_id = '${connectionId}' order by started_at_ms desc, id desc limit 20`,
    ],
  ] as const) {
    const { rows } = await sql.query(`explain (analyze, buffers, costs off) ${text}`)
    yield `\n${name}:\n\`\`\`text\n${rows.map((row) => row['QUERY PLAN']).join('\n')}\n\`\`\``
  }
}

const claim = `select run_id from run_jobs where state = 'queued' and connector_id in ('scale') and owner is null
  and not exists (select 1 from run_jobs as other where other.connection_id = run_jobs.connection_id and other.run_id <> run_jobs.run_id
    and (other.state = 'running' or other.queued_at_ms < run_jobs.queued_at_ms or (other.queued_at_ms = run_jobs.queued_at_ms and other.run_id < run_jobs.run_id)))
  order by queued_at_ms, run_id limit 16`

async function perCall(times: number, work: (n: number) => Promise<unknown>): Promise<number> {
  const beganAtMs = performance.now()
  for (let n = 0; n < times; n++) await work(n)
  return (performance.now() - beganAtMs) / times
}
