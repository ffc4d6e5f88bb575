import { sql } from 'kysely'
import { isPostgres } from '../sql/is-postgres.ts'
import type { Migration, MigrationDatabase } from './migration.ts'

/** The full text of the knowledge base, by the means of each database. */
export const search: Migration = {
  version: 21,
  name: 'search',
  async up(db) {
    if (isPostgres(db)) await indexOnPostgres(db)
    else await indexOnSqlite(db)
  },
}

async function indexOnPostgres(db: MigrationDatabase): Promise<void> {
  // Its parser takes "aes-256" for a word and a negative number, and an address for one word.
  await sql`create index manual_answers_words on manual_answers
    using gin (to_tsvector('simple', translate(search_text, '-./@_:+#&~', '          ')))`.execute(db)
}

/** FTS5 keeps only the words; the text stays in its own table, and triggers keep both the same. */
async function indexOnSqlite(db: MigrationDatabase): Promise<void> {
  const steps = [
    `create virtual table manual_answers_words using fts5(search_text, content='manual_answers', content_rowid='rowid',
      tokenize="unicode61 remove_diacritics 0")`,
    `insert into manual_answers_words (rowid, search_text) select rowid, search_text from manual_answers`,
    `create trigger manual_answers_added after insert on manual_answers begin
      insert into manual_answers_words (rowid, search_text) values (new.rowid, new.search_text);
    end`,
    `create trigger manual_answers_removed after delete on manual_answers begin
      insert into manual_answers_words (manual_answers_words, rowid, search_text) values ('delete', old.rowid, old.search_text);
    end`,
    `create trigger manual_answers_changed after update on manual_answers begin
      insert into manual_answers_words (manual_answers_words, rowid, search_text) values ('delete', old.rowid, old.search_text);
      insert into manual_answers_words (rowid, search_text) values (new.rowid, new.search_text);
    end`,
  ]
  for (const step of steps) await sql.raw(step).execute(db)
}
