import { type Insertable, type Kysely, sql } from 'kysely'
import { type AuditStore, clipFields } from '../../workspace/audit.ts'
import { parseJsonText, toJsonText } from '../sql/json-text.ts'
import { selectOlderThan } from '../sql/older-than.ts'
import { type Placeholders, prepareStatement } from '../sql/prepare-statement.ts'
import { SharedTransactions } from '../sql/shared-transactions.ts'
import type { Schema } from '../sql/tables.ts'

type AuditRow = Insertable<Schema['auditEntries']>

const insertEntry = prepareStatement((db, given: Placeholders<AuditRow>) =>
  db.insertInto('auditEntries').values({
    id: given('id'),
    organizationId: given('organizationId'),
    actorType: given('actorType'),
    actorId: given('actorId'),
    action: given('action'),
    target: given('target'),
    fields: given('fields'),
    requestId: given('requestId'),
    atMs: given('atMs'),
    status: given('status'),
  }),
)

const completeEntry = prepareStatement((db, given: Placeholders<Pick<AuditRow, 'id' | 'target' | 'status'>>) =>
  db
    .updateTable('auditEntries')
    .set({ target: given('target'), status: given('status') })
    .where('id', '=', given('id')),
)

export function auditStore(db: Kysely<Schema>): AuditStore {
  const changes = new SharedTransactions(db)
  return {
    async insert({ actor, fields, ...entry }) {
      const row = { ...entry, actorType: actor.type, actorId: actor.id, fields: toJsonText(clipFields(fields)) }
      await changes.run((tx) => insertEntry(tx, row), { isOneStatement: true })
    },
    async complete(id, outcome) {
      await changes.run((tx) => completeEntry(tx, { id, ...outcome }), { isOneStatement: true })
    },
    async list({ organizationId, limit, before, action, actorId, target, fromMs, toMs }) {
      const rows = await db
        .selectFrom('auditEntries')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .$if(before !== undefined, (query) =>
          query.where(selectOlderThan({ at: 'atMs', id: 'id' }, { atMs: before?.atMs ?? 0, id: before?.id ?? '' })),
        )
        .$if(action !== undefined, (query) =>
          query.where(({ or, eb }) =>
            // The range of what begins with it and a dot, which the index of neither database has to know.
            or([
              eb('action', '=', action ?? ''),
              eb(sql<string>`substr(action, 1, ${(action ?? '').length + 1})`, '=', `${action}.`),
            ]),
          ),
        )
        .$if(actorId !== undefined, (query) => query.where('actorId', '=', actorId ?? ''))
        .$if(target !== undefined, (query) => query.where('target', '=', target ?? ''))
        .$if(fromMs !== undefined, (query) => query.where('atMs', '>=', fromMs ?? 0))
        .$if(toMs !== undefined, (query) => query.where('atMs', '<=', toMs ?? 0))
        .orderBy('atMs', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ actorType: type, actorId, fields, ...row }) => ({
        ...row,
        actor: { type, id: actorId },
        fields: parseJsonText(fields, 'audit_entries.fields'),
      }))
    },
  }
}
