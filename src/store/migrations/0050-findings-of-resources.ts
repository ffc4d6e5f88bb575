import { sql } from 'kysely'
import { isPostgres } from '../sql/is-postgres.ts'
import type { Migration, MigrationDatabase } from './migration.ts'

/** Finds what fails for a resource of a connection by its id, so that the page of a person searches no texts for each account. */
export const findingsOfResources: Migration = {
  version: 50,
  name: 'findings-of-resources',
  async up(db) {
    await db.schema
      .createIndex('findings_of_resource')
      .on('findings')
      .column('connection_id')
      // PostgreSQL indexes no long texts, so only the start is in it.
      .expression(sql`substr(search_text, ${sql.raw(lineBreakIn(db))} + 1, 300)`)
      .where(sql.ref('state'), '<>', sql.lit('resolved'))
      .execute()
    // The planner would otherwise know nothing of the new expression until a vacuum comes by.
    if (isPostgres(db)) await sql`analyze findings`.execute(db)
  },
}

/** The text begins with the name of the resource, which may be empty; its id is in the next line. */
function lineBreakIn(db: MigrationDatabase): string {
  return isPostgres(db) ? 'strpos(search_text, chr(10))' : 'instr(search_text, char(10))'
}
