import { sql } from 'kysely'
import { indexTexts } from './index-texts.ts'
import type { Migration, MigrationDatabase } from './migration.ts'

/** What chooses few of a very long list, beside its order: an owner, a control, a form, a text. And the order of people. */
export const chosenLists: Migration = {
  version: 48,
  name: 'chosen-lists',
  async up(db) {
    await indexFindings(db)
    await dateUploads(db)
    await namePeople(db)
    await indexTexts(db, {
      table: 'manual_answers',
      row: 'manual_answer',
      columns: ['search_text'],
      changing: ['search_text'],
      // The index of words has the others.
      triggers: 'manual_answers_texts',
    })
  },
}

async function indexFindings({ schema }: MigrationDatabase): Promise<void> {
  await schema
    .createIndex('findings_listed_of_owner_by_change')
    .on('findings')
    .columns(['organization_id', 'owner_id', 'listed_as', 'changed_at_ms', 'id'])
    // Most have none, and are read in the order of all.
    .where(sql.ref('owner_id'), 'is not', null)
    .execute()
  await schema
    .createIndex('findings_by_controls')
    .on('findings')
    .column('organization_id')
    // The controls of a check are the same in all its findings. PostgreSQL indexes no long texts, so only the start is in it.
    .expression(sql`substr(controls, 1, 300)`)
    .columns(['listed_as', 'changed_at_ms', 'id'])
    .execute()
}

/** Each upload has the time of its file, so that an index has their order. */
async function dateUploads(db: MigrationDatabase): Promise<void> {
  const { schema } = db
  await schema
    .alterTable('evidence_uploads')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`update evidence_uploads set created_at_ms =
    (select files.created_at_ms from files where files.id = evidence_uploads.file_id)`.execute(db)
  const indexes = { evidence_uploads_by_time: [], evidence_uploads_of_form: ['form_type'] } as const
  for (const [name, chosen] of Object.entries(indexes))
    await schema
      .createIndex(name)
      .on('evidence_uploads')
      .columns(['organization_id', ...chosen, 'created_at_ms', 'file_id'])
      // Bundles of runs are in no list, and there may be one for each run.
      .where(sql.ref('form_type'), '<>', sql.lit('run-bundle'))
      .execute()
}

const pageRows = 500

/** People in the order of their names, those with a role whom nobody has named among them. */
async function namePeople(db: MigrationDatabase): Promise<void> {
  const { schema } = db
  await schema
    .alterTable('users')
    .addColumn('sort_name', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  // null: the person is among the users.
  await schema.alterTable('memberships').addColumn('sort_name', 'text').execute()
  await nameRows(db, 'users', (after) =>
    sql<Named>`select organization_id as organization, id, name from users
      where (organization_id, id) > (${after.organization}, ${after.id}) order by organization_id, id
      limit ${sql.lit(pageRows)}`.execute(db),
  )
  await nameRows(db, 'memberships', (after) =>
    sql<Named>`select m.organization_id as organization, m.user_id as id, m.user_id as name from memberships as m
      where (m.organization_id, m.user_id) > (${after.organization}, ${after.id})
        and not exists (select 1 from users as u where u.organization_id = m.organization_id and u.id = m.user_id)
      order by m.organization_id, m.user_id limit ${sql.lit(pageRows)}`.execute(db),
  )
  await schema.createIndex('users_by_name').on('users').columns(['organization_id', 'sort_name', 'id']).execute()
  await schema
    .createIndex('memberships_of_unnamed')
    .on('memberships')
    .columns(['organization_id', 'sort_name', 'user_id'])
    .where(sql.ref('sort_name'), 'is not', null)
    .execute()
  for (const table of ['invitations', 'sign_in_identities'])
    await schema.createIndex(`${table}_of_user`).on(table).columns(['organization_id', 'user_id']).execute()
}

interface Named {
  readonly organization: string
  readonly id: string
  readonly name: string
}

async function nameRows(
  db: MigrationDatabase,
  table: 'users' | 'memberships',
  read: (after: Omit<Named, 'name'>) => Promise<{ readonly rows: readonly Named[] }>,
): Promise<void> {
  const idColumn = table === 'users' ? 'id' : 'user_id'
  for (let after = { organization: '', id: '' }; ; ) {
    const { rows } = await read(after)
    // The database's own lower() knows only ASCII in SQLite.
    for (const { organization, id, name } of rows)
      await sql`update ${sql.table(table)} set sort_name = ${name.toLowerCase()}
        where organization_id = ${organization} and ${sql.ref(idColumn)} = ${id}`.execute(db)
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageRows) return
    after = last
  }
}
