import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Lists of runs say which of them were asked for with waivers or variables of their own. */
export const scopedRuns: Migration = {
  version: 16,
  name: 'scoped-runs',
  async up(db) {
    await db.schema
      .alterTable('runs')
      .addColumn('scoped', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    // Text that looks like it may be a value elsewhere, so that what is found is read.
    const { rows: ended } = await sql<{ id: string; head: string }>`
      select run_id as id, head from result_sets where head like ${'%"scoped":true%'}`.execute(db)
    const { rows: waiting } = await sql<{ id: string; request: string }>`
      select run_id as id, request from run_jobs`.execute(db)
    const scoped = [
      ...ended.filter(({ head }) => JSON.parse(head).scoped === true),
      ...waiting.filter(({ request }) => hasOwnInputs(JSON.parse(request))),
    ]
    for (const { id } of scoped) await sql`update runs set scoped = 1 where id = ${id}`.execute(db)
  },
}

/** As a request was told from others when this migration was written. */
function hasOwnInputs({ waivers = [], variables = {} }: { readonly waivers?: unknown[]; readonly variables?: object }) {
  return waivers.length > 0 || Object.keys(variables).length > 0
}
