import { sql } from 'kysely'
import { indexTexts } from './index-texts.ts'
import type { Migration, MigrationDatabase } from './migration.ts'

/** Finds people by a part of their name or address, those who are deactivated, and judgements that rest on files, without reading the others. */
export const peopleAndFiles: Migration = {
  version: 51,
  name: 'people-and-files',
  async up(db) {
    await db.schema
      .alterTable('users')
      .addColumn('search_text', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await fillTexts(db)
    await indexTexts(db, { table: 'users', row: 'user', columns: ['search_text'], changing: ['search_text'] })
    await db.schema
      .createIndex('users_deactivated')
      .on('users')
      .columns(['organization_id', 'sort_name', 'id'])
      .where(sql.ref('deactivated'), '=', sql.lit(1))
      .execute()
    await db.schema
      .createIndex('judgements_with_files')
      .on('judgements')
      .columns(['organization_id', 'created_at_ms', 'id'])
      .where(sql.ref('files'), '<>', sql.lit('[]'))
      .execute()
  },
}

const pageRows = 500

async function fillTexts(db: MigrationDatabase): Promise<void> {
  for (let after = { organization: '', id: '' }; ; ) {
    const { rows } = await sql<{
      readonly organization: string
      readonly id: string
      readonly name: string
      readonly email: string
    }>`select organization_id as organization, id, name, email from users
      where (organization_id, id) > (${after.organization}, ${after.id}) order by organization_id, id
      limit ${sql.lit(pageRows)}`.execute(db)
    // The database's own lower() knows only ASCII in SQLite.
    for (const { organization, id, name, email } of rows)
      await sql`update users set search_text = ${`${name} ${email}`.toLowerCase()}
        where organization_id = ${organization} and id = ${id}`.execute(db)
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageRows) return
    after = last
  }
}
