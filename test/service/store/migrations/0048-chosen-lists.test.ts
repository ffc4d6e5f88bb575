import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../../../src/service/store/migrations/index.ts'
import { migrateStore } from '../../../../src/service/store/migrations/migrate.ts'
import { postgresTraits } from '../../../../src/service/store/sql/postgres/postgres-dialect.ts'
import { createPostgresPool } from '../../../../src/service/store/sql/postgres/postgres-pool.ts'
import { parsePostgresUrl } from '../../../../src/service/store/sql/postgres/postgres-url.ts'
import type { SqlTraits } from '../../../../src/service/store/sql/sql-traits.ts'
import { openSqliteDatabase } from '../../../../src/service/store/sql/sqlite/sqlite-database.ts'
import { sqliteTraits } from '../../../../src/service/store/sql/sqlite/sqlite-dialect.ts'
import type { Schema } from '../../../../src/service/store/sql/tables.ts'
import { createStoreTables } from '../../../../src/things/all-stores/kysely-store.ts'
import { createPostgresKysely } from '../../../../src/things/all-stores/postgres-store.ts'
import { createSqliteKysely } from '../../../../src/things/all-stores/sqlite-store.ts'
import { describePostgres, emptyPostgres } from '../../../setup/postgres.ts'

/** Uploads and answers of an earlier version, as lists of now find them. */
async function listAfterUpgrade(db: Kysely<Schema>, traits: SqlTraits) {
  const earlier = migrations.filter(({ version }) => version < 48)
  await migrateStore(db, earlier, { traits, where: 'x' })
  await sql`insert into organizations (id, name, created_at_ms) values ('acme', 'Acme', 1)`.execute(db)
  for (const [id, form, atMs] of [
    ['f1', 'review', 5_000],
    ['f2', 'review', 7_000],
    ['f3', 'other', 6_000],
    ['f4', 'run-bundle', 8_000],
  ]) {
    await sql`insert into files (id, organization_id, name, type, size_bytes, sha256, object_key, created_at_ms)
      values (${id}, 'acme', 'f', 'a/b', 1, '', '', ${atMs})`.execute(db)
    await sql`insert into evidence_uploads (file_id, organization_id, form_type) values (${id}, 'acme', ${form})`.execute(
      db,
    )
  }
  for (let index = 0; index < 201; index++)
    await sql`insert into manual_answers (id, organization_id, question, question_sha256, answer, tags, search_text,
        created_at_ms, updated_at_ms)
      values (${`a${index}`}, 'acme', 'q', ${`${index}`}, 'a', '[]', ${`question ${index} of many`}, 1, ${index})`.execute(
      db,
    )
  for (const [id, name] of [
    ['u1', 'Zoe'],
    ['u2', 'ärzte'],
    ['u3', 'Ada'],
  ])
    await sql`insert into users (organization_id, id, name, email) values ('acme', ${id}, ${name}, 'x@example.com')`.execute(
      db,
    )
  for (const id of ['u3', 'Bob', 'u2'])
    await sql`insert into memberships (organization_id, user_id, role) values ('acme', ${id}, 'member')`.execute(db)
  await migrateStore(db, migrations, { traits, where: 'x' })
  const { evidenceUploads, manualAnswers, users } = createStoreTables(db, traits)
  const of = { organizationId: 'acme', limit: 9 }
  return {
    uploads: (await evidenceUploads.list(of)).map(({ file }) => file.id),
    ofForm: (await evidenceUploads.list({ ...of, formType: 'review' })).map(({ file }) => file.id),
    people: (await users.listByName(of)).map(({ name }) => name),
    answers: (await manualAnswers.list({ ...of, search: 'Question 12 ' })).map(({ id }) => id),
  }
}

const expected = {
  people: ['Ada', 'Bob', 'Zoe', 'ärzte'],
  uploads: ['f2', 'f3', 'f1'],
  ofForm: ['f2', 'f1'],
  answers: ['a12'],
}

test('chosen-lists: earlier uploads are listed by the time of their files, people by name, and answers found by text', async () => {
  const database = await openSqliteDatabase(undefined)
  onTestFinished(() => database.handle.close())

  expect(await listAfterUpgrade(createSqliteKysely(database), sqliteTraits)).toEqual(expected)
})

describePostgres('on PostgreSQL', () => {
  test('chosen-lists: earlier uploads are listed by the time of their files, people by name, and answers found by text', async () => {
    const pool = await createPostgresPool(parsePostgresUrl(await emptyPostgres()))
    onTestFinished(() => pool.close())

    expect(await listAfterUpgrade(createPostgresKysely(pool), postgresTraits)).toEqual(expected)
  })
})
