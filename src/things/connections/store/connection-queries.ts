import {
  type ExpressionBuilder,
  type Kysely,
  type Selectable,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type {
  ConnectionChoice,
  ConnectionOrder,
  ConnectionPlace,
  ConnectionState,
} from '../../../auth/connection-store.ts'
import { foldSearch } from '../../../checks/findings/search-text.ts'
import { crossCheckConnectorId, receivedConnectorId } from '../../../define/index.ts'
import { avoidIndex, avoidTextIndex } from '../../../service/store/sql/avoid-index.ts'
import { countRows } from '../../../service/store/sql/count-rows.ts'
import { expectMany } from '../../../service/store/sql/expect-many.ts'
import { matchText } from '../../../service/store/sql/match-text.ts'
import { isOfOrganization } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import {
  findCountedShare,
  listedShare,
  listTrigrams,
  readShare,
  sampledRows,
  selectByTrigrams,
} from '../../../service/store/sql/text-trigrams.ts'
import { isConnectionRow } from '../../../service/store/tables/organization-subject.ts'
import { countedMax } from '../../../text/counted.ts'
import { tallyConnections } from './tally-connections.ts'

const urgency: Readonly<Record<ConnectionState, number>> = {
  needs_reauth: 0,
  error: 1,
  pending: 2,
  active: 3,
  paused: 4,
  disconnected: 5,
}

const allStates = Object.keys(urgency) as ConnectionState[]

/** 0 for the state that needs somebody first. */
export function rankState(state: ConnectionState): number {
  return urgency[state]
}

/** `in order`: an index is read in the order, and what does not have the words is left out. `by text`: the index of texts finds them, in no order. */
type ConnectionPlan = 'in order' | 'by text'

function selectConnections(db: Kysely<Schema>, choice: ConnectionChoice, way?: ConnectionPlan) {
  const { organizationId, ids, connectorId, state, isScheduled, hasRun, words = [] } = choice
  const states = typeof state === 'string' ? [state] : state
  const found = { organizationId, trigrams: listRareTrigrams(choice) }
  // SQLite would read all of the organization in these states, and not only those of the ids. PostgreSQL would read all of it at the
  // sixth time, when it plans without the values, also where the index of texts finds them.
  const rank = ids ? avoidIndex<number>('urgency') : sql.ref<number>('urgency')
  const chosen = (
    way === 'by text'
      ? db.selectFrom(selectByTrigrams(db, 'connections', found).as('connections'))
      : db.selectFrom('connections')
  )
    .where(ids || way === 'by text' ? avoidTextIndex('organizationId') : 'organizationId', '=', organizationId)
    .where(isConnectionRow)
    .$if(ids?.length === 0, (query) => query.where(sql<SqlBool>`1 = 0`))
    .$if(ids !== undefined && ids.length > 0, (query) => query.where('id', 'in', ids ?? []))
    .$if(connectorId !== undefined, (query) => query.where('connectorId', '=', connectorId ?? ''))
    // By the rank, which an index has.
    .$if(states !== undefined, (query) => query.where(rank, 'in', states?.map(rankState) ?? []))
    // Literally as in the partial index.
    .$if(hasRun === false, (query) => query.where('lastRunAtMs', '=', sql.lit(0)))
    .$if(hasRun === true, (query) => query.where('lastRunAtMs', '>', 0))
    .$if(isScheduled !== undefined, (query) => query.where('scheduled', '=', isScheduled ? 1 : 0))
    .$if(isScheduled === false, (query) => query.where('connectorId', '!=', receivedConnectorId))
  if (words.length === 0) return chosen
  return chosen.where((eb) => (way === 'in order' ? expectMany(hasWords(words)(eb)) : hasWords(words)(eb)))
}

type SearchWord = NonNullable<ConnectionChoice['words']>[number]

function hasWords(words: readonly SearchWord[]) {
  return (eb: ExpressionBuilder<Schema, 'connections'>) =>
    eb.and(
      words.map(({ text, connectorIds }) =>
        eb.or([
          matchText('sortName', foldSearch(text)),
          matchText('id', foldSearch(text)),
          ...(connectorIds.length > 0 ? [eb('connectorId', 'in', connectorIds)] : []),
        ]),
      ),
    )
}

/** Those that the index of texts finds. All connections of a connector may have the others, and short words are in no index. */
function chooseRare({ words = [] }: ConnectionChoice): readonly SearchWord[] {
  return words.filter(
    ({ text, connectorIds }) => connectorIds.length === 0 && listTrigrams([foldSearch(text)]).length > 0,
  )
}

function listRareTrigrams(choice: ConnectionChoice): readonly string[] {
  return listTrigrams(chooseRare(choice).map(({ text }) => foldSearch(text)))
}

/** At most one more than `countedMax`. */
export async function countConnections(db: Kysely<Schema>, choice: ConnectionChoice): Promise<number> {
  const states = readStates(choice)
  if (states) {
    const tally = await tallyConnections(db, choice.organizationId)
    return Math.min(
      states.reduce((sum, state) => sum + tally.states[state], 0),
      countedMax + 1,
    )
  }
  return countChosen(db, choice, await sampleRare(db, choice))
}

/** @param share as `sampleRare` gives it: of common words, as many are counted as soon one after the other */
function countChosen(db: Kysely<Schema>, choice: ConnectionChoice, share: number): Promise<number> {
  return countRows(db, selectConnections(db, choice, share < findCountedShare(db) ? 'by text' : undefined))
}

/** The chosen states, if nothing else is chosen: how many connections are in each is kept. */
function readStates(choice: ConnectionChoice): readonly ConnectionState[] | undefined {
  const { ids, connectorId, isScheduled, hasRun, words = [], state = allStates } = choice
  const others = [ids, connectorId, isScheduled, hasRun, words[0]]
  return others.every((each) => each === undefined) ? [...new Set([state].flat())] : undefined
}

/** How many of some have the words that the index of texts finds. 1: there are few altogether, or no such words. */
async function sampleRare(db: Kysely<Schema>, choice: ConnectionChoice): Promise<number> {
  const rare = chooseRare(choice)
  // Those that come after each other by name or age are often alike.
  return rare.length === 0 ? 1 : sampleShare(db, choice, rare, 'last-run')
}

/** How many of the first ones have the words. 1: there are few altogether. */
async function sampleShare(
  db: Kysely<Schema>,
  { organizationId }: ConnectionChoice,
  words: readonly SearchWord[],
  order: ConnectionOrder,
): Promise<number> {
  const sample = selectConnections(db, { organizationId }).select((eb) =>
    eb.case().when(hasWords(words)(eb)).then(sql.lit(1)).else(sql.lit(0)).end().as('isHaving'),
  )
  return readShare(orderConnections(sample, order, undefined).limit(sampledRows))
}

/**
 * The connectors of all that are not disconnected, each with its versions. The next one of each is found by an index, so that the time grows with
 * the versions, and not with the connections. The first one in the order of the index is asked for, because PostgreSQL reads all connections to
 * find out whether any exists.
 */
export async function listConnectorUses(
  db: Kysely<Schema>,
  organizationId: string,
): Promise<readonly Pick<Selectable<Schema['connections']>, 'connectorId' | 'connectorSha256'>[]> {
  const own = sql`from connections as c where ${isOfOrganization('c', organizationId)}`
  const ofVersion = sql`${own} and c.connector_id = versions.id`
  const states = sql.join(presentStates.map((state) => sql.lit(state)))
  const firstPresent = sql`and c.state in (${states}) order by c.connector_sha256, c.state limit 1`
  const { rows } = await sql<Pick<Selectable<Schema['connections']>, 'connectorId' | 'connectorSha256'>>`
    with recursive connectors(id) as (
      select (select min(c.connector_id) ${own})
      union all select (select min(c.connector_id) ${own} and c.connector_id > connectors.id) from connectors
        where connectors.id is not null),
    versions(id, sha) as (
      select connectors.id, (select min(c.connector_sha256) ${own} and c.connector_id = connectors.id) from connectors
        where connectors.id <> ${crossCheckConnectorId}
      union all select versions.id,
        (select min(c.connector_sha256) ${own} and c.connector_id = versions.id and c.connector_sha256 > versions.sha)
        from versions where versions.sha is not null)
    select versions.id as "connectorId", versions.sha as "connectorSha256" from versions
    where case when versions.sha is null
      then (select 1 ${ofVersion} and c.connector_sha256 is null ${firstPresent})
      else (select 1 ${ofVersion} and c.connector_sha256 = versions.sha ${firstPresent})
      end = 1
    order by versions.id, versions.sha`.execute(db)
  return rows
}

const presentStates = allStates.filter((state) => state !== 'disconnected')

/** Chosen connections, to be read in an order, and what was found out about them. */
interface ChosenConnections {
  readonly query: ConnectionsQuery<Selectable<Schema['connections']>>
  /** How many there are, if that had to be counted. */
  readonly count?: number | undefined
  /** As `sampleRare` gives it. */
  readonly share: number
}

/**
 * If the chosen ones are few, they are found by what they have in common: in the order of all, they may be anywhere. If they are many, the first
 * page is soon full.
 */
async function chooseConnections(
  db: Kysely<Schema>,
  choice: ConnectionChoice,
  order: ConnectionOrder,
): Promise<ChosenConnections> {
  const { ids, connectorId, state, isScheduled, words = [] } = choice
  const share = await sampleRare(db, choice)
  const byText = selectConnections(db, choice, 'by text')
  const seldom = share < listedShare ? await countRows(db, byText) : undefined
  if (seldom !== undefined && seldom <= countedMax) return { query: limitAll(db, byText), count: seldom, share }
  const isSoonFull = words.length === 0 || (await sampleShare(db, choice, words, order)) >= listedShare
  const isCounted = seldom === undefined && !isSoonFull && share < findCountedShare(db)
  const count = isCounted ? await countRows(db, byText) : seldom
  if (count !== undefined && count <= countedMax) return { query: limitAll(db, byText), count, share }
  const chosen = selectConnections(db, choice, isSoonFull ? 'in order' : undefined)
  if (ids !== undefined) return { query: limitAll(db, chosen, ids.length), count, share }
  if (connectorId === undefined && state === undefined && isScheduled === undefined)
    return { query: chosen.selectAll(), count, share }
  const narrowed = await countRows(db, selectConnections(db, { ...choice, words: [] }))
  return {
    query: narrowed > countedMax ? chosen.selectAll() : limitAll(db, chosen),
    count: words.length === 0 ? narrowed : count,
    share,
  }
}

/** Neither database looks for an order in what is limited. */
function limitAll(db: Kysely<Schema>, chosen: ReturnType<typeof selectConnections>, limit = countedMax + 1) {
  return db.selectFrom(chosen.selectAll().limit(limit).as('connections')).selectAll()
}

/** A page in an order. */
interface ConnectionPage {
  readonly order: ConnectionOrder
  readonly limit: number
  readonly after?: ConnectionPlace | undefined
}

export async function searchConnections(db: Kysely<Schema>, choice: ConnectionChoice, page: ConnectionPage) {
  return (await takeFirst(db, choice, page)) ?? readPage(await chooseConnections(db, choice, page.order), page)
}

/** The same page, and how many there are, at most one more than `countedMax`. What is counted to read the page is not counted again. */
export async function searchCounted(db: Kysely<Schema>, choice: ConnectionChoice, page: ConnectionPage) {
  const first = await takeFirst(db, choice, page)
  if (first) return { rows: first, count: await countConnections(db, choice) }
  const chosen = await chooseConnections(db, choice, page.order)
  const counting =
    chosen.count ?? (readStates(choice) ? countConnections(db, choice) : countChosen(db, choice, chosen.share))
  const [rows, count] = await Promise.all([readPage(chosen, page), counting])
  return { rows, count }
}

async function readPage({ query, count }: ChosenConnections, { order, limit, after }: ConnectionPage) {
  return count === 0 ? [] : orderConnections(query, order, after).limit(limit).execute()
}

/** Of so many for each that is asked for, the page is full when most connections are chosen. */
const lookedAtForEach = 4

/**
 * The page, if most connections are chosen, as all are that are not disconnected: it is then read in the order, and nothing is counted.
 * @returns undefined if it is not full, and has to be found another way
 */
async function takeFirst(db: Kysely<Schema>, choice: ConnectionChoice, { order, limit, after }: ConnectionPage) {
  const { organizationId, ids, connectorId, state, isScheduled, hasRun, words = [] } = choice
  const others = [ids, connectorId, isScheduled, hasRun, words[0]]
  if (!Array.isArray(state) || state.length < 2 || others.some((each) => each !== undefined)) return undefined
  const first = orderConnections(selectConnections(db, { organizationId }), order, after)
    .selectAll()
    .limit(limit * lookedAtForEach)
  const rows = await orderConnections(
    db.selectFrom(first.as('connections')).selectAll().where('urgency', 'in', state.map(rankState)),
    order,
    undefined,
  )
    .limit(limit)
    .execute()
  return rows.length === limit ? rows : undefined
}

type ConnectionsQuery<Row> = SelectQueryBuilder<Schema, 'connections', Row>

/** Each column goes the same way, so that the place of a row is one comparison of all of them. */
function orderConnections<Row>(
  query: ConnectionsQuery<Row>,
  order: ConnectionOrder,
  after: ConnectionPlace | undefined,
): ConnectionsQuery<Row> {
  const { columns, read, direction } = orders[order]
  const sign = direction === 'asc' ? sql`>` : sql`<`
  const placed = after && query.where(sql<SqlBool>`(${sql.join(columns)}) ${sign} (${sql.join(read(after))})`)
  return columns.reduce<ConnectionsQuery<Row>>((sorted, column) => sorted.orderBy(column, direction), placed ?? query)
}

interface ConnectionSort {
  /** As in the indexes. */
  readonly columns: readonly ReturnType<typeof sql>[]
  readonly direction: 'asc' | 'desc'
  readonly read: (place: ConnectionPlace) => readonly (string | number)[]
}

const orders: Readonly<Record<ConnectionOrder, ConnectionSort>> = {
  newest: {
    columns: [sql.ref('createdAtMs'), sql.ref('id')],
    direction: 'desc',
    read: ({ createdAtMs, id }) => [createdAtMs, id],
  },
  name: {
    columns: [sql.ref('sortName'), sql.ref('id')],
    direction: 'asc',
    read: ({ sortName, id }) => [sortName, id],
  },
  attention: {
    columns: [sql.ref('urgency'), sql`(-${sql.ref('unwell')})`, sql.ref('sortName'), sql.ref('id')],
    direction: 'asc',
    read: ({ urgency, unwell, sortName, id }) => [urgency, 0 - unwell, sortName, id],
  },
  'last-run': {
    columns: [sql.ref('lastRunAtMs'), sql.ref('id')],
    direction: 'asc',
    read: ({ lastRunAtMs, id }) => [lastRunAtMs, id],
  },
}

export function toConnectionPlace({ id, createdAtMs, sortName, urgency, unwell, lastRunAtMs }: ConnectionPlace) {
  return { id, createdAtMs, sortName, urgency, unwell, lastRunAtMs }
}
