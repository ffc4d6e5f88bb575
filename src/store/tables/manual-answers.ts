import { createHash } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { ManualAnswer, ManualAnswerStore } from '../../workspace/manual-answers.ts'
import { isPostgres } from '../sql/is-postgres.ts'
import { parseJsonText, toJsonText } from '../sql/json-text.ts'
import type { Schema } from '../sql/tables.ts'

export function createManualAnswerStore(db: Kysely<Schema>): ManualAnswerStore {
  return {
    async save(saved) {
      const { id, organizationId, createdAtMs, ...changes } = toManualAnswerRow(saved)
      // One statement: between reading and writing, another process could save the same question.
      const { id: kept } = await db
        .insertInto('manualAnswers')
        .values({ id, organizationId, createdAtMs, ...changes })
        .onConflict((conflict) => conflict.columns(['organizationId', 'questionSha256']).doUpdateSet(changes))
        .returning('id')
        .executeTakeFirstOrThrow()
      return kept
    },
    async list({ organizationId, limit, after, search, words }) {
      const rows = await db
        .selectFrom('manualAnswers')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .$if(search !== undefined, (query) =>
          query.where(sql<boolean>`search_text like ${toLikePattern(search ?? '')} escape '!'`),
        )
        .$if(words !== undefined, (query) => query.where(matchWords(db, words ?? [])))
        .$if(after !== undefined, (query) =>
          query.where(({ or, and, eb }) =>
            or([
              eb('updatedAtMs', '<', after?.updatedAtMs ?? 0),
              and([eb('updatedAtMs', '=', after?.updatedAtMs ?? 0), eb('id', '<', after?.id ?? '')]),
            ]),
          ),
        )
        .orderBy('updatedAtMs', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toManualAnswer)
    },
    async find(organizationId, id) {
      const row = await db
        .selectFrom('manualAnswers')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .where('id', '=', id)
        .executeTakeFirst()
      return row && toManualAnswer(row)
    },
    async delete(organizationId, id) {
      const deleted = await db
        .deleteFrom('manualAnswers')
        .where('organizationId', '=', organizationId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return deleted.numDeletedRows > 0n
    },
    async deleteAll(organizationId) {
      const deleted = await db
        .deleteFrom('manualAnswers')
        .where('organizationId', '=', organizationId)
        .executeTakeFirstOrThrow()
      return Number(deleted.numDeletedRows)
    },
  }
}

/**
 * All of the words, or words that begin like them, by the full text of the database: FTS5 on SQLite, tsvector on
 * PostgreSQL. The words have letters and digits only, so none is an operator of a query.
 */
function matchWords(db: Kysely<Schema>, words: readonly string[]) {
  // Nothing to look for finds nothing.
  if (words.length === 0) return sql<boolean>`1 = 0`
  if (isPostgres(db)) {
    const query = words.map((word) => `${word}:*`).join(' & ')
    // The expression of the index, in migration 21.
    return sql<boolean>`to_tsvector('simple', translate(search_text, '-./@_:+#&~', '          ')) @@ to_tsquery('simple', ${query})`
  }
  const query = words.map((word) => `"${word}"*`).join(' ')
  return sql<boolean>`rowid in (select rowid from manual_answers_words where manual_answers_words match ${query})`
}

/** Somewhere in the text; `%` and `_` are ordinary characters. */
function toLikePattern(search: string): string {
  return `%${search.toLowerCase().replace(/[!%_]/g, '!$&')}%`
}

function toManualAnswerRow(answer: ManualAnswer) {
  return {
    ...answer,
    questionSha256: createHash('sha256').update(answer.question).digest('base64url'),
    tags: toJsonText(answer.tags),
    searchText: [answer.question, answer.answer, ...answer.tags].join('\n').toLowerCase(),
  }
}

function toManualAnswer({
  questionSha256: _,
  searchText: __,
  tags,
  ...row
}: Selectable<Schema['manualAnswers']>): ManualAnswer {
  return { ...row, tags: parseJsonText(tags, 'manual_answers.tags') }
}
