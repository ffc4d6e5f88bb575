import {
  type Expression,
  expressionBuilder,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import { rankSeverity } from '../../../../checks/findings/due.ts'
import type {
  FindingChoice,
  FindingList,
  FindingOrder,
  FindingPosition,
  FindingState,
  StandingAt,
} from '../../../../checks/findings/finding-store.ts'
import { foldSearch } from '../../../../checks/findings/search-text.ts'
import { countedMax } from '../../../../text/counted.ts'
import { avoidIndex } from '../../../sql/avoid-index.ts'
import { countRows } from '../../../sql/count-rows.ts'
import { matchText } from '../../../sql/match-text.ts'
import type { Schema } from '../../../sql/tables.ts'
import { listTrigrams, selectByTrigrams } from '../../../sql/text-trigrams.ts'
import { findingColumns, isConnectedAt, selectStandings } from './finding-standings.ts'

/** A page of the chosen findings. */
interface FindingPage {
  readonly order: FindingOrder
  readonly before?: FindingPosition | undefined
  readonly limit: number
}

/** Without those of disconnected connections. */
export async function listChosen(db: Kysely<Schema>, choice: FindingChoice & StandingAt, page: FindingPage) {
  if (choice.atMs !== undefined)
    return orderFindings(selectPast(db, choice, choice.atMs).selectAll('findings'), page).execute()
  const chosen = chooseLists(choice)
  const ways = await Promise.all(chosen.map((list) => chooseWay(db, choice, list, page.order)))
  const lists = chosen.map((list, index) =>
    orderFindings(selectListed(db, choice, list, ways[index]).select(findingColumns), page, ways[index]),
  )
  const [first] = lists
  if (first === undefined || lists.length === 1) return first?.execute() ?? []
  // Each list is read in its order from an index, as far as the page may need it.
  const all = lists
    .map((list) => db.selectFrom(list.as('list')).selectAll())
    .reduce((before, list) => before.unionAll(list))
    .as('findings')
  return orderFindings(db.selectFrom(all).selectAll('findings'), { ...page, before: undefined }).execute()
}

/** At most one more than `countedMax`. */
export async function countChosen(db: Kysely<Schema>, choice: FindingChoice & StandingAt): Promise<number> {
  if (choice.atMs !== undefined) return countRows(db, selectPast(db, choice, choice.atMs))
  const counts = await Promise.all(
    chooseLists(choice).map(async (list) => {
      const isByText = (await sampleShare(db, choice, list, 'changed')) < countedShare
      return countRows(db, selectListed(db, choice, list, isByText ? 'by text' : undefined))
    }),
  )
  return Math.min(
    counts.reduce((sum, count) => sum + count, 0),
    countedMax + 1,
  )
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
function selectListed(db: Kysely<Schema>, choice: FindingChoice, list: FindingList, way?: Way) {
  const states = chooseStates(choice.state).filter((each) => each !== 'resolved')
  const { waived } = choice
  const found = { organizationId: choice.organizationId, trigrams: listRareTrigrams(choice) }
  return (
    way === 'by text'
      ? db.selectFrom(selectByTrigrams(db, 'findings', found).as('findings'))
      : db.selectFrom('findings')
  )
    .where('findings.organizationId', '=', choice.organizationId)
    .where('findings.listedAs', '=', list)
    .$if(list !== 'resolved' && states.length < failingStates.length, (query) =>
      // Literally, as the partial index has it.
      query.where('findings.state', '=', sql.lit(states[0] ?? 'open')),
    )
    .$if(list === 'resolved' && waived !== undefined, (query) => query.where('findings.waived', '=', waived ? 1 : 0))
    .where(({ and }) => and(describeChoice(choice, way)))
}

/** As they stood at a time. */
function selectPast(db: Kysely<Schema>, { waived, ...choice }: FindingChoice, atMs: number) {
  return selectStandings(db, atMs)
    .innerJoin('connections', 'connections.id', 'findings.connectionId')
    .where('findings.organizationId', '=', choice.organizationId)
    .where(isConnectedAt(atMs))
    .where('findings.state', 'in', chooseStates(choice.state))
    .$if(waived !== undefined, (query) => query.where('findings.waived', '=', waived ? 1 : 0))
    .where(({ and }) => and(describeChoice(choice)))
}

/** What is the same for each list and at any time. */
function describeChoice(
  { ids, connectionId, connectorId, severity, checkId, control, ownerId, dueFromMs, dueToMs, text }: FindingChoice,
  way?: Way,
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
    control === undefined ? undefined : matchText('findings.controls', JSON.stringify(control)),
    ownerId === undefined ? undefined : eb('findings.ownerId', ownerId === null ? 'is' : '=', ownerId),
    dueFromMs === undefined ? undefined : eb(dueAtMs, '>=', dueFromMs),
    dueToMs === undefined ? undefined : eb(dueAtMs, '<=', dueToMs),
    text === undefined ? undefined : matchText('findings.searchText', foldSearch(text)),
  ]
  return choices.filter((each) => each !== undefined)
}

/**
 * `in order`: an index is read in the order, and what is not chosen is left out. `sorted`: what is chosen is found by another index, and
 * then sorted. `by text`: the same, by the index of texts.
 */
type Way = 'in order' | 'sorted' | 'by text'

/** Of so many that have a text, a page is soon found in the order, and so many are soon counted. */
const [listedShare, countedShare] = [0.02, 0.3]
const sampledRows = 200

/**
 * How to find what one index has by text, owner, due day, connection or check, in the order of another. If it is little, it is best to sort
 * it. Of much, what comes first is soon found in the order. SQLite knows nothing of how much there is, and no database knows of texts.
 * undefined: any way is as good.
 */
async function chooseWay(
  db: Kysely<Schema>,
  choice: FindingChoice,
  list: FindingList,
  order: FindingOrder,
): Promise<Way | undefined> {
  const hasFew = async (those: FindingChoice, way?: Way) =>
    (await countRows(db, selectListed(db, those, list, way))) <= countedMax
  if ((await sampleShare(db, choice, list, order)) < listedShare && (await hasFew(choice, 'by text'))) return 'by text'
  const { organizationId, state, waived, ownerId, dueFromMs, dueToMs, connectionId, connectorId } = choice
  const byDue = { ownerId, dueFromMs, dueToMs }
  const byChange = { connectionId, connectorId, checkId: connectorId === undefined ? undefined : choice.checkId }
  // Their indexes have what is chosen in this order.
  const unordered = { ...(order !== 'due' && byDue), ...(order !== 'changed' && byChange) }
  if (Object.values(unordered).every((each) => each === undefined)) return undefined
  return (await hasFew({ organizationId, state, waived, ...byDue, ...byChange })) ? 'sorted' : 'in order'
}

/** How many of the first that are chosen without a text have it. 1: there are few altogether, or there is no text. */
async function sampleShare(
  db: Kysely<Schema>,
  choice: FindingChoice,
  list: FindingList,
  order: FindingOrder,
): Promise<number> {
  if (listRareTrigrams(choice).length === 0) return 1
  const rare = listRare(choice)
  const others = { ...choice, ...Object.fromEntries(Object.keys(rare).map((member) => [member, undefined])) }
  const having = describeChoice({ organizationId: choice.organizationId, ...rare })
  const sample = selectListed(db, others, list).select(({ and, case: when }) =>
    when().when(and(having)).then(sql.lit(1)).else(sql.lit(0)).end().as('isHaving'),
  )
  const rows = await orderFindings(sample, { order: chooseSampleOrder(others, order), limit: sampledRows }).execute()
  if (rows.length < sampledRows) return 1
  return rows.filter(({ isHaving }) => isHaving === 1).length / sampledRows
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
  return { text, control, ...(connectorId === undefined && { checkId }) }
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
  way?: Way,
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
