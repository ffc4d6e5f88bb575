import { type Kysely, type Selectable, sql } from 'kysely'
import type { JudgementChoice, JudgementStore, StoredJudgement } from '../../../checks/judgements/judgement-store.ts'
import { taskSourceId } from '../../../define/index.ts'
import { avoidTextIndex } from '../../../service/store/sql/avoid-index.ts'
import { countRows } from '../../../service/store/sql/count-rows.ts'
import { insertWithin, type Room } from '../../../service/store/sql/insert-within.ts'
import { parseJsonText, toJsonText } from '../../../service/store/sql/json-text.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import { sortNewest } from '../../../service/store/sql/older-than.ts'
import { isOneOf } from '../../../service/store/sql/prepare-statement.ts'
import type { SqlTraits } from '../../../service/store/sql/sql-traits.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { ensureOrganizationSubject } from '../../../service/store/tables/organization-subject.ts'
import { lockConnection } from '../../connections/store/lock-connection.ts'
import { enterLog } from '../../log/store/enter-log.ts'
import type { DecisionChange, DecisionHooks } from './decision-changed.ts'
import { toJudgementInForce } from './judged-row.ts'
import { isInForceAt } from './judgements-in-force.ts'

const listed = 100

export function createJudgementStore(db: Kysely<Schema>, traits: SqlTraits, hooks: DecisionHooks): JudgementStore {
  return {
    insert: (records, max = Number.POSITIVE_INFINITY) => {
      const { connectionId, organizationId, createdAtMs } = records
      const room: Room = {
        turn: `judgements ${organizationId}`,
        max,
        count: (tx) => countInForce(tx, { organizationId, atMs: createdAtMs, max }),
      }
      return insertWithin(db, traits, room, async (tx) => {
        if (connectionId === organizationId)
          await ensureOrganizationSubject(tx, { organizationId, nowMs: records.createdAtMs })
        await lockConnection(tx, connectionId)
        const nowMs = await findNextTime(tx, records)
        const made = { ...records, createdAtMs: nowMs, at: new Date(nowMs).toISOString() }
        const { by, at: _, files, result, ...judgement } = made
        await tx
          .insertInto('judgements')
          .values({ ...judgement, judgedBy: by, files: toJsonText(files), result: toJsonText(result) })
          .execute()
        const { id: subject, ...content } = judgement
        await hooks['decision.changed'](tx, toDecisionChange(judgement, { judgementId: subject, atMs: nowMs }))
        await enterLog(tx, {
          kind: 'judgement.made',
          organizationId,
          subject,
          atMs: nowMs,
          content: { ...content, by, files, result },
        })
        return made
      })
    },
    async find(id, organizationId, { atMs } = {}) {
      const row = await ofOrganization(db, organizationId)
        .selectFrom('judgements')
        .selectAll()
        .where('id', '=', id)
        .$if(atMs !== undefined, (query) => query.where('createdAtMs', '<=', atMs ?? 0))
        .executeTakeFirst()
      return row && toMadeBy(toStoredJudgement(row), atMs)
    },
    async list({ limit = listed, before, ...choice }) {
      const { findingIds, madeByMs } = choice
      if (findingIds?.length === 0) return []
      const query = selectJudgements(db, choice).selectAll().$call(sortNewest('createdAtMs', before)).limit(limit)
      const rows = await query.execute()
      return rows.map(toStoredJudgement).map((judgement) => toMadeBy(judgement, madeByMs))
    },
    async count(choice) {
      if (choice.findingIds?.length === 0) return 0
      return countRows(db, selectJudgements(db, choice))
    },
    async listInForce({ organizationId, connectionId, connectionIds, ofResults = false, atMs }) {
      if (connectionIds?.length === 0) return []
      // The organization itself has a judgement of each statement of its obligations, and few of results.
      const isByConnection = connectionIds !== undefined && !connectionIds.includes(organizationId)
      const rows = await db
        .selectFrom('judgements')
        .select(['id', 'connectionId', 'findingId', 'decision', 'judgedBy', 'createdAtMs', 'reason', 'files'])
        .select(['expires', 'evidenceSha256'])
        // SQLite would read all of the organization, and not some of its connections.
        .where(
          isByConnection ? avoidTextIndex('organizationId') : sql.ref<string>('organizationId'),
          '=',
          organizationId,
        )
        .$if(connectionId !== undefined, (query) => query.where('connectionId', '=', connectionId ?? ''))
        .$if(connectionIds !== undefined, (query) =>
          query.where(isOneOf(db, 'judgements.connectionId', connectionIds ?? [])),
        )
        // Literally as in the partial index.
        .$if(ofResults, (query) => query.where('connectorId', '<>', sql.lit(taskSourceId)))
        .where(isInForceAt(atMs))
        .orderBy('id')
        .execute()
      return rows.map(toJudgementInForce)
    },
    async listOfStatements({ organizationId, taskIds, statementIds, madeByMs }) {
      if (taskIds?.length === 0 || statementIds?.length === 0) return []
      const rows = await db
        .selectFrom('judgements')
        // PostgreSQL would read all of the organization's statements, and not some.
        .where(statementIds ? avoidTextIndex('organizationId') : sql.ref<string>('organizationId'), '=', organizationId)
        // Literally as in the partial index.
        .where('connectorId', '=', sql.lit(taskSourceId))
        .$if(taskIds !== undefined, (query) => query.where(isOneOf(db, 'checkId', taskIds ?? [])))
        .$if(madeByMs !== undefined, (query) => query.where('createdAtMs', '<=', madeByMs ?? 0))
        .$if(statementIds !== undefined, (query) => query.where(isOneOf(db, 'runId', statementIds ?? [])))
        .select(['id', 'runId', 'decision', 'judgedBy', 'createdAtMs', 'expires', 'evidenceSha256', 'withdrawnAtMs'])
        .execute()
      // SQLite would read all judgements in this order.
      const newestFirst = rows.toSorted((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1))
      return newestFirst.map(({ judgedBy: by, createdAtMs: _, ...row }) => ({
        ...row,
        by,
        withdrawnAtMs: toWithdrawnAt(row, madeByMs),
      }))
    },
    withdraw: ({ id, organizationId }, { atMs, by }) =>
      runInTransaction(db, async (tx) => {
        const withdrawn = await ofOrganization(tx, organizationId)
          .updateTable('judgements')
          .set({ withdrawnAtMs: atMs, withdrawnBy: by })
          .where('id', '=', id)
          .where('withdrawnAtMs', 'is', null)
          .returning(['organizationId', 'connectionId', 'connectorId', 'checkId', 'findingId'])
          .executeTakeFirst()
        if (withdrawn) {
          await lockConnection(tx, withdrawn.connectionId)
          await hooks['decision.changed'](tx, { ...withdrawn, judgementId: id, atMs })
          await enterLog(tx, { kind: 'judgement.withdrawn', organizationId, subject: id, atMs })
        } else if (!(await createJudgementStore(tx, traits, hooks).find(id, organizationId))) return false
        return true
      }),
  }
}

function toDecisionChange(
  { organizationId, connectionId, connectorId, checkId, findingId }: Omit<DecisionChange, 'judgementId' | 'atMs'>,
  { judgementId, atMs }: Pick<DecisionChange, 'judgementId' | 'atMs'>,
): DecisionChange {
  return { organizationId, connectionId, connectorId, checkId, findingId, judgementId, atMs }
}

/** Its own time, unless the one before would count as newer. */
async function findNextTime(
  tx: Kysely<Schema>,
  { organizationId, findingId, createdAtMs, id }: StoredJudgement,
): Promise<number> {
  const newer = await ofOrganization(tx, organizationId)
    .selectFrom('judgements')
    .select('createdAtMs')
    .where('findingId', '=', findingId)
    .where(sql<boolean>`(created_at_ms, id) > (${createdAtMs}, ${id})`)
    .orderBy('createdAtMs', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newer ? newer.createdAtMs + 1 : createdAtMs
}

function selectJudgements(
  db: Kysely<Schema>,
  { organizationId, holds, madeByMs, fileId, findingIds, ...equal }: JudgementChoice,
) {
  let query = ofOrganization(db, organizationId).selectFrom('judgements')
  for (const member of ['connectionId', 'connectorId', 'checkId', 'decision'] as const)
    if (equal[member] !== undefined) query = query.where(member, '=', equal[member])
  if (findingIds) query = query.where('findingId', 'in', findingIds)
  if (fileId !== undefined)
    query = query
      // An id of ours has no character that a pattern would take for another.
      .where('files', 'like', `%"id":${JSON.stringify(fileId)}%`)
      // Literally as in the partial index: most have no files.
      .where('files', '<>', sql.lit('[]'))
  if (madeByMs !== undefined) query = query.where('createdAtMs', '<=', madeByMs)
  if (holds) query = query.where((eb) => (holds.is ? isInForceAt(holds.atMs)(eb) : eb.not(isInForceAt(holds.atMs)(eb))))
  return query
}

/** As it was at a time: one that was withdrawn later was not withdrawn then. */
function toMadeBy(judgement: StoredJudgement, atMs: number | undefined): StoredJudgement {
  const withdrawnAtMs = toWithdrawnAt(judgement, atMs)
  return withdrawnAtMs === judgement.withdrawnAtMs ? judgement : { ...judgement, withdrawnAtMs, withdrawnBy: null }
}

function toWithdrawnAt(
  { withdrawnAtMs }: Pick<StoredJudgement, 'withdrawnAtMs'>,
  atMs: number | undefined,
): number | null {
  return atMs === undefined || withdrawnAtMs === null || withdrawnAtMs <= atMs ? withdrawnAtMs : null
}

function toStoredJudgement({ judgedBy, files, result, ...row }: Selectable<Schema['judgements']>): StoredJudgement {
  return {
    ...row,
    by: judgedBy,
    at: new Date(row.createdAtMs).toISOString(),
    files: parseJsonText(files, 'judgements.files'),
    result: parseJsonText(result, 'judgements.result'),
  }
}

/** Those that hold at that time, up to one more than `max`. */
function countInForce(
  db: Kysely<Schema>,
  { organizationId, atMs, max }: { readonly organizationId: string; readonly atMs: number; readonly max: number },
): Promise<number> {
  return countRows(db, ofOrganization(db, organizationId).selectFrom('judgements').where(isInForceAt(atMs)), max)
}
