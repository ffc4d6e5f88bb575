import { type Expression, type ExpressionBuilder, type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
import type {
  ConnectionChanges,
  ConnectionRecord,
  ConnectionStore,
  PlacedConnection,
  SealedCredentials,
} from '../../../auth/connection-store.ts'
import { foldSearch } from '../../../checks/findings/search-text.ts'
import { StoreError } from '../../../errors/index.ts'
import { avoidIndex, avoidTextIndex } from '../../../service/store/sql/avoid-index.ts'
import { parseJsonText, toJsonText } from '../../../service/store/sql/json-text.ts'
import { listDistinct } from '../../../service/store/sql/list-distinct.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import { selectOlderThan } from '../../../service/store/sql/older-than.ts'
import { type Placeholders, prepareStatement } from '../../../service/store/sql/prepare-statement.ts'
import type { SqlTraits } from '../../../service/store/sql/sql-traits.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { dropAllPieces } from '../../../service/store/tables/drop-pieces.ts'
import { isConnectionRow } from '../../../service/store/tables/organization-subject.ts'
import { hideInventories } from '../../inventories/store/inventories.ts'
import type { ConnectionHooks } from './connection-changed.ts'
import {
  countConnections,
  listConnectorUses,
  rankState,
  searchConnections,
  searchCounted,
  toConnectionPlace,
} from './connection-queries.ts'
import { tallyConnections } from './tally-connections.ts'
import { tellConnection } from './tell-connection.ts'

interface ConnectionOf {
  readonly id: string
  /** null: of any. */
  readonly organizationId: string | null
}

const findConnection = prepareStatement((db, params: Placeholders<ConnectionOf>) =>
  db
    .selectFrom('connections')
    .selectAll()
    .where('id', '=', params('id'))
    .where('organizationId', '=', ({ fn, ref }) => fn.coalesce(params('organizationId'), ref('organizationId')))
    .where(isConnectionRow),
)

export function createConnectionStore(db: Kysely<Schema>, traits: SqlTraits, hooks: ConnectionHooks): ConnectionStore {
  return {
    async insert(record, credentials) {
      await runInTransaction(db, async (tx) => {
        await tx
          .insertInto('connections')
          .values({
            ...record,
            variables: toJsonText(record.variables),
            grantedScopes: record.grantedScopes && toJsonText(record.grantedScopes),
            sortName: foldSearch(record.name ?? record.connectorId),
            urgency: rankState(record.state),
            unwell: 0,
            lastRunAtMs: 0,
            scheduled: 0,
          })
          .execute()
        await tx
          .insertInto('credentials')
          .values({
            connectionId: record.id,
            generation: credentials.generation,
            sealedValues: toJsonText(credentials.values),
            expiresAtMs: credentials.expiresAtMs,
            refreshAtMs: credentials.refreshAtMs,
            refreshFailures: credentials.refreshFailures,
            destination: credentials.destination,
            granted: credentials.isGranted === true ? 1 : 0,
          })
          .execute()
        await hooks['connection.changed'](tx, [{ after: record }])
      })
    },
    async find(id, organizationId) {
      const [row] = await findConnection(db, { id, organizationId: organizationId ?? null })
      return row && toConnectionRecord(row)
    },
    async list({ organizationId, connectorId, connectorIds, limit, before }) {
      if (connectorIds?.length === 0) return []
      const rows = await ofOrganization(db, organizationId)
        .selectFrom('connections')
        .selectAll()
        .where(isConnectionRow)
        .$if(connectorId !== undefined, (query) => query.where('connectorId', '=', connectorId ?? ''))
        .$if(connectorIds !== undefined, (query) => query.where('connectorId', 'in', connectorIds ?? []))
        .$if(before !== undefined, (query) =>
          query.where(
            selectOlderThan({ at: 'createdAtMs', id: 'id' }, { atMs: before?.createdAtMs ?? 0, id: before?.id ?? '' }),
          ),
        )
        // Few connectors may have few of very many connections.
        .orderBy(connectorIds === undefined ? 'createdAtMs' : avoidIndex<number>('createdAtMs'), 'desc')
        .orderBy('id', 'desc')
        .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
        .execute()
      return rows.map(toConnectionRecord)
    },
    listGaps: (organizationId) =>
      ofOrganization(db, organizationId)
        .selectFrom('connectionGaps')
        .select(['connectionId', 'fromMs', 'untilMs'])
        .orderBy('fromMs')
        .execute(),
    listConnectors: (organizationId) => listConnectorUses(db, organizationId),
    listConnectorIds: (organizationId) =>
      listDistinct(db, { table: 'connections', column: 'connectorId' }, { organizationId }),
    async listNoted(organizationId, besides) {
      const rows = await selectNoted(db, organizationId, besides).selectAll().execute()
      return rows.map(toConnectionRecord)
    },
    async listNames({ organizationId, connectorIds }) {
      const noted = selectNoted(db, organizationId, connectorIds).select(nameColumns).execute()
      if (connectorIds.length === 0) return noted
      const own = ofOrganization(db, organizationId)
        .selectFrom('connections')
        .select(nameColumns)
        .where(isConnectionRow)
        .where('connectorId', 'in', connectorIds)
        .execute()
      return [...(await own), ...(await noted)]
    },
    async search({ order, limit, after, ...choice }) {
      return (await searchConnections(db, choice, { order, limit, after })).map(toPlaced)
    },
    async searchCounted({ order, limit, after, ...choice }) {
      const { rows, count } = await searchCounted(db, choice, { order, limit, after })
      return { found: rows.map(toPlaced), count }
    },
    count: (choice) => countConnections(db, choice),
    tally: (organizationId) => tallyConnections(db, organizationId),
    // The credentials are deleted with their connection.
    async discard(id) {
      await discardConnections(db, hooks, ({ eb }) => eb('id', '=', id))
    },
    async discardPending(id) {
      await discardConnections(db, hooks, ({ and, eb }) => and([eb('id', '=', id), eb('state', '=', 'pending')]))
    },
    update: (id, changes, nowMs) => updateRecord(db, hooks, { id }, { changes, nowMs }),
    updateSeen: ({ id, state, updatedAtMs }, changes, nowMs) =>
      updateRecord(db, hooks, { id, state, updatedAtMs }, { changes, nowMs }),
    async credentials(connectionId) {
      const row = await db
        .selectFrom('credentials')
        .selectAll()
        .where('connectionId', '=', connectionId)
        .executeTakeFirst()
      return row && toSealedCredentials(row)
    },
    replaceCredentials: (connectionId, expectedGeneration, next, record) =>
      runInTransaction(db, async (tx) => {
        const replaced = await tx
          .updateTable('credentials')
          .set({
            generation: expectedGeneration + 1,
            sealedValues: toJsonText(next.values),
            expiresAtMs: next.expiresAtMs,
            refreshAtMs: next.refreshAtMs,
            refreshFailures: 0,
            destination: next.destination,
          })
          .where('connectionId', '=', connectionId)
          .where('generation', '=', expectedGeneration)
          .executeTakeFirstOrThrow()
        if (replaced.numUpdatedRows === 0n) return false
        if (record) await updateRecord(tx, hooks, { id: connectionId }, record)
        return true
      }),
    async postponeRefresh(connectionId, generation, refreshAtMs) {
      await db
        .updateTable('credentials')
        .set(({ eb }) => ({ refreshAtMs, refreshFailures: eb('refreshFailures', '+', 1) }))
        .where('connectionId', '=', connectionId)
        .where('generation', '=', generation)
        .execute()
    },
    async wipeCredentials(connectionId, record) {
      const hidden = await runInTransaction(db, async (tx) => {
        // The row stays and its generation increments, so that a running refresh cannot bring the values back.
        await tx
          .updateTable('credentials')
          .set(({ eb }) => ({
            generation: eb('generation', '+', 1),
            sealedValues: toJsonText({}),
            expiresAtMs: null,
            refreshAtMs: null,
            refreshFailures: 0,
          }))
          .where('connectionId', '=', connectionId)
          .execute()
        if (record) await updateRecord(tx, hooks, { id: connectionId }, record)
        // Afterwards, because a run that ends at the same time locks the record while it writes them.
        return record?.changes.state === 'disconnected' ? hideInventories(tx, connectionId) : []
      })
      // Nobody finds them any more. Retention finds leftovers.
      await dropAllPieces(db, traits, 'inventories', hidden).catch(() => undefined)
    },
  }
}

type IsLeft = (eb: ExpressionBuilder<Schema, 'connections' | 'credentials'>) => Expression<SqlBool>

/** Connections that have been `pending` since before: the process that tested them ended. */
function isLeft(beforeMs: number, granted: 0 | 1): IsLeft {
  return ({ and, eb }) =>
    and([
      eb('connections.state', '=', 'pending'),
      eb('connections.updatedAtMs', '<', beforeMs),
      eb('credentials.granted', '=', granted),
    ])
}

/** At most `limit` of those that were left and whose tokens nobody else has. */
export async function listLeftGrants(
  db: Kysely<Schema>,
  beforeMs: number,
  limit: number,
): Promise<readonly ConnectionRecord[]> {
  const rows = await db
    .selectFrom('connections')
    .innerJoin('credentials', 'credentials.connectionId', 'connections.id')
    .selectAll('connections')
    .where(isLeft(beforeMs, 1))
    .orderBy('connections.id')
    .limit(limit)
    .execute()
  return rows.map(toConnectionRecord)
}

/** Deletes at most `limit` of the others that were left. @returns how many */
export function discardLeft(
  db: Kysely<Schema>,
  hooks: ConnectionHooks,
  beforeMs: number,
  limit: number,
): Promise<number> {
  return discardConnections(db, hooks, ({ and, eb, selectFrom }) => {
    const first = selectFrom('connections')
      .innerJoin('credentials', 'credentials.connectionId', 'connections.id')
      .select('connections.id')
      .where(isLeft(beforeMs, 0))
      .orderBy('connections.id')
      .limit(limit)
    // Both, because one that is not pending any more stays.
    return and([eb('connections.state', '=', 'pending'), eb('connections.id', 'in', first)])
  })
}

/** @returns how many */
function discardConnections(
  db: Kysely<Schema>,
  hooks: ConnectionHooks,
  which: (eb: ExpressionBuilder<Schema, 'connections'>) => Expression<SqlBool>,
): Promise<number> {
  return runInTransaction(db, async (tx) => {
    const gone = await tx
      .deleteFrom('connections')
      .where(which)
      .returning(['id', 'organizationId', 'connectorId', 'state'])
      .execute()
    await hooks['connection.changed'](
      tx,
      gone.map((before) => ({ before })),
    )
    return gone.length
  })
}

type Which = Pick<ConnectionRecord, 'id'> & Partial<Pick<ConnectionRecord, 'state' | 'updatedAtMs'>>

/** A change of the state is told with it. */
function updateRecord(
  db: Kysely<Schema>,
  hooks: ConnectionHooks,
  which: Which,
  { changes, nowMs }: { readonly changes: ConnectionChanges; readonly nowMs: number },
): Promise<ConnectionRecord | undefined> {
  if (changes.state === undefined) return writeRecord(db, which, changes, nowMs)
  return runInTransaction(db, async (tx) => {
    // A change of nothing that locks the row, so that the state is still this one when it changes.
    const before = await tx
      .updateTable('connections')
      .set({ id: which.id })
      .where('id', '=', which.id)
      .returning(['state', 'updatedAtMs'])
      .executeTakeFirst()
    const record = await writeRecord(tx, which, changes, nowMs)
    if (before === undefined || record === undefined) return record
    if (before.state === 'disconnected' && record.state !== 'disconnected') await insertGap(tx, before, record)
    await hooks['connection.changed'](tx, [{ before: { ...record, state: before.state }, after: record }])
    await tellConnection(tx, before.state, record)
    return record
  })
}

/** Afterwards the record does not tell any more since when it was disconnected. */
async function insertGap(
  tx: Kysely<Schema>,
  { updatedAtMs: fromMs }: Pick<ConnectionRecord, 'updatedAtMs'>,
  { id: connectionId, organizationId, updatedAtMs: untilMs }: ConnectionRecord,
): Promise<void> {
  if (fromMs >= untilMs) return
  await tx
    .insertInto('connectionGaps')
    .values({ organizationId, connectionId, fromMs, untilMs })
    // A clock that was set back may come to the same time again.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function writeRecord(
  db: Kysely<Schema>,
  which: Which,
  { name, state, stateReason, userId, variables, grantedScopes, connectorSha256 }: ConnectionChanges,
  nowMs: number,
): Promise<ConnectionRecord | undefined> {
  const row = await db
    .updateTable('connections')
    // By name, not spread: no other column may change, above all not the organization. Kysely leaves out undefined
    // values.
    .set({
      name,
      sortName: name === undefined ? undefined : name === null ? sql.ref('connectorId') : foldSearch(name),
      state,
      urgency: state === undefined ? undefined : rankState(state),
      stateReason,
      userId,
      variables: variables && toJsonText(variables),
      grantedScopes: grantedScopes && toJsonText(grantedScopes),
      connectorSha256,
      // Undoing the move of an operator must not reach it any more.
      beforeSha256: connectorSha256 === undefined ? undefined : null,
      moveId: connectorSha256 === undefined ? undefined : null,
      updatedAtMs: chooseUpdateTime(state, nowMs),
    })
    .where(({ and }) => and(which))
    .returningAll()
    .executeTakeFirst()
  return row && toConnectionRecord(row)
}

/** While it is disconnected, this is when that happened: whoever looks back knows by it until when it was connected. */
function chooseUpdateTime(state: ConnectionRecord['state'] | undefined, nowMs: number) {
  if (state !== undefined && state !== 'disconnected') return nowMs
  return sql<number>`case when ${sql.ref('state')} = 'disconnected' then ${sql.ref('updatedAtMs')} else ${nowMs} end`
}

const nameColumns = ['id', 'connectorId', 'connectorSha256', 'name', 'state'] as const

/** Those of which the organization has an inventory, or has said something for cross-checks. */
function selectNoted(db: Kysely<Schema>, organizationId: string, besides: readonly string[]) {
  const noted = ofOrganization(db, organizationId)
    .selectFrom('inventories')
    .select('connectionId')
    .where('sealedHead', 'is not', null)
    .union(ofOrganization(db, organizationId).selectFrom('directorySystems').select('connectionId'))
  return (
    db
      .selectFrom('connections')
      // PostgreSQL would read all of the organization, and look each up among those.
      .where(avoidTextIndex('organizationId'), '=', organizationId)
      .where(isConnectionRow)
      .where('id', 'in', noted)
      .$if(besides.length > 0, (query) => query.where('connectorId', 'not in', besides))
  )
}

function toPlaced(row: Selectable<Schema['connections']>): PlacedConnection {
  return { record: toConnectionRecord(row), place: toConnectionPlace(row) }
}

export function toConnectionRecord({
  sortName: _name,
  urgency: _rank,
  unwell: _count,
  lastRunAtMs: _at,
  scheduled: _scheduled,
  beforeSha256: _before,
  moveId: _move,
  ...row
}: Selectable<Schema['connections']>): ConnectionRecord {
  return {
    ...row,
    variables: parseJsonText(row.variables, 'connections.variables'),
    grantedScopes: row.grantedScopes && parseJsonText(row.grantedScopes, 'connections.granted_scopes'),
  }
}

/**
 * @throws StoreError `STORE_CORRUPT` also for JSON of another shape, because nothing else checks it before it is opened
 */
export function toSealedCredentials({
  generation,
  sealedValues,
  expiresAtMs,
  refreshAtMs,
  refreshFailures,
  destination,
}: Omit<Selectable<Schema['credentials']>, 'connectionId' | 'granted'>): SealedCredentials {
  const values = parseSealedValues(sealedValues)
  return { generation, values, expiresAtMs, refreshAtMs, refreshFailures, destination }
}

function parseSealedValues(text: Selectable<Schema['credentials']>['sealedValues']): SealedCredentials['values'] {
  const values: unknown = parseJsonText(text, 'credentials.sealed_values')
  if (isRecordOfTexts(values)) return values
  throw new StoreError(
    'The store holds JSON of another shape in credentials.sealed_values. Restore it from a backup.',
    {
      code: 'STORE_CORRUPT',
    },
  )
}

function isRecordOfTexts(value: unknown): value is Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).every((member) => typeof member === 'string')
}
