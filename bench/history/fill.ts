import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../src/service/store/sql/tables.ts'
import { recountTallies } from '../../test/setup/recount-tallies.ts'
import { copyConnection, copyWorkspace, ofSmall } from './copies.ts'
import type { Database } from './database.ts'
import { chooseSizes } from './organization.ts'
import { resultsOfRun, runsOfConnection, type Templates } from './templates.ts'

/** Connections at once: a statement writes a hundred times as many results. */
const step = 2_000

/** Fills a store with copies of the rows of one connection, until it has so many results. Half of all are of one organization. */
export async function fillHistory(
  { db, dialect }: Database,
  { connectionId }: Templates,
  results: number,
): Promise<void> {
  const connections = countConnections(results)
  const half = Math.ceil(connections / 2)
  await db.connection().execute(async (tx) => {
    const run = (text: RawBuilder<unknown>) => text.execute(tx)
    for (const text of dialect.hurry) await run(sql.raw(text))
    const copies = [
      ...copyConnection(dialect.pad, { connectionId, half }),
      ...copyWorkspace(dialect.pad, { connectionId, half, sizes: chooseSizes(half) }),
    ].map((copy, index) => ({ ...copy, template: `template_${index}` }))
    for (const { table, template, where = '' } of copies)
      await run(sql`create temporary table ${sql.raw(template)} as select * from ${sql.raw(table)} ${sql.raw(where)}`)
    const columns = new Map<string, readonly string[]>()
    for (const { template, table } of copies) columns.set(template, await listColumns(tx, template, table))
    await run(sql`insert into organizations (id, name, created_at_ms)
      select 'org-' || n, 'Organization ' || n, created_at_ms from organizations, ${numbers(dialect, 0, Math.max(1, Math.ceil(half / ofSmall)))}`)
    for (let from = 1; from < connections; from += step)
      for (const { table, template, values, every = 1, count = connections - 1 } of copies) {
        const to = Math.min(count + 1, from + step)
        if (to <= from) continue
        const names = columns.get(template) ?? []
        const chosen = names.map((name) => values[name] ?? `t.${name}`)
        await run(sql`insert into ${sql.raw(table)} (${sql.raw(names.join(', '))})
          select ${sql.raw(chosen.join(', '))} from ${sql.raw(template)} as t, ${numbers(dialect, from, to)}
          where n % ${sql.lit(every)} = 0`)
      }
    // The copies are not among the numbers that runs have kept.
    await recountTallies(tx)
    for (const text of dialect.settle) await run(sql.raw(text))
  })
}

/** How many connections have so many results. */
export function countConnections(results: number): number {
  return Math.ceil(results / resultsOfRun / runsOfConnection)
}

async function listColumns(db: Kysely<Schema>, template: string, table: string): Promise<readonly string[]> {
  const { rows } = await sql`select * from ${sql.raw(template)} limit 1`.execute(db)
  const [row] = rows
  if (typeof row !== 'object' || row === null) throw new Error(`There is no template in ${table}.`)
  const names = Object.keys(row).map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  // The database computes it.
  return names.filter((name) => name !== 'listed_as')
}

function numbers({ numbers: write }: Database['dialect'], from: number, to: number) {
  return sql.raw(write(from, to))
}
