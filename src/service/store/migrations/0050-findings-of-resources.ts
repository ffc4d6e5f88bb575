import { sql } from 'kysely'
import { isPostgres } from '../sql/is-postgres.ts'
import type { Migration, MigrationDatabase } from './migration.ts'

/** Finds what fails for a resource of a connection by its id, so that the page of a person searches no texts for each account. */
export const findingsOfResources: Migration = {
  version: 50,
  name: 'findings-of-resources',
  async up(db) {
    await mendTexts(db)
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

const pageRows = 500

/** Names with line breaks, and names so long that the id was cut off. Other texts that look like those stay as they are. */
async function mendTexts(db: MigrationDatabase): Promise<void> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ readonly id: string; readonly record: string }>`select id, record from findings
      where id > ${after} and (length(search_text) > 300 or search_text like ${'%\n%\n%\n%\n%'})
      order by id limit ${sql.lit(pageRows)}`.execute(db)
    for (const { id, record } of rows) {
      const text = writeText(JSON.parse(record))
      if (text !== undefined) await sql`update findings set search_text = ${text} where id = ${id}`.execute(db)
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageRows) return
    after = last.id
  }
}

interface Found {
  readonly resource?: { readonly name?: string; readonly id: string; readonly type: string }
  readonly title?: string
}

function writeText({ resource, title = '' }: Found): string | undefined {
  if (resource === undefined) return undefined
  const { name = '', id, type } = resource
  return [name.slice(0, 300).replaceAll('\n', ' '), id, type, title]
    .join('\n')
    .toLowerCase()
    .replaceAll('\0', '')
    .slice(0, 1_000)
    .toWellFormed()
}

/** The text begins with the name of the resource, which may be empty; its id is in the next line. */
function lineBreakIn(db: MigrationDatabase): string {
  return isPostgres(db) ? 'strpos(search_text, chr(10))' : 'instr(search_text, char(10))'
}
