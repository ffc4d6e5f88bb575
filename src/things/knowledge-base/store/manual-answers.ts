import { type Kysely, type Selectable, sql } from 'kysely'
import { foldSearch } from '../../../checks/findings/search-text.ts'
import type { ManualAnswer, ManualAnswerStore } from '../../../service/records/manual-answers.ts'
import { avoidIndex } from '../../../service/store/sql/avoid-index.ts'
import { countRows } from '../../../service/store/sql/count-rows.ts'
import { isPostgres } from '../../../service/store/sql/is-postgres.ts'
import { isStorable } from '../../../service/store/sql/is-storable.ts'
import { parseJsonText } from '../../../service/store/sql/json-text.ts'
import { matchText } from '../../../service/store/sql/match-text.ts'
import { isOfOrganization, ofOrganization } from '../../../service/store/sql/of-organization.ts'
import { selectOlderThan } from '../../../service/store/sql/older-than.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import {
  listedShare,
  listTrigrams,
  readShare,
  sampledRows,
  selectByTrigrams,
} from '../../../service/store/sql/text-trigrams.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { countedMax } from '../../../text/counted.ts'
import { answerThing, digestQuestion, noteAnswers, saveAnswers, toManualAnswerRow } from './save-answers.ts'

export function createManualAnswerStore(db: Kysely<Schema>): ManualAnswerStore {
  return {
    async save(answer, userId = null) {
      const [id = answer.id] = await runInTransaction(db, (tx) => saveAnswers(tx, [answer], userId))
      return id
    },
    saveAll: (answers, userId) => runInTransaction(db, (tx) => saveAnswers(tx, answers, userId)),
    change: (answer, userId) =>
      runInTransaction(db, async (tx) => {
        const { id, organizationId, createdAtMs: _, ...changes } = toManualAnswerRow(answer)
        const { numUpdatedRows } = await ofOrganization(tx, organizationId)
          .updateTable('manualAnswers')
          .set(changes)
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows > 0n) await noteAnswers(tx, [answer], userId)
        return numUpdatedRows > 0n
      }),
    async versions(organizationId, id) {
      const rows = await ofOrganization(db, organizationId)
        .selectFrom('thingVersions')
        .select(['atMs', 'changedBy', 'record'])
        .where('thing', '=', answerThing)
        .where('recordId', '=', id)
        .orderBy('atMs')
        .orderBy('id')
        .execute()
      return rows.map(({ record, ...version }) => ({
        ...version,
        values: parseJsonText(record ?? '{}', 'thing_versions.record'),
      }))
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
      const row = await ofOrganization(db, organizationId)
        .selectFrom('manualAnswers')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row && toManualAnswer(row)
    },
    async findAll(organizationId, ids) {
      const known = ids.filter(isStorable)
      if (known.length === 0) return []
      const rows = await ofOrganization(db, organizationId)
        .selectFrom('manualAnswers')
        .selectAll()
        .where('id', 'in', known)
        .execute()
      const byId = new Map(rows.map((row) => [row.id, toManualAnswer(row)]))
      return known.flatMap((id) => byId.get(id) ?? [])
    },
    async findByQuestion(organizationId, question) {
      const row = await ofOrganization(db, organizationId)
        .selectFrom('manualAnswers')
        .selectAll()
        .where('questionSha256', '=', digestQuestion(question))
        .executeTakeFirst()
      return row && toManualAnswer(row)
    },
    async delete(organizationId, id) {
      const deleted = await ofOrganization(db, organizationId)
        .deleteFrom('manualAnswers')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return deleted.numDeletedRows > 0n
    },
    async deleteAll(organizationId) {
      const deleted = await ofOrganization(db, organizationId).deleteFrom('manualAnswers').executeTakeFirstOrThrow()
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
  const found = { organizationId, trigrams: listTrigrams([foldSearch(search ?? '')]) }
  return (
    way === 'by text'
      ? db.selectFrom(selectByTrigrams(db, 'manualAnswers', found).as('manualAnswers'))
      : db.selectFrom('manualAnswers')
  )
    .where(isOfOrganization('manualAnswers', organizationId))
    .$if(search !== undefined, (query) => query.where(matchText('searchText', foldSearch(search ?? ''))))
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

interface PlaceOfPage {
  readonly limit: number
  readonly after: AnswerPlace | undefined
}

/**
 * The page of answers with some words, if very many have them: it is then read in the order, and they are not collected.
 * @returns undefined if it is not full, and has to be found another way
 */
async function takeFirst(db: Kysely<Schema>, { organizationId, search, words = [] }: Sought, page: PlaceOfPage) {
  if (words.length === 0 || search !== undefined) return undefined
  const { limit } = page
  const first = selectFirst(db, organizationId, page)
  const rows = isPostgres(db)
    ? await takeByWords(db, { organizationId, words, first, limit })
    : await takeByRows(db, { words, first, limit })
  return rows?.length === limit ? rows : undefined
}

/** What is looked at. */
function selectFirst(db: Kysely<Schema>, organizationId: string, { limit, after }: PlaceOfPage) {
  return ofOrganization(db, organizationId)
    .selectFrom('manualAnswers')
    .$if(after !== undefined, (query) => query.where(isAfter(after)))
    .orderBy('updatedAtMs', 'desc')
    .orderBy('id', 'desc')
    .limit(limit * lookedAtForEach)
}

interface First {
  readonly words: readonly string[]
  readonly first: ReturnType<typeof selectFirst>
  readonly limit: number
}

/** On PostgreSQL, which reads the words of each answer: if they are few, its index is faster. */
async function takeByWords(
  db: Kysely<Schema>,
  { organizationId, words, first, limit }: First & { readonly organizationId: string },
) {
  const having = selectAnswers(db, { organizationId, words })
  if ((await countRows(db, having, collectedMax)) <= collectedMax) return undefined
  return db
    .selectFrom(first.selectAll().as('manualAnswers'))
    .selectAll()
    .where(matchWords(db, words))
    .orderBy('updatedAtMs', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

const rowOf = sql<number>`manual_answers.rowid`

/** On SQLite, whose index has the numbers of rows: of those between the first ones, it soon finds which have the words. */
async function takeByRows(db: Kysely<Schema>, { words, first, limit }: First) {
  const rows = (await first.select(rowOf.as('row')).execute()).map(({ row }) => row)
  if (rows.length < limit) return undefined
  const { rows: found } = await sql<{ readonly row: number }>`select rowid as "row" from manual_answers_words
    where manual_answers_words match ${formatMatch(words)} and rowid between ${Math.min(...rows)} and ${Math.max(...rows)}
    and +rowid in (${sql.join(rows)})`.execute(db)
  const having = new Set(found.map(({ row }) => row))
  const page = rows.filter((row) => having.has(row)).slice(0, limit)
  if (page.length < limit) return undefined
  return db
    .selectFrom('manualAnswers')
    .selectAll()
    .where(rowOf, 'in', page)
    .orderBy(avoidIndex<number>('updatedAtMs'), 'desc')
    .orderBy('id', 'desc')
    .execute()
}

async function chooseWay(
  db: Kysely<Schema>,
  { organizationId, search }: { readonly organizationId: string; readonly search: string },
): Promise<'by text' | undefined> {
  const text = foldSearch(search)
  if (listTrigrams([text]).length === 0) return undefined
  const sample = ofOrganization(db, organizationId)
    .selectFrom('manualAnswers')
    .select(({ case: when }) =>
      when().when(matchText('searchText', text)).then(sql.lit(1)).else(sql.lit(0)).end().as('isHaving'),
    )
    .orderBy('updatedAtMs', 'desc')
    .orderBy('id', 'desc')
    .limit(sampledRows)
  if ((await readShare(sample)) >= listedShare) return undefined
  const count = await countRows(db, selectAnswers(db, { organizationId, search }, 'by text'))
  return count <= countedMax ? 'by text' : undefined
}

/**
 * All of the words, or words that begin like them, by the index of words: FTS5 on SQLite, tsvector on PostgreSQL. The words have
 * letters, digits and marks only, so none is an operator of a query.
 */
function matchWords(db: Kysely<Schema>, words: readonly string[]) {
  // Nothing to look for finds nothing.
  if (words.length === 0) return sql<boolean>`1 = 0`
  if (isPostgres(db)) {
    const query = words.map((word) => `'${word}':*`).join(' & ')
    // The expression of the index. A cast takes the words as they are; `to_tsquery` would parse them.
    return sql<boolean>`array_to_tsvector(string_to_array(search_words, ' ')) @@ ${query}::text::tsquery`
  }
  return sql<boolean>`rowid in (select rowid from manual_answers_words where manual_answers_words match ${formatMatch(words)})`
}

/** As FTS5 reads it. */
function formatMatch(words: readonly string[]): string {
  return words.map((word) => `"${word}"*`).join(' ')
}

function toManualAnswer({
  questionSha256: _,
  searchText: __,
  searchWords: ___,
  tags,
  ...row
}: Selectable<Schema['manualAnswers']>): ManualAnswer {
  return { ...row, tags: parseJsonText(tags, 'manual_answers.tags') }
}
