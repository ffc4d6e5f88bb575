import {
  type Expression,
  expressionBuilder,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import { rankSeverity } from '../../../checks/findings/due.ts'
import type {
  FindingChoice,
  FindingList,
  FindingOrder,
  FindingPosition,
  FindingState,
  ListCounts,
  StatusAt,
} from '../../../checks/findings/finding-store.ts'
import { foldSearch } from '../../../checks/findings/search-text.ts'
import { avoidIndex } from '../../../service/store/sql/avoid-index.ts'
import { countRows } from '../../../service/store/sql/count-rows.ts'
import { isPostgres } from '../../../service/store/sql/is-postgres.ts'
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
import { countedMax } from '../../../text/counted.ts'
import { omitUndefined } from '../../../text/omit-undefined.ts'
import { chooseParts, isInPart, type ListPart } from '../tallies/relisted-findings.ts'
import { findingColumns, isConnectedAt, selectStandings } from './finding-standings.ts'

/** A page of the chosen findings. */
interface FindingPage {
  readonly order: FindingOrder
  readonly before?: FindingPosition | undefined
  readonly limit: number
}

/** Without those of disconnected connections. */
export async function listChosen(db: Kysely<Schema>, choice: FindingChoice & StatusAt, page: FindingPage) {
  if (choice.atMs !== undefined)
    return orderFindings(selectPast(db, choice, choice.atMs).selectAll('findings'), page).execute()
  return readPage(db, choice, page, await lookFor(db, choice, page.order))
}

/** The same page with how many there are on each list. What is found out to read the page is not asked again to count. */
export async function listCounted(db: Kysely<Schema>, choice: FindingChoice, page: FindingPage) {
  const looks = await lookFor(db, choice, page.order)
  const [rows, counts] = await Promise.all([readPage(db, choice, page, looks), countLists(db, choice, looks)])
  return { rows, counts }
}

/** What was found out about a part of what is chosen. */
interface Look {
  readonly part: ListPart
  /** As `listControlStarts` gives them. */
  readonly starts?: readonly string[] | undefined
  /** Each is read in the order of the page, by the index of controls. undefined: the page is read another way. */
  readonly lists?: readonly ControlList[] | undefined
  readonly way?: FindingPlan | undefined
  /** How many of the part are chosen, at most one more than `countedMax`. undefined: nobody has counted them. */
  readonly count?: number | undefined
  /** How many of a sample have the text. undefined: there is no sample. */
  readonly share?: number | undefined
}

async function lookFor(db: Kysely<Schema>, choice: FindingChoice, order: FindingOrder): Promise<readonly Look[]> {
  const [starts, parts] = [
    await listControlStarts(db, choice),
    await chooseParts(db, choice.organizationId, chooseLists(choice)),
  ]
  return Promise.all(
    parts.map(async (part): Promise<Look> => {
      // They are those of few connections.
      if (part.isLate) return { part, way: 'sorted' }
      const lists = starts && (await listOfControls(db, choice, { part, starts, order }))
      return lists ? { part, starts, lists } : { part, starts, ...(await chooseWay(db, choice, part, order)) }
    }),
  )
}

async function readPage(db: Kysely<Schema>, choice: FindingChoice, page: FindingPage, looks: readonly Look[]) {
  const lists = looks.flatMap(({ part, lists: ofControls, way, count }) => {
    if (count === 0) return []
    if (ofControls !== undefined)
      return ofControls.map(({ start, urgency }) =>
        orderFindings(
          selectOfControls(db, choice, part, start)
            .$if(urgency !== undefined, (query) => query.where('findings.urgency', '=', urgency ?? 0))
            .select(findingColumns),
          page,
        ),
      )
    const listed = selectListed(db, choice, part, way)
    return way === 'in order' && isPostgres(db)
      ? [orderFindings(selectFound(db, orderFindings(listed, page)), { ...page, before: undefined })]
      : [orderFindings(listed.select(findingColumns), page, way)]
  })
  const [first] = lists
  if (first === undefined || lists.length === 1) return first?.execute() ?? []
  // Each list is read in its order from an index, as far as the page may need it.
  const all = lists
    .map((list) => db.selectFrom(list.as('list')).selectAll())
    .reduce((before, list) => before.unionAll(list))
    .as('findings')
  return orderFindings(db.selectFrom(all).selectAll('findings'), { ...page, before: undefined }).execute()
}

/** The rows of a page, which PostgreSQL reads when it is known. It would read those that are left out too, and mostly the index has what tells. */
function selectFound(db: Kysely<Schema>, page: FindingsQuery<object>) {
  return db
    .selectFrom('findings')
    .innerJoin(page.select('findings.id').as('page'), 'page.id', 'findings.id')
    .select(findingColumns)
}

/** At most one more than `countedMax`. */
export async function countChosen(db: Kysely<Schema>, choice: FindingChoice & StatusAt): Promise<number> {
  if (choice.atMs !== undefined) return countRows(db, selectPast(db, choice, choice.atMs))
  const starts = await listControlStarts(db, choice)
  const parts = await chooseParts(db, choice.organizationId, chooseLists(choice))
  const counts = await countLists(
    db,
    choice,
    parts.map((part) => ({ part, starts })),
  )
  return Math.min(counts.open + counts.accepted + counts.resolved, countedMax + 1)
}

/** How many of each list are chosen, each at most one more than `countedMax`. */
async function countLists(db: Kysely<Schema>, choice: FindingChoice, looks: readonly Look[]): Promise<ListCounts> {
  const counted = await Promise.all(
    looks.map(async (look) => ({ list: look.part.list, count: look.count ?? (await countPart(db, choice, look)) })),
  )
  const sum = (list: FindingList) =>
    Math.min(
      counted.reduce((total, each) => (each.list === list ? total + each.count : total), 0),
      countedMax + 1,
    )
  return { open: sum('open'), accepted: sum('accepted'), resolved: sum('resolved') }
}

async function countPart(db: Kysely<Schema>, choice: FindingChoice, { part, starts, share }: Look): Promise<number> {
  if (part.isLate) return countRows(db, selectListed(db, choice, part))
  if (starts !== undefined) {
    const counts = await Promise.all(starts.map((start) => countRows(db, selectOfControls(db, choice, part, start))))
    return counts.reduce((sum, count) => sum + count, 0)
  }
  const isByText = (share ?? (await sampleShare(db, choice, part, 'changed'))) < findCountedShare(db)
  return countRows(db, selectListed(db, choice, part, isByText ? 'by text' : undefined))
}

const failingStates: readonly FindingState[] = ['open', 'regressed']

/** The lists that may have chosen findings. */
function chooseLists({ state, waived }: FindingChoice): readonly FindingList[] {
  const states = chooseStates(state)
  const isFailing = states.some((each) => each !== 'resolved')
  return [
    ...(isFailing && waived !== true ? ['open' as const] : []),
    ...(isFailing && waived !== false ? ['accepted' as const] : []),
    ...(states.includes('resolved') ? ['resolved' as const] : []),
  ]
}

function chooseStates(state: FindingChoice['state']): readonly FindingState[] {
  return state === undefined ? failingStates : [state].flat()
}

/** Those of a list, which has all states that fail. */
function selectListed(db: Kysely<Schema>, choice: FindingChoice, part: ListPart, way?: FindingPlan) {
  const { list } = part
  const states = chooseStates(choice.state).filter((each) => each !== 'resolved')
  const { waived } = choice
  const found = { organizationId: choice.organizationId, trigrams: listRareTrigrams(choice) }
  return (
    way === 'by text'
      ? db.selectFrom(selectByTrigrams(db, 'findings', found).as('findings'))
      : db.selectFrom('findings')
  )
    .where(isInPart(db, choice.organizationId, part, way === 'by text'))
    .$if(list !== 'resolved' && states.length < failingStates.length, (query) =>
      // Literally, as the partial index has it.
      query.where('findings.state', '=', sql.lit(states[0] ?? 'open')),
    )
    .$if(list === 'resolved' && waived !== undefined, (query) => query.where('findings.waived', '=', waived ? 1 : 0))
    .where(({ and }) => and(describeChoice(choice, way)))
}

/** How much of the controls of a finding is in their index. */
const startLength = 300
/** Each is a list of its own to read. */
const startsMax = 50
const controlsStart = sql<string>`substr(${sql.ref('findings.controls')}, 1, ${sql.lit(startLength)})`

/**
 * What the controls of findings begin with that have the chosen control. All findings of a check have the same controls, so that there are few,
 * and one index has the findings of each in the order of their changes. undefined: something else is chosen too, or there are many.
 */
async function listControlStarts(db: Kysely<Schema>, choice: FindingChoice): Promise<readonly string[] | undefined> {
  const { organizationId, control, state, ids, connectionId, connectorId, checkId, ...others } = choice
  const { severity, ownerId, dueFromMs, dueToMs, text } = others
  const narrowing = [ids, connectionId, connectorId, checkId, severity, ownerId, dueFromMs, dueToMs, text]
  const isOneOfFailing = chooseStates(state).filter((each) => each !== 'resolved').length === 1
  if (control === undefined || isOneOfFailing || narrowing.some((each) => each !== undefined)) return undefined
  const own = sql`from findings where ${isOfOrganization('findings', organizationId)}`
  const { rows } = await sql<{ readonly start: string }>`with recursive starts(start) as (
      select (select min(${controlsStart}) ${own})
      union all
      select (select min(${controlsStart}) ${own} and ${controlsStart} > starts.start)
      from starts where starts.start is not null
    ) select start from starts where start is not null limit 1000`.execute(db)
  const starts = rows
    .map(({ start }) => start)
    .filter((start) => isCut(start) || start.includes(JSON.stringify(control)))
  return rows.length < 1_000 && starts.length <= startsMax ? starts : undefined
}

/** Findings of a part whose controls begin alike. */
interface ControlList {
  readonly start: string
  /** Of this severity alone, by its rank. */
  readonly urgency?: number | undefined
}

/** By due day, those of each severity are read. All findings of a check mostly have the same one. undefined: there are many. */
async function listOfControls(
  db: Kysely<Schema>,
  { organizationId }: FindingChoice,
  {
    part,
    starts,
    order,
  }: { readonly part: ListPart; readonly starts: readonly string[]; readonly order: FindingOrder },
): Promise<readonly ControlList[] | undefined> {
  if (order !== 'due') return starts.map((start) => ({ start }))
  const lists = await Promise.all(
    starts.map(async (start) => {
      const own = sql`from findings where ${isOfOrganization('findings', organizationId)} and ${controlsStart} = ${start}
        and findings.listed_as = ${part.list}`
      const { rows } = await sql<{ readonly urgency: number }>`with recursive urgencies(urgency) as (
          select (select min(findings.urgency) ${own})
          union all
          select (select min(findings.urgency) ${own} and findings.urgency > urgencies.urgency)
          from urgencies where urgencies.urgency is not null
        ) select urgency from urgencies where urgency is not null`.execute(db)
      return rows.map(({ urgency }) => ({ start, urgency: Number(urgency) }))
    }),
  )
  const all = lists.flat()
  return all.length <= startsMax ? all : undefined
}

/** The rest may have the control too. */
function isCut(start: string): boolean {
  return [...start].length >= startLength
}

function selectOfControls(db: Kysely<Schema>, { control, ...choice }: FindingChoice, part: ListPart, start: string) {
  // What is in the index whole needs no look at the row.
  return selectListed(db, isCut(start) ? { ...choice, control } : choice, part).where(controlsStart, '=', start)
}

/** As they stood at a time. */
function selectPast(db: Kysely<Schema>, { waived, ...choice }: FindingChoice, atMs: number) {
  return selectStandings(db, atMs)
    .innerJoin('connections', 'connections.id', 'findings.connectionId')
    .where(isOfOrganization('findings', choice.organizationId))
    .where(isConnectedAt(atMs))
    .where('findings.state', 'in', chooseStates(choice.state))
    .$if(waived !== undefined, (query) => query.where('findings.waived', '=', waived ? 1 : 0))
    .where(({ and }) => and(describeChoice(choice)))
}

/** What is the same for each list and at any time. */
function describeChoice(
  { ids, connectionId, connectorId, severity, checkId, control, ownerId, dueFromMs, dueToMs, text }: FindingChoice,
  way?: FindingPlan,
): readonly Expression<SqlBool>[] {
  const { eb } = expressionBuilder<Schema, 'findings'>()
  const dueAtMs = way === 'in order' ? avoidIndex<number>('findings.dueAtMs') : 'findings.dueAtMs'
  const choices: readonly (Expression<SqlBool> | undefined)[] = [
    ids && eb('findings.id', 'in', ids),
    connectionId === undefined ? undefined : eb('findings.connectionId', '=', connectionId),
    connectorId === undefined ? undefined : eb('findings.connectorId', '=', connectorId),
    // By the rank, which indexes have.
    severity && eb('findings.urgency', '=', rankSeverity(severity)),
    checkId === undefined ? undefined : eb('findings.checkId', '=', checkId),
    control === undefined ? undefined : hasControl(control),
    ownerId === undefined ? undefined : eb('findings.ownerId', ownerId === null ? 'is' : '=', ownerId),
    dueFromMs === undefined ? undefined : eb(dueAtMs, '>=', dueFromMs),
    dueToMs === undefined ? undefined : eb(dueAtMs, '<=', dueToMs),
    text === undefined ? undefined : matchText('findings.searchText', foldSearch(text)),
  ]
  return choices.filter((each) => each !== undefined)
}

/** In their spelling on both databases: LIKE of SQLite takes upper and lower case for the same. */
function hasControl(control: string): Expression<SqlBool> {
  const controls = sql.ref('findings.controls')
  return sql<SqlBool>`replace(${controls}, ${JSON.stringify(control)}, '') <> ${controls}`
}

/**
 * `in order`: an index is read in the order, and what is not chosen is left out. `sorted`: what is chosen is found by another index, and
 * then sorted. `by text`: the same, by the index of texts.
 */
type FindingPlan = 'in order' | 'sorted' | 'by text'

/** So few are soon sorted. Of more, a page is soon found in the order if such a share of the first ones is in it. */
const [soonSorted, orderedShare] = [100, 0.1]

/**
 * How to find what one index has by text, owner, due day, connection or check, in the order of another. If it is little, it is best to sort
 * it. Of much, what comes first is soon found in the order. SQLite knows nothing of how much there is, and no database knows of texts.
 * Without a way, any is as good.
 */
async function chooseWay(
  db: Kysely<Schema>,
  choice: FindingChoice,
  part: ListPart,
  order: FindingOrder,
): Promise<Pick<Look, 'way' | 'count' | 'share'>> {
  const share = await sampleShare(db, choice, part, order)
  const byText = share < listedShare ? await countRows(db, selectListed(db, choice, part, 'by text')) : undefined
  if (byText !== undefined && byText <= countedMax) return { way: 'by text', count: byText }
  const known = { share, count: byText }
  const { organizationId, state, waived, ownerId, dueFromMs, dueToMs, connectionId, connectorId } = choice
  const byDue = { ownerId, dueFromMs, dueToMs }
  const byChange = { connectionId, connectorId, checkId: connectorId === undefined ? undefined : choice.checkId }
  // Their indexes have what is chosen in this order. What has an owner is in one for each of both.
  const isOwned = order === 'changed' && typeof ownerId === 'string'
  const unorderedDue = order === 'due' ? undefined : { ...byDue, ownerId: isOwned ? undefined : ownerId }
  const unordered = { ...unorderedDue, ...(order !== 'changed' && byChange) }
  if (Object.values(unordered).every((each) => each === undefined)) return known
  const counted = { organizationId, state, waived, ...byDue, ...byChange }
  const count = await countRows(db, selectListed(db, counted, part))
  const isWhole = describeChoice(choice).length === describeChoice(counted).length
  const found = isWhole ? { count } : known
  if (count > countedMax) return { ...found, way: 'in order' }
  // A thousand rows take longer to fetch and sort than a page does where each tenth row is in it.
  if (count <= soonSorted) return { ...found, way: 'sorted' }
  const isOften = (await measureShare(db, { choice, of: unordered, part, order })) >= orderedShare
  return { ...found, way: isOften ? 'in order' : 'sorted' }
}

/** How many of the first that are chosen without a text have it. 1: there are few altogether, or there is no text. */
async function sampleShare(
  db: Kysely<Schema>,
  choice: FindingChoice,
  part: ListPart,
  order: FindingOrder,
): Promise<number> {
  if (listRareTrigrams(choice).length === 0) return 1
  const rare = listRare(choice)
  return measureShare(db, { choice, of: rare, part, order: chooseSampleOrder({ ...choice, ...forget(rare) }, order) })
}

interface Sample {
  readonly choice: FindingChoice
  /** The part of the choice that is looked for among the first that have the rest. */
  readonly of: Partial<FindingChoice>
  readonly part: ListPart
  readonly order: FindingOrder
}

async function measureShare(db: Kysely<Schema>, { choice, of, part, order }: Sample): Promise<number> {
  const having = describeChoice({ organizationId: choice.organizationId, ...of })
  const sample = selectListed(db, { ...choice, ...forget(of) }, part).select(({ and, case: when }) =>
    when().when(and(having)).then(sql.lit(1)).else(sql.lit(0)).end().as('isHaving'),
  )
  return readShare(orderFindings(sample, { order, limit: sampledRows }))
}

function forget(choice: Partial<FindingChoice>) {
  return Object.fromEntries(Object.keys(choice).map((member) => [member, undefined]))
}

/** In an order whose index has what is chosen: in another one, few of a connection may be anywhere among all. */
function chooseSampleOrder(
  { ownerId, dueFromMs, dueToMs, connectionId, connectorId }: FindingChoice,
  order: FindingOrder,
): FindingOrder {
  if (connectionId !== undefined || connectorId !== undefined) return 'changed'
  return ownerId !== undefined || dueFromMs !== undefined || dueToMs !== undefined ? 'due' : order
}

/** What the index of texts finds, and no other. */
function listRare({ text, control, connectorId, checkId }: FindingChoice) {
  return omitUndefined({ text, control, checkId: connectorId === undefined ? checkId : undefined })
}

function listRareTrigrams(choice: FindingChoice): readonly string[] {
  const { text = '', control, checkId = '' } = listRare(choice)
  return listTrigrams([foldSearch(text), control === undefined ? '' : JSON.stringify(control), checkId])
}

type FindingsQuery<Row> = SelectQueryBuilder<Schema, 'findings', Row>

/** Each order ends with the id, so that no two findings have the same place. */
function orderFindings<Row>(
  query: FindingsQuery<Row>,
  { order, before, limit }: FindingPage,
  way?: FindingPlan,
): FindingsQuery<Row> {
  const direction = order === 'changed' ? 'desc' : 'asc'
  const columns = orders[order].map((column, index) =>
    (way === 'sorted' || way === 'by text') && index === 0 ? avoidIndex(column) : sql.ref<unknown>(column),
  )
  const placed = before && query.where(isBehind(columns, listOrderValues(order, before), direction))
  return columns
    .reduce<FindingsQuery<Row>>((sorted, column) => sorted.orderBy(column, direction), placed ?? query)
    .limit(limit)
}

const orders = {
  changed: ['findings.changedAtMs', 'findings.id'],
  due: ['findings.dueAtMs', 'findings.id'],
  severity: ['findings.urgency', 'findings.dueAtMs', 'findings.id'],
} as const

function listOrderValues(
  order: FindingOrder,
  { changedAtMs, dueAtMs = 0, severity = 'critical', id }: FindingPosition,
) {
  if (order === 'changed') return [changedAtMs, id]
  return order === 'due' ? [dueAtMs, id] : [rankSeverity(severity), dueAtMs, id]
}

function isBehind(
  columns: readonly RawBuilder<unknown>[],
  place: readonly (number | string)[],
  direction: 'asc' | 'desc',
) {
  const sign = direction === 'asc' ? sql`>` : sql`<`
  return sql<SqlBool>`(${sql.join(columns)}) ${sign} (${sql.join(place)})`
}
