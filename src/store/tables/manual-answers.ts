import { createHash } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import { countedMax } from '../../text/counted.ts'
import type { ManualAnswer, ManualAnswerStore } from '../../workspace/manual-answers.ts'
import { avoidIndex } from '../sql/avoid-index.ts'
import { countRows } from '../sql/count-rows.ts'
import { isPostgres } from '../sql/is-postgres.ts'
import { parseJsonText, toJsonText } from '../sql/json-text.ts'
import { matchText } from '../sql/match-text.ts'
import { selectOlderThan } from '../sql/older-than.ts'
import type { Schema } from '../sql/tables.ts'
import { listedShare, listTrigrams, readShare, sampledRows, selectByTrigrams } from '../sql/text-trigrams.ts'

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
    async list({ limit, after, ...sought }) {
      const { organizationId, search } = sought
      const first = await takeFirst(db, sought, { limit, after })
      if (first) return first.map(toManualAnswer)
      const way = search === undefined ? undefined : await chooseWay(db, { organizationId, search })
      const rows = await selectAnswers(db, sought, way)
        .selectAll()
        .$if(after !== undefined, (query) => query.where(isAfter(after)))
        // What a text has found is sorted, and not read in the order of all.
        .orderBy(way === 'by text' ? avoidIndex<number>('updatedAtMs') : 'updatedAtMs', 'desc')
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
    async findByQuestion(organizationId, question) {
      const row = await db
        .selectFrom('manualAnswers')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .where('questionSha256', '=', digestQuestion(question))
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

interface Sought {
  readonly organizationId: string
  readonly search?: string | undefined
  readonly words?: readonly string[] | undefined
}

/** @param way `by text`: the index of texts finds them, in no order */
function selectAnswers(db: Kysely<Schema>, { organizationId, search, words }: Sought, way?: 'by text') {
  const found = { organizationId, trigrams: listTrigrams([search?.toLowerCase() ?? '']) }
  return (
    way === 'by text'
      ? db.selectFrom(selectByTrigrams(db, 'manualAnswers', found).as('manualAnswers'))
      : db.selectFrom('manualAnswers')
  )
    .where('organizationId', '=', organizationId)
    .$if(search !== undefined, (query) => query.where(matchText('searchText', search?.toLowerCase() ?? '')))
    .$if(words !== undefined, (query) => query.where(matchWords(db, words ?? [])))
}

function isAfter(place: AnswerPlace | undefined) {
  const [at, id] = ['updatedAtMs', 'id'] as const
  return selectOlderThan({ at, id }, { atMs: place?.updatedAtMs ?? 0, id: place?.id ?? '' })
}

type AnswerPlace = Pick<ManualAnswer, 'updatedAtMs' | 'id'>

/** So few with some words are soon collected and sorted. */
const collectedMax = 400
/** Of so many for each that is asked for, the page is full when most answers have the words. */
const lookedAtForEach = 4

/**
 * The page of answers with some words, if very many have them: it is then read in the order, and they are not collected.
 * @returns undefined if it is not full, and has to be found another way
 */
async function takeFirst(
  db: Kysely<Schema>,
  { organizationId, search, words = [] }: Sought,
  { limit, after }: { readonly limit: number; readonly after: AnswerPlace | undefined },
) {
  if (words.length === 0 || search !== undefined) return undefined
  if ((await countRows(db, selectByWords(db, organizationId, words), collectedMax)) <= collectedMax) return undefined
  const first = db
    .selectFrom('manualAnswers')
    .where('organizationId', '=', organizationId)
    .$if(after !== undefined, (query) => query.where(isAfter(after)))
    .orderBy('updatedAtMs', 'desc')
    .orderBy('id', 'desc')
    .limit(limit * lookedAtForEach)
  const isHaving = isPostgres(db)
    ? matchWords(db, words)
    : matchWordsAmong(words, await first.select(rowOf.as('row')).execute())
  const rows = await db
    .selectFrom(
      first
        .selectAll()
        .$if(!isPostgres(db), (query) => query.select(rowOf.as('row')))
        .as('manualAnswers'),
    )
    .selectAll()
    .where(isHaving)
    .orderBy('updatedAtMs', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.length === limit ? rows.map(({ row: _, ...answer }) => answer) : undefined
}

const rowOf = sql<number>`manual_answers.rowid`

/** Answers with some words, one after the other, so that counting them ends when there are enough. */
function selectByWords(db: Kysely<Schema>, organizationId: string, words: readonly string[]) {
  if (isPostgres(db)) return selectAnswers(db, { organizationId, words })
  const found = sql<
    Schema['manualAnswers']
  >`(select manual_answers.* from manual_answers_words cross join manual_answers
    where manual_answers_words match ${formatMatch(words)} and manual_answers.rowid = manual_answers_words.rowid)`
  return db.selectFrom(found.as('manualAnswers')).where('organizationId', '=', organizationId)
}

/** On SQLite, for some rows: what is between them is all that is collected. */
function matchWordsAmong(words: readonly string[], rows: readonly { readonly row: number }[]) {
  const [from, to] = [Math.min(...rows.map(({ row }) => row)), Math.max(...rows.map(({ row }) => row))]
  return sql<boolean>`manual_answers.row in (select rowid from manual_answers_words
    where manual_answers_words match ${formatMatch(words)} and rowid between ${from} and ${to})`
}

async function chooseWay(
  db: Kysely<Schema>,
  { organizationId, search }: { readonly organizationId: string; readonly search: string },
): Promise<'by text' | undefined> {
  const text = search.toLowerCase()
  if (listTrigrams([text]).length === 0) return undefined
  const sample = db
    .selectFrom('manualAnswers')
    .select(({ case: when }) =>
      when().when(matchText('searchText', text)).then(sql.lit(1)).else(sql.lit(0)).end().as('isHaving'),
    )
    .where('organizationId', '=', organizationId)
    .orderBy('updatedAtMs', 'desc')
    .orderBy('id', 'desc')
    .limit(sampledRows)
  if ((await readShare(sample)) >= listedShare) return undefined
  const count = await countRows(db, selectAnswers(db, { organizationId, search }, 'by text'))
  return count <= countedMax ? 'by text' : undefined
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
  return sql<boolean>`rowid in (select rowid from manual_answers_words where manual_answers_words match ${formatMatch(words)})`
}

/** As FTS5 reads it. */
function formatMatch(words: readonly string[]): string {
  return words.map((word) => `"${word}"*`).join(' ')
}

function digestQuestion(question: string): string {
  return createHash('sha256').update(question).digest('base64url')
}

function toManualAnswerRow(answer: ManualAnswer) {
  return {
    ...answer,
    questionSha256: digestQuestion(answer.question),
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
