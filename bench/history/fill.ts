import { type Kysely, type RawBuilder, sql } from 'kysely'
import { fillTallies } from '../../src/store/migrations/0041-standing-tallies.ts'
import type { Schema } from '../../src/store/sql/tables.ts'
import type { Database } from './database.ts'
import { large, resultsOfRun, runsOfConnection, type Templates } from './templates.ts'

/** Connections at once: a statement writes a hundred times as many results. */
const step = 2_000
const ofSmall = 50
/** Of connections: how many have an accepted risk and a judgement. */
const decided = 100

/** Fills a store with copies of the rows of one connection, until it has so many results. Half of all are of one organization. */
export async function fillHistory(
  { db, dialect }: Database,
  { connectionId }: Templates,
  results: number,
): Promise<void> {
  const connections = Math.ceil(results / resultsOfRun / runsOfConnection)
  await db.connection().execute(async (tx) => {
    const run = (text: RawBuilder<unknown>) => text.execute(tx)
    for (const text of dialect.hurry) await run(sql.raw(text))
    const copies = toCopies(dialect.pad, { connectionId, half: Math.ceil(connections / 2) })
    for (const [table, copy] of Object.entries(copies))
      await run(
        sql`create temporary table ${sql.raw(`template_${table}`)} as select * from ${sql.raw(table)} ${sql.raw(copy.where)}`,
      )
    const columns = new Map<string, readonly string[]>()
    for (const table of Object.keys(copies)) columns.set(table, await listColumns(tx, table))
    await run(sql`insert into organizations (id, name, created_at_ms)
      select 'org-' || n, 'Organization ' || n, created_at_ms from organizations, ${numbers(dialect, 0, Math.max(1, Math.ceil(connections / 2 / ofSmall)))}`)
    for (let from = 1; from < connections; from += step)
      for (const [table, { values, every = 1 }] of Object.entries(copies)) {
        const names = columns.get(table) ?? []
        const chosen = names.map((name) => values[name] ?? `t.${name}`)
        await run(sql`insert into ${sql.raw(table)} (${sql.raw(names.join(', '))})
          select ${sql.raw(chosen.join(', '))} from ${sql.raw(`template_${table}`)} as t,
          ${numbers(dialect, from, Math.min(connections, from + step))} where n % ${sql.lit(every)} = 0`)
      }
    // The copies are not among the numbers that runs have kept.
    await fillTallies(tx)
    for (const text of dialect.settle) await run(sql.raw(text))
  })
}

interface Copy {
  readonly where: string
  /** What differs in each copy, by column: SQL about the row `t` and the number `n` of its connection. */
  readonly values: Readonly<Record<string, string>>
  readonly every?: number
}

const dayMs = 86_400_000

function toCopies(
  pad: (number: string) => string,
  { connectionId, half }: { readonly connectionId: string; readonly half: number },
): Readonly<Record<string, Copy>> {
  const id = (column: string) => `substr(${column}, 1, 24) || ${pad('n')}`
  // Ids of findings are in no order.
  const findingId = (column: string) => `substr(${column}, 1, 24) || ${pad('(n * 387420489) % 1000000000000')}`
  const at = (column: string, days = 3) => `${column} - (n * 7919977) % ${days * dayMs}`
  const within = (text: string, ...ids: readonly string[]) =>
    ids.reduce((inner, each) => `replace(${inner}, ${each})`, text)
  const connection = id(`'${connectionId}'`)
  const own = {
    organization_id: `case when n < ${half} then '${large}' else 'org-' || ((n - ${half}) / ${ofSmall}) end`,
  }
  const ofConnection = { ...own, connection_id: connection }
  const where = `where connection_id = '${connectionId}'`
  const ofRuns = `(select id from runs ${where})`
  return {
    connections: {
      where: `where id = '${connectionId}'`,
      values: {
        ...{ ...own, id: connection, name: `'Connection ' || n`, sort_name: `'connection ' || n` },
        ...{ created_at_ms: at('t.created_at_ms', 700), last_run_at_ms: at('t.last_run_at_ms') },
        // One in twenty has to be connected again, one in fifty is no more.
        state: `case when n % 20 = 3 then 'needs_reauth' when n % 50 = 7 then 'disconnected' else t.state end`,
        urgency: `case when n % 20 = 3 then 0 when n % 50 = 7 then 5 else t.urgency end`,
      },
    },
    credentials: { where, values: { connection_id: connection } },
    schedules: { where, values: { ...ofConnection, last_run_id: id('t.last_run_id') } },
    runs: {
      where,
      values: {
        ...{ ...ofConnection, id: id('t.id'), started_at_ms: at('t.started_at_ms') },
        ...{ began_at_ms: at('t.began_at_ms'), finished_at_ms: at('t.finished_at_ms') },
      },
    },
    result_sets: {
      where: `where run_id in ${ofRuns}`,
      values: {
        ...{ id: id('t.id'), run_id: id('t.run_id'), staged_at_ms: at('t.staged_at_ms') },
        head: within('t.head', `t.run_id, ${id('t.run_id')}`, `'${connectionId}', ${connection}`),
      },
    },
    results: {
      where: `where set_id in (select id from result_sets where run_id in ${ofRuns})`,
      values: {
        ...{ set_id: id('t.set_id'), finding_id: findingId('t.finding_id') },
        record: within('t.record', `t.finding_id, ${findingId('t.finding_id')}`),
      },
    },
    newest_outcomes: {
      where,
      values: {
        ...own,
        present: `case when n % 20 <> 3 and n % 50 = 7 then 0 else t.present end`,
        connection_id: connection,
        run_id: id('t.run_id'),
        at_ms: at('t.at_ms'),
      },
    },
    daily_standings: { where, values: ofConnection },
    findings: {
      where,
      values: {
        ...{ ...ofConnection, id: findingId('t.id'), run_id: id('t.run_id') },
        record: within('t.record', `t.id, ${findingId('t.id')}`),
        first_seen_at_ms: at('t.first_seen_at_ms', 600),
        ...{ last_seen_at_ms: at('t.last_seen_at_ms'), changed_at_ms: at('t.changed_at_ms', 60) },
        due_at_ms: at('t.due_at_ms', 60),
        owner_id: `case when n % 10 = 1 then t.owner_id else null end`,
        search_text: `'person ' || n || ' of ' || t.search_text`,
      },
    },
    finding_events: {
      where: `where finding_id in (select id from findings ${where})`,
      values: { finding_id: findingId('t.finding_id'), run_id: id('t.run_id'), at_ms: at('t.at_ms') },
    },
    waivers: {
      where: '',
      every: decided,
      values: { ...own, id: id('t.id'), waiver: within('t.waiver', `'${connectionId}', ${connection}`) },
    },
    judgements: {
      where,
      every: decided,
      values: {
        ...{ ...ofConnection, id: id('t.id'), run_id: id('t.run_id'), finding_id: findingId('t.finding_id') },
        result: within('t.result', `t.finding_id, ${findingId('t.finding_id')}`),
        created_at_ms: at('t.created_at_ms', 1),
      },
    },
    comments: {
      where: '',
      values: {
        ...own,
        id: id('t.id'),
        entity_id: findingId('t.entity_id'),
        created_at_ms: at('t.created_at_ms', 300),
      },
    },
    audit_entries: {
      where: "where action = 'run.start'",
      values: { ...own, id: id('t.id'), target: id('t.target'), at_ms: at('t.at_ms', 700) },
    },
  }
}

async function listColumns(db: Kysely<Schema>, table: string): Promise<readonly string[]> {
  const { rows } = await sql`select * from ${sql.raw(`template_${table}`)} limit 1`.execute(db)
  const [row] = rows
  if (typeof row !== 'object' || row === null) throw new Error(`There is no template in ${table}.`)
  return Object.keys(row).map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
}

function numbers({ numbers: write }: Database['dialect'], from: number, to: number) {
  return sql.raw(write(from, to))
}
