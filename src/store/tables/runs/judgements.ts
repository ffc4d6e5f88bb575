import { type ExpressionBuilder, type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
import { formatDay } from '../../../checks/findings/due.ts'
import type { JudgementChoice, JudgementStore, StoredJudgement } from '../../../checks/judgements/judgement-store.ts'
import { parseJsonText, toJsonText } from '../../sql/json-text.ts'
import { selectOlderThan } from '../../sql/older-than.ts'
import type { Schema } from '../../sql/tables.ts'

const listed = 100

export function createJudgementStore(db: Kysely<Schema>): JudgementStore {
  return {
    async insert({ by, at: _, files, result, ...judgement }) {
      await db
        .insertInto('judgements')
        .values({ ...judgement, judgedBy: by, files: toJsonText(files), result: toJsonText(result) })
        .execute()
    },
    async find(id, organizationId, { atMs } = {}) {
      const row = await db
        .selectFrom('judgements')
        .selectAll()
        .where('id', '=', id)
        .where('organizationId', '=', organizationId)
        .$if(atMs !== undefined, (query) => query.where('createdAtMs', '<=', atMs ?? 0))
        .executeTakeFirst()
      return row && toMadeBy(toStoredJudgement(row), atMs)
    },
    async list({ limit = listed, before, ...choice }) {
      const { findingIds, madeByMs } = choice
      if (findingIds?.length === 0) return []
      let query = selectJudgements(db, choice)
        .selectAll()
        .orderBy('createdAtMs', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
      if (before)
        query = query.where(
          selectOlderThan({ at: 'createdAtMs', id: 'id' }, { atMs: before.createdAtMs, id: before.id }),
        )
      const rows = await query.execute()
      return rows.map(toStoredJudgement).map((judgement) => toMadeBy(judgement, madeByMs))
    },
    async count(choice) {
      if (choice.findingIds?.length === 0) return 0
      const { count } = await selectJudgements(db, choice)
        .select(({ fn }) => fn.countAll<number | string | bigint>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    async listHeld({ organizationId, connectionId, atMs }) {
      const rows = await db
        .selectFrom('judgements')
        .select(['id', 'connectionId', 'findingId', 'decision', 'judgedBy', 'createdAtMs', 'reason', 'files'])
        .select(['expires', 'evidenceSha256'])
        .where('organizationId', '=', organizationId)
        .$if(connectionId !== undefined, (query) => query.where('connectionId', '=', connectionId ?? ''))
        .where(isHeldAt(atMs))
        .orderBy('id')
        .execute()
      return rows.map(({ judgedBy: by, createdAtMs, files, ...judgement }) => ({
        ...judgement,
        by,
        at: new Date(createdAtMs).toISOString(),
        files: parseJsonText(files, 'judgements.files'),
      }))
    },
    async countHeld(organizationId, atMs) {
      const { count } = await db
        .selectFrom('judgements')
        .select(({ fn }) => fn.countAll<number | string | bigint>().as('count'))
        .where('organizationId', '=', organizationId)
        .where(isHeldAt(atMs))
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    async withdraw({ id, organizationId }, { atMs, by }) {
      const withdrawn = await db
        .updateTable('judgements')
        .set(({ fn, val }) => ({
          withdrawnAtMs: fn.coalesce('withdrawnAtMs', val(atMs)),
          withdrawnBy: fn.coalesce('withdrawnBy', val(by)),
        }))
        .where('id', '=', id)
        .where('organizationId', '=', organizationId)
        .executeTakeFirstOrThrow()
      return withdrawn.numUpdatedRows > 0n
    },
  }
}

function selectJudgements(
  db: Kysely<Schema>,
  { organizationId, holds, madeByMs, fileId, findingIds, ...equal }: JudgementChoice,
) {
  let query = db.selectFrom('judgements').where('organizationId', '=', organizationId)
  for (const member of ['connectionId', 'connectorId', 'checkId', 'decision'] as const)
    if (equal[member] !== undefined) query = query.where(member, '=', equal[member])
  if (findingIds) query = query.where('findingId', 'in', findingIds)
  // An id of ours has no character that a pattern would take for another.
  if (fileId !== undefined) query = query.where('files', 'like', `%"id":${JSON.stringify(fileId)}%`)
  if (madeByMs !== undefined) query = query.where('createdAtMs', '<=', madeByMs)
  if (holds) query = query.where((eb) => (holds.is ? isHeldAt(holds.atMs)(eb) : eb.not(isHeldAt(holds.atMs)(eb))))
  return query
}

/** Whether a judgement is the newest of its finding, was not withdrawn and is not over, at a time. */
function isHeldAt(atMs: number) {
  const day = formatDay(atMs)
  return ({ and, or, not, exists, eb, selectFrom }: ExpressionBuilder<Schema, 'judgements'>) =>
    and([
      eb('judgements.createdAtMs', '<=', atMs),
      or([eb('judgements.withdrawnAtMs', 'is', null), eb('judgements.withdrawnAtMs', '>', atMs)]),
      // Days compare as text.
      eb('judgements.expires', '>=', day),
      not(
        exists(
          selectFrom('judgements as later')
            .select('later.id')
            .whereRef('later.organizationId', '=', 'judgements.organizationId')
            .whereRef('later.findingId', '=', 'judgements.findingId')
            .where('later.createdAtMs', '<=', atMs)
            .where(
              sql<SqlBool>`(later.created_at_ms > judgements.created_at_ms
                or (later.created_at_ms = judgements.created_at_ms and later.id > judgements.id))`,
            ),
        ),
      ),
    ])
}

/** As it was at a time: one that was withdrawn later was not withdrawn then. */
function toMadeBy(judgement: StoredJudgement, atMs: number | undefined): StoredJudgement {
  const { withdrawnAtMs } = judgement
  return atMs === undefined || withdrawnAtMs === null || withdrawnAtMs <= atMs
    ? judgement
    : { ...judgement, withdrawnAtMs: null, withdrawnBy: null }
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
