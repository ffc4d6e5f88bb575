import type { Insertable, Kysely, Selectable } from 'kysely'
import { type AuditEntry, type AuditStore, clipFields } from '../../../service/records/audit.ts'
import { parseJsonText, toJsonText } from '../../../service/store/sql/json-text.ts'
import { listDistinct } from '../../../service/store/sql/list-distinct.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import { sortNewest } from '../../../service/store/sql/older-than.ts'
import { type Placeholders, prepareStatement } from '../../../service/store/sql/prepare-statement.ts'
import { SharedTransactions } from '../../../service/store/sql/shared-transactions.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'

type AuditRow = Insertable<Schema['auditEntries']>

const insertRow = prepareStatement((db, params: Placeholders<AuditRow>) =>
  db.insertInto('auditEntries').values({
    id: params('id'),
    organizationId: params('organizationId'),
    actorType: params('actorType'),
    actorId: params('actorId'),
    action: params('action'),
    target: params('target'),
    fields: params('fields'),
    requestId: params('requestId'),
    atMs: params('atMs'),
    status: params('status'),
  }),
)

const completeEntry = prepareStatement((db, params: Placeholders<Pick<AuditRow, 'id' | 'target' | 'status'>>) =>
  db
    .updateTable('auditEntries')
    .set({ target: params('target'), status: params('status') })
    .where('id', '=', params('id')),
)

/** Within the transaction of the change, or by itself. */
export async function insertAuditEntry(tx: Kysely<Schema>, { actor, fields, ...entry }: AuditEntry): Promise<void> {
  const row = { ...entry, actorType: actor.type, actorId: actor.id, fields: toJsonText(clipFields(fields)) }
  await insertRow(tx, row)
}

export function auditStore(db: Kysely<Schema>): AuditStore {
  const changes = new SharedTransactions(db)
  return {
    insert: (entry) => changes.run((tx) => insertAuditEntry(tx, entry), { isOneStatement: true }),
    async complete(id, outcome) {
      await changes.run((tx) => completeEntry(tx, { id, ...outcome }), { isOneStatement: true })
    },
    async list({ action, ...filter }) {
      if (action === undefined) return (await selectEntries(db, filter).execute()).map(toEntry)
      const actions = await listDistinct(db, { table: 'auditEntries', column: 'action' }, filter)
      // Each by itself, so that an index has the newest of it; rare ones would be looked for among all otherwise.
      const [first, ...others] = actions
        .filter((each) => each === action || each.startsWith(`${action}.`))
        .map((each) => db.selectFrom(selectEntries(db, filter).where('action', '=', each).as('one')).selectAll())
      if (first === undefined) return []
      const all = others.reduce((before, each) => before.unionAll(each), first)
      const rows = await db
        .selectFrom(all.as('auditEntries'))
        .selectAll()
        .$call(sortNewest('atMs'))
        .limit(filter.limit)
        .execute()
      return rows.map(toEntry)
    },
  }
}

function selectEntries(
  db: Kysely<Schema>,
  { organizationId, limit, before, actorId, target, fromMs, toMs }: Omit<Parameters<AuditStore['list']>[0], 'action'>,
) {
  return ofOrganization(db, organizationId)
    .selectFrom('auditEntries')
    .selectAll()
    .$if(actorId !== undefined, (query) => query.where('actorId', '=', actorId ?? ''))
    .$if(target !== undefined, (query) => query.where('target', '=', target ?? ''))
    .$if(fromMs !== undefined, (query) => query.where('atMs', '>=', fromMs ?? 0))
    .$if(toMs !== undefined, (query) => query.where('atMs', '<=', toMs ?? 0))
    .$call(sortNewest('atMs', before))
    .limit(limit)
}

function toEntry({ actorType: type, actorId, fields, ...row }: Selectable<Schema['auditEntries']>): AuditEntry {
  return { ...row, actor: { type, id: actorId }, fields: parseJsonText(fields, 'audit_entries.fields') }
}
