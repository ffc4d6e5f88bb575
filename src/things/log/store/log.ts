import type { Kysely, Selectable } from 'kysely'
import { StoreError } from '../../../errors/index.ts'
import { computeLeafContent } from '../../../evidence/log/log-entry.ts'
import type { LogLeaf, LogStore } from '../../../evidence/log/log-store.ts'
import {
  appendLeaves,
  emptyFrontier,
  type Frontier,
  type Hash,
  hashLeaf,
  type ReadNode,
} from '../../../evidence/log/tree.ts'
import { isOfOrganization, ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { SqlTraits } from '../../../service/store/sql/sql-traits.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { createTimeId } from '../../../text/create-time-id.ts'
import { enterLog } from './enter-log.ts'

/**
 * Of the nodes above the leaves every eighth level is kept: one row for 256 leaves. A node between two of them is computed
 * from at most 128 of the level below.
 */
const levelsPerStep = 8
/** SQLite takes at most 32,766 parameters. */
const rowsAtOnce = 500

export function createLogStore(db: Kysely<Schema>, traits: SqlTraits): LogStore {
  return {
    async listWaiting(limit) {
      const rows = await db.selectFrom('logEntries').select('organizationId').distinct().limit(limit).execute()
      return rows.map(({ organizationId }) => organizationId)
    },
    async number(organizationId, limit, { waits = true } = {}) {
      if (await isNumbered(db, organizationId)) return 0
      return runInTransaction(db, async (tx) => {
        if (!waits && !(await traits.tryTurn(tx, `log ${organizationId}`))) return 0
        await tx
          .insertInto('logHeads')
          .values({ organizationId, origin: `checkwright/${createTimeId()}`, size: 0, nodes: '' })
          // A change of nothing that locks the row.
          .onConflict((conflict) => conflict.column('organizationId').doUpdateSet({ organizationId }))
          .execute()
        const head = await ofOrganization(tx, organizationId)
          .selectFrom('logHeads')
          .selectAll()
          .executeTakeFirstOrThrow()
        let frontier = parseFrontier(head)
        const entries = await ofOrganization(tx, organizationId)
          .selectFrom('logEntries')
          .selectAll()
          .orderBy('id')
          .limit(limit)
          .execute()
        for (let from = 0; from < entries.length; from += rowsAtOnce)
          frontier = await numberEntries(tx, frontier, entries.slice(from, from + rowsAtOnce))
        if (entries.length > 0)
          await ofOrganization(tx, organizationId)
            .updateTable('logHeads')
            .set({ size: frontier.size, nodes: frontier.nodes.map(toText).join(' ') })
            .execute()
        return entries.length
      })
    },
    async findHead(organizationId) {
      const row = await ofOrganization(db, organizationId).selectFrom('logHeads').selectAll().executeTakeFirst()
      return row && { ...parseFrontier(row), origin: row.origin }
    },
    async findLeaf(organizationId, { kind, subject, below }) {
      const row = await ofOrganization(db, organizationId)
        .selectFrom('logLeaves')
        .selectAll()
        .where('subject', '=', subject)
        .where('kind', '=', kind)
        .$if(below !== undefined, (query) => query.where('number', '<', below ?? 0))
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row && toLeaf(row)
    },
    async listLeaves(organizationId, { from, limit }) {
      const rows = await ofOrganization(db, organizationId)
        .selectFrom('logLeaves')
        .selectAll()
        .where('number', '>=', from)
        .orderBy('number')
        .limit(limit)
        .execute()
      return rows.map(toLeaf)
    },
    async listUnended(organizationId, { from, beforeMs, limit }) {
      const rows = await db
        .selectFrom('logLeaves as began')
        .selectAll()
        .where(isOfOrganization('began', organizationId))
        .where('kind', '=', 'run.began')
        .where('number', '>=', from)
        .where('atMs', '<', beforeMs)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('logLeaves as ended')
                .select('ended.number')
                .where(isOfOrganization('ended', organizationId))
                .whereRef('ended.subject', '=', 'began.subject')
                .where('ended.kind', '=', 'run.ended'),
            ),
          ),
        )
        .orderBy('number')
        .limit(limit)
        .execute()
      return rows.map(toLeaf)
    },
    openNodes: (organizationId) => openNodes(db, organizationId),
    noteRestore: (atMs) =>
      runInTransaction(db, async (tx) => {
        const logs = await tx.selectFrom('logHeads').select('organizationId').execute()
        for (const { organizationId } of logs)
          await enterLog(tx, { kind: 'store.restored', organizationId, subject: 'store', atMs })
      }),
    forget: (organizationId, { from, to }) =>
      traits.runUnsynced(db, async (tx) => {
        await ofOrganization(tx, organizationId)
          .updateTable('logLeaves')
          .set({ record: null })
          .where('number', '>=', from)
          .where('number', '<', to)
          .where('record', 'is not', null)
          .execute()
      }),
  }
}

/** Who only reads a log then writes nothing, and waits for nobody. */
async function isNumbered(db: Kysely<Schema>, organizationId: string): Promise<boolean> {
  const head = await ofOrganization(db, organizationId)
    .selectFrom('logHeads')
    .select('size')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('logEntries').select('id').where(isOfOrganization('logEntries', organizationId)))),
    )
    .executeTakeFirst()
  return head !== undefined
}

async function numberEntries(
  tx: Kysely<Schema>,
  frontier: Frontier,
  entries: readonly Selectable<Schema['logEntries']>[],
): Promise<Frontier> {
  const [first] = entries
  if (first === undefined) return frontier
  const { organizationId } = first
  const hashes = entries.map(({ record }) => hashLeaf(computeLeafContent(record)))
  await tx
    .insertInto('logLeaves')
    .values(
      entries.map((entry, index) => ({
        ...entry,
        number: frontier.size + index,
        hash: toText(hashes[index] as Hash),
      })),
    )
    .execute()
  const nodes: { readonly organizationId: string; level: number; position: number; hash: string }[] = []
  const grown = appendLeaves(frontier, hashes, (level, position, hash) => {
    if (level % levelsPerStep === 0) nodes.push({ organizationId, level, position, hash: toText(hash) })
  })
  if (nodes.length > 0) await tx.insertInto('logNodes').values(nodes).execute()
  const ids = entries.map(({ id }) => id)
  await tx.deleteFrom('logEntries').where('id', 'in', ids).execute()
  return grown
}

function openNodes(db: Kysely<Schema>, organizationId: string): ReadNode {
  return async (level, index) => {
    const above = level % levelsPerStep
    const count = 2 ** above
    const from = index * count
    const stored = await readNodes(db, { organizationId, level: level - above, from, to: from + count })
    const [hash, ...rest] = appendLeaves(emptyFrontier, stored).nodes
    if (hash === undefined || rest.length > 0 || stored.length !== count)
      throw new StoreError(
        `Entries of the log are missing: it has no full subtree of level ${level} at ${index}. Compare it with a checkpoint that was kept.`,
        { code: 'LOG_DAMAGED' },
      )
    return hash
  }
}

async function readNodes(
  db: Kysely<Schema>,
  { organizationId, level, from, to }: { organizationId: string; level: number; from: number; to: number },
): Promise<readonly Hash[]> {
  const rows =
    level === 0
      ? await ofOrganization(db, organizationId)
          .selectFrom('logLeaves')
          .select('hash')
          .where('number', '>=', from)
          .where('number', '<', to)
          .orderBy('number')
          .execute()
      : await ofOrganization(db, organizationId)
          .selectFrom('logNodes')
          .select('hash')
          .where('level', '=', level)
          .where('position', '>=', from)
          .where('position', '<', to)
          .orderBy('position')
          .execute()
  return rows.map(({ hash }) => toHash(hash))
}

function toLeaf({ organizationId: _, number, atMs, hash, ...row }: Selectable<Schema['logLeaves']>): LogLeaf {
  return { ...row, number: Number(number), atMs: Number(atMs), hash: toHash(hash) }
}

function parseFrontier({ size, nodes }: Pick<Selectable<Schema['logHeads']>, 'size' | 'nodes'>): Frontier {
  return { size: Number(size), nodes: nodes === '' ? [] : nodes.split(' ').map(toHash) }
}

function toText(hash: Hash): string {
  return Buffer.from(hash).toString('base64')
}

function toHash(text: string): Hash {
  return Buffer.from(text, 'base64')
}
