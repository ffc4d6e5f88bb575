import { sql } from 'kysely'
import { isPostgres } from '../sql/is-postgres.ts'
import type { MigrationDatabase } from './migration.ts'

interface IndexedTexts {
  readonly table: string
  /** What a row is. */
  readonly row: string
  readonly columns: readonly string[]
  /** Those of the columns that may change. */
  readonly changing: readonly string[]
  /** What the names of SQLite's triggers begin with. @default the name of the table */
  readonly triggers?: string
}

/** Finds rows by three characters each that stand side by side in some columns. The searches are in `sql/text-trigrams.ts`. */
export function indexTexts(db: MigrationDatabase, texts: IndexedTexts): Promise<void> {
  return isPostgres(db) ? indexOnPostgres(db, texts) : indexOnSqlite(db, texts)
}

/**
 * All three characters that stand side by side in what a search looks in, and the organization. A function of our own, because not every
 * server has `pg_trgm`.
 */
async function indexOnPostgres(db: MigrationDatabase, { table, row, columns }: IndexedTexts): Promise<void> {
  const parts = columns.map((column) => `${column} text`).join(', ')
  const steps = [
    `create function ${row}_trigrams(organization_id text, ${parts})
    returns text[] language sql immutable parallel safe as $$
      select array_append(
        array(select substr(whole, place, 3) from generate_series(1, length(whole) - 2) as place), chr(1) || organization_id)
      from (select ${columns.join(' || chr(10) || ')} as whole) as texts
    $$`,
    `create index ${table}_by_text on ${table}
    using gin (${row}_trigrams(organization_id, ${columns.join(', ')}))`,
    // The planner would otherwise know nothing of the new columns until a vacuum comes by.
    `analyze ${table}`,
  ]
  for (const step of steps) await sql.raw(step).execute(db)
}

/** FTS5 keeps only which rows have which three characters; triggers keep them the same. */
async function indexOnSqlite(
  db: MigrationDatabase,
  { table, columns, changing, triggers = table }: IndexedTexts,
): Promise<void> {
  const [names, texts] = [columns.join(', '), `${table}_texts`]
  const of = (row: 'old' | 'new', members: readonly string[]) => members.map((member) => `${row}.${member}`).join(', ')
  const remove = `insert into ${texts} (${texts}, rowid, ${names})
    values ('delete', old.rowid, ${of('old', columns)});`
  const add = `insert into ${texts} (rowid, ${names}) values (new.rowid, ${of('new', columns)});`
  const isChanged = changing.map((column) => `old.${column} is not new.${column}`).join(' or ')
  const steps = [
    `create virtual table ${texts} using fts5(${names}, content='${table}', content_rowid='rowid', tokenize='trigram',
      detail='none', columnsize=0)`,
    `insert into ${texts} (rowid, ${names}) select rowid, ${names} from ${table}`,
    `create trigger ${triggers}_added after insert on ${table} begin ${add} end`,
    `create trigger ${triggers}_removed after delete on ${table} begin ${remove} end`,
    `create trigger ${triggers}_changed after update of ${changing.join(', ')} on ${table}
      when ${isChanged} begin ${remove} ${add} end`,
  ]
  for (const step of steps) await sql.raw(step).execute(db)
}

/** The words of the knowledge base. Neither database splits the text: their parsers disagree about marks, signs and scripts. */
export async function indexWords(db: MigrationDatabase): Promise<void> {
  if (isPostgres(db)) {
    await sql`create index manual_answers_words on manual_answers
      using gin (array_to_tsvector(string_to_array(search_words, ' ')))`.execute(db)
    return
  }
  const remove = `insert into manual_answers_words (manual_answers_words, rowid, search_words)
    values ('delete', old.rowid, old.search_words);`
  const add = 'insert into manual_answers_words (rowid, search_words) values (new.rowid, new.search_words);'
  // FTS5 keeps only the words; the text stays in its own table, and triggers keep both the same. Its tokenizer of ASCII takes all
  // that is not ASCII for letters, so that it splits at the spaces alone.
  const steps = [
    `create virtual table manual_answers_words using fts5(search_words, content='manual_answers', content_rowid='rowid',
      tokenize="ascii")`,
    `create trigger manual_answers_added after insert on manual_answers begin ${add} end`,
    `create trigger manual_answers_removed after delete on manual_answers begin ${remove} end`,
    `create trigger manual_answers_changed after update on manual_answers begin ${remove} ${add} end`,
  ]
  for (const step of steps) await sql.raw(step).execute(db)
}
