import { type Expression, expressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import type { FindingList } from '../../../checks/findings/finding-store.ts'
import type { Swept } from '../../../service/queue/sweeper.ts'
import { avoidTextIndex } from '../../../service/store/sql/avoid-index.ts'
import { isOfOrganization, ofOrganization } from '../../../service/store/sql/of-organization.ts'
import { type Placeholders, prepareStatement } from '../../../service/store/sql/prepare-statement.ts'
import type { SqlTraits } from '../../../service/store/sql/sql-traits.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { lockConnections } from './decided-outcomes.ts'

/**
 * Each finding says itself whether its connection is disconnected (`hidden`), so that a list is read from one place of an index. A connection
 * may have those of many years. When it is disconnected or connected again, that is noted here, in the transaction of the change, and from
 * then on its state decides. Its findings follow in pieces.
 */
export async function noteRelisted(
  tx: Kysely<Schema>,
  { id: connectionId, organizationId }: { readonly id: string; readonly organizationId: string },
): Promise<void> {
  await tx
    .insertInto('relistedConnections')
    .values({ connectionId, organizationId })
    .onConflict((conflict) => conflict.column('connectionId').doNothing())
    .execute()
}

/** What is not where the findings themselves say that it is. */
export interface Relisting {
  /** Some that lists still have are of a disconnected connection. */
  readonly isHiding: boolean
  /** Some that no list has yet are of a connection that is there again. */
  readonly isShowing: boolean
}

/** Mostly neither, and then lists are read as the findings say. */
export async function findRelisting(db: Kysely<Schema>, organizationId: string): Promise<Relisting> {
  const [noted] = await tellRelisted(db, { organizationId })
  return { isHiding: noted?.most === 1, isShowing: noted?.least === 0 }
}

const tellRelisted = prepareStatement((db, params: Placeholders<{ readonly organizationId: string }>) =>
  db
    .selectFrom('relistedConnections as r')
    .innerJoin('connections as c', 'c.id', 'r.connectionId')
    .select(({ fn }) => [fn.min(isHiddenBy).as('least'), fn.max(isHiddenBy).as('most')])
    .where(isOfOrganization('r', params('organizationId'))),
)

const isHiddenBy = sql<0 | 1>`case when c.state = 'disconnected' then 1 else 0 end`

/** Where findings of a list are. `late`: those that no list has yet. */
export interface ListPart {
  readonly list: FindingList
  readonly isLate: boolean
  /** Whether some that are there belong to a disconnected connection. */
  readonly isHiding: boolean
}

/** @param lists those that may have what is wanted */
export async function chooseParts(
  db: Kysely<Schema>,
  organizationId: string,
  lists: readonly FindingList[],
): Promise<readonly ListPart[]> {
  const { isHiding, isShowing } = await findRelisting(db, organizationId)
  return lists.flatMap((list) => [
    { list, isHiding, isLate: false },
    ...(isShowing ? [{ list, isHiding: false, isLate: true }] : []),
  ])
}

/**
 * Whether a finding of the organization is in a part of a list.
 * @param isFound another index finds it, and that of the organization must not be read
 */
export function isInPart(
  db: Kysely<Schema>,
  organizationId: string,
  { list, isLate, isHiding }: ListPart,
  isFound = false,
): Expression<SqlBool> {
  const { and, eb } = expressionBuilder<Schema, 'findings'>()
  const ofOrganization = eb(
    isFound ? avoidTextIndex('findings.organizationId') : 'findings.organizationId',
    '=',
    organizationId,
  )
  if (!isLate)
    return and([
      ofOrganization,
      eb('findings.listedAs', '=', list),
      ...(isHiding ? [eb('findings.connectionId', 'not in', selectRelisted(db, organizationId, 1))] : []),
    ])
  const ofLate = eb('findings.connectionId', 'in', selectRelisted(db, organizationId, 0))
  if (list === 'resolved')
    return and([
      ofOrganization,
      ofLate,
      eb('findings.listedAs', '=', 'hidden'),
      eb('findings.state', '=', sql.lit('resolved' as const)),
    ])
  return and([
    // By the index of what fails: what is resolved may be a hundred times as much.
    eb(avoidTextIndex('findings.organizationId'), '=', organizationId),
    ofLate,
    eb('findings.state', '<>', sql.lit('resolved' as const)),
    eb('findings.hidden', '=', 1),
    eb('findings.waiverId', list === 'open' ? 'is' : 'is not', null),
  ])
}

/** Connections that are noted, in one of both directions. */
export function selectRelisted(db: Kysely<Schema>, organizationId: string, isHidden: 0 | 1) {
  return db
    .selectFrom('relistedConnections as r')
    .innerJoin('connections as c', 'c.id', 'r.connectionId')
    .select('r.connectionId')
    .where(isOfOrganization('r', organizationId))
    .where(isHiddenBy, '=', isHidden)
}

/** Each is written into a dozen indexes. */
const findingWeight = 4
/** What others read most comes first. */
const listsBefore = { 1: ['open', 'accepted', 'resolved'], 0: ['hidden'] } as const

/**
 * Lets the next findings of a noted connection say what its state says. With the last of them goes the note.
 * @param connectionId @default that of any
 * @returns `gone`: 1 if it was the last piece of a connection
 */
export function relistSome(
  db: Kysely<Schema>,
  traits: SqlTraits,
  limit: number,
  connectionId?: string,
): Promise<Swept> {
  return traits.runUnsynced(db, async (tx) => {
    const noted = await tx
      .selectFrom('relistedConnections')
      .select(['connectionId', 'organizationId'])
      .$if(connectionId !== undefined, (query) => query.where('connectionId', '=', connectionId ?? ''))
      .limit(1)
      .executeTakeFirst()
    if (noted === undefined) return { rows: 0, gone: 0 }
    // Whoever changes its state, or ends a run of it, holds it too.
    await lockConnections(tx, [noted.connectionId])
    const connection = await tx
      .selectFrom('connections')
      .select('state')
      .where('id', '=', noted.connectionId)
      .executeTakeFirst()
    const hidden = connection?.state === 'disconnected' ? 1 : 0
    const most = Math.ceil(limit / findingWeight)
    let relisted = 0
    for (const list of listsBefore[hidden]) {
      if (relisted === most) break
      const { numUpdatedRows } = await tx
        .updateTable('findings')
        .set({ hidden })
        .where('id', 'in', (query) =>
          ofOrganization(query, noted.organizationId)
            .selectFrom('findings')
            .select('id')
            .where('connectionId', '=', noted.connectionId)
            .where('listedAs', '=', list)
            // Lists begin with these.
            .orderBy('changedAtMs', 'desc')
            .limit(most - relisted),
        )
        .executeTakeFirstOrThrow()
      relisted += Number(numUpdatedRows)
    }
    if (relisted === most) return { rows: relisted * findingWeight, gone: 0 }
    await tx.deleteFrom('relistedConnections').where('connectionId', '=', noted.connectionId).execute()
    return { rows: relisted * findingWeight + 1, gone: 1 }
  })
}
