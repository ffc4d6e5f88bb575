import type { Kysely } from 'kysely'
import { type AuditStore, clipFields } from '../../workspace/audit.ts'
import { parseJsonText, toJsonText } from '../sql/json-text.ts'
import { selectOlderThan } from '../sql/older-than.ts'
import type { Schema } from '../sql/tables.ts'

export function auditStore(db: Kysely<Schema>): AuditStore {
  return {
    async insert({ actor, fields, ...entry }) {
      await db
        .insertInto('auditEntries')
        .values({ ...entry, actorType: actor.type, actorId: actor.id, fields: toJsonText(clipFields(fields)) })
        .execute()
    },
    async complete(id, outcome) {
      await db.updateTable('auditEntries').set(outcome).where('id', '=', id).execute()
    },
    async list({ organizationId, limit, before }) {
      const rows = await db
        .selectFrom('auditEntries')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .$if(before !== undefined, (query) =>
          query.where(selectOlderThan({ at: 'atMs', id: 'id' }, { atMs: before?.atMs ?? 0, id: before?.id ?? '' })),
        )
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
