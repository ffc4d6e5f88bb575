import { formatDay } from '../../src/text/calendar-day.ts'
import type { Store } from '../../src/things/all-stores/index.ts'

/** Runs a statement on the database itself. @returns its rows */
export type Ask = (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

export interface Dialect {
  /** A table expression of the whole numbers of a range, as `s(n)`. */
  readonly numbers: (from: number, to: number) => { readonly before: string; readonly table: string }
  /** 12 hexadecimal digits of `n`. */
  readonly digits: string
}

export const dialects = {
  postgres: {
    numbers: (from, to) => ({ before: '', table: `generate_series(${from}::bigint, ${to}::bigint) as s(n)` }),
    digits: "lpad(to_hex(n), 12, '0')",
  },
  sqlite: {
    numbers: (from, to) => ({
      before: `with recursive s(n) as (select ${from} union all select n + 1 from s where n < ${to})`,
      table: 's',
    }),
    digits: "printf('%012x', n)",
  },
} as const satisfies Record<string, Dialect>

const rowsAtOnce = 50_000
const dayMs = 86_400_000
/** From so long ago; the newest are from a year ago. */
const sinceMs = Date.now() - 3 * 365 * dayMs
const untilMs = Date.now() - 365 * dayMs

/**
 * Makes many runs of one that has ended, with all its rows, spread over connections and over two years as they would have been
 * written: the ids of what is older come first, and the connections of a moment are many.
 */
export async function fill(
  ask: Ask,
  { numbers, digits }: Dialect,
  {
    templateId,
    connections,
    runs,
  }: { readonly templateId: string; readonly connections: number; readonly runs: number },
): Promise<void> {
  const [run] = await ask(`select * from runs where id = '${templateId}'`)
  const [set] = await ask(`select * from result_sets where run_id = '${templateId}'`)
  if (run === undefined || set === undefined) throw new Error('The run to copy has not ended')
  const results = await ask(`select * from results where set_id = '${String(set.id)}' order by number`)
  await ask(
    'create table bench_connections as select id, organization_id, row_number() over (order by id) - 1 as position from connections',
  )
  const stepMs = Math.floor((untilMs - sinceMs) / runs)
  const startedAt = `${sinceMs} + n * ${stepMs}`
  for (let from = 0; from < runs; from += rowsAtOnce) {
    const { before, table } = numbers(from, Math.min(runs, from + rowsAtOnce) - 1)
    const copy = async (
      into: string,
      row: Readonly<Record<string, unknown>>,
      own: Readonly<Record<string, string>>,
    ) => {
      const columns = Object.keys(row)
      const values = columns.map((column) => own[column] ?? quote(row[column]))
      const of = 'organization_id' in row ? ` join bench_connections c on c.position = n % ${connections}` : ''
      await ask(`${before} insert into ${into} (${columns.join(', ')}) select ${values.join(', ')} from ${table}${of}`)
    }
    await copy('runs', run, {
      id: `'past-' || ${digits}`,
      organization_id: 'c.organization_id',
      connection_id: 'c.id',
      started_at_ms: startedAt,
      began_at_ms: startedAt,
      finished_at_ms: `${startedAt} + 5000`,
    })
    await copy('result_sets', set, {
      id: `'set-' || ${digits}`,
      run_id: `'past-' || ${digits}`,
      staged_at_ms: startedAt,
    })
    // Row by row of each run, as they are written.
    const all = results.map((row) => {
      const columns = Object.keys(row)
      const values = columns.map((column) => (column === 'set_id' ? `'set-' || ${digits}` : quote(row[column])))
      return { columns, select: `select ${values.join(', ')} from ${table}` }
    })
    const [{ columns } = { columns: [] }] = all
    await ask(
      `${before} insert into results (${columns.join(', ')}) ${all.map(({ select }) => select).join(' union all ')} order by 1, 2`,
    )
  }
  await ask('drop table bench_connections')
  await ask('analyze')
}

const standingDays = 730

/**
 * The history of one connection: many runs, a finding for each, most of them resolved, and how it stood on each day of two years.
 * @param ids of the run and the finding to copy, which are of the connection
 */
export async function fillHistory(
  ask: Ask,
  { numbers, digits }: Dialect,
  { runId, findingId, runs, round }: Record<'runId' | 'findingId', string> & Record<'runs' | 'round', number>,
): Promise<void> {
  const { before, table } = numbers(0, runs - 1)
  const startedAt = `${Date.now() - standingDays * dayMs} + n * ${Math.floor(((standingDays - 1) * dayMs) / runs)}`
  const copy = async (from: string, id: string, own: Readonly<Record<string, string>>) => {
    const [{ listed_as: _, ...row } = {}] = await ask(`select * from ${from} where id = '${id}'`)
    const columns = Object.keys(row)
    const values = columns.map((column) => own[column] ?? quote(row[column]))
    await ask(`${before} insert into ${from} (${columns.join(', ')}) select ${values.join(', ')} from ${table}`)
  }
  await copy('runs', runId, {
    id: `'long-${round}-' || ${digits}`,
    started_at_ms: startedAt,
    began_at_ms: startedAt,
    finished_at_ms: `${startedAt} + 5000`,
  })
  await copy('findings', findingId, {
    id: `'long-${round}-' || ${digits}`,
    first_seen_at_ms: startedAt,
    changed_at_ms: startedAt,
    state: `case when n % 100 = 0 then 'open' else 'resolved' end`,
    due_at_ms: startedAt,
  })
  const [finding] = await ask(`select organization_id, connection_id from findings where id = '${findingId}'`)
  const of = `'${String(finding?.organization_id)}', '${String(finding?.connection_id)}'`
  const days = Array.from({ length: standingDays - 1 }, (_, back) => formatDay(Date.now() - (back + 1) * dayMs))
  await ask(
    `insert into daily_standings (organization_id, connection_id, day, pass, fail, manual, not_applicable, error) values ${days.map((day) => `(${of}, '${day}', 1, 1, 0, 0, 0)`).join(', ')}`,
  )
}

/** Entries of the log of an organization, which is erased with its secrets: two for each run. */
export async function fillLog(
  ask: Ask,
  { numbers, digits }: Dialect,
  { organizationId, entries }: { readonly organizationId: string; readonly entries: number },
): Promise<void> {
  await ask(`delete from log_leaves where organization_id = '${organizationId}'`)
  await ask(`delete from log_heads where organization_id = '${organizationId}'`)
  const { before, table } = numbers(0, entries - 1)
  const record = `'{"kind":"run.ended","subject":"past-' || ${digits} || '","facts":"${'0123456789'.repeat(15)}"}'`
  await ask(
    `${before} insert into log_leaves (organization_id, number, id, kind, subject, at_ms, record, hash) select '${organizationId}', n, 'leaf-' || ${digits}, 'run.ended', 'past-' || ${digits}, 1, ${record}, '${'A'.repeat(43)}=' from ${table}`,
  )
  await ask(
    `insert into log_heads (organization_id, origin, size, nodes) values ('${organizationId}', 'checkwright/bench', ${entries}, '')`,
  )
}

/** A signed bundle for every tenth of the oldest runs: bytes in the store's place for files, and the rows that name them. */
export async function addBundles(ask: Ask, { objects }: Pick<Store, 'objects'>, bundles: number): Promise<void> {
  const rows = await ask(
    `select id, organization_id from runs where id like 'past-%' order by id limit ${bundles * 10}`,
  )
  const bytes = Buffer.alloc(20_000, 'bundle ')
  for (const [index, { id, organization_id: organizationId }] of rows.entries()) {
    if (index % 10 !== 0) continue
    const { key } = await objects.put({ organizationId: String(organizationId), bytes: one(bytes) })
    await ask(
      `insert into files (id, organization_id, name, type, size_bytes, sha256, object_key, user_id, created_at_ms) values ('${String(id)}', '${String(organizationId)}', 'run.zip', 'application/zip', ${bytes.length}, '${'0'.repeat(64)}', '${key}', null, 1)`,
    )
    await ask(
      `insert into evidence_uploads (file_id, organization_id, form_type) values ('${String(id)}', '${String(organizationId)}', 'run-bundle')`,
    )
  }
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

function quote(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}
