import { indexFailing, type Migration } from './migration.ts'

/** What lists are filtered by beside their order, so that a page of a long one is read by an index. */
export const longLists: Migration = {
  version: 39,
  name: 'long-lists',
  async up(db) {
    for (const [name, [table, ...columns]] of Object.entries(indexes))
      await db.schema.createIndex(name).on(table).columns(columns).execute()
    await indexFailing(db, ofFailing)
  },
}

const indexes = {
  runs_by_status: ['runs', 'organization_id', 'status', 'started_at_ms', 'id'],
  // A database without statistics would otherwise take any index of the organization.
  findings_of_connection: ['findings', 'organization_id', 'connection_id', 'changed_at_ms', 'id'],
  // Of all states: those that fail alone have their own.
  findings_all_by_due: ['findings', 'organization_id', 'due_at_ms', 'id'],
  findings_all_by_urgency: ['findings', 'organization_id', 'urgency', 'due_at_ms', 'id'],
  connections_of_connector: ['connections', 'organization_id', 'connector_id', 'connector_sha256', 'state'],
  newest_outcomes_by_status: ['newest_outcomes', 'status', 'connection_id', 'check_id'],
  audit_entries_of_action: ['audit_entries', 'organization_id', 'action', 'at_ms', 'id'],
  audit_entries_of_actor: ['audit_entries', 'organization_id', 'actor_id', 'at_ms', 'id'],
  audit_entries_of_target: ['audit_entries', 'organization_id', 'target', 'at_ms', 'id'],
} as const

const ofFailing = {
  findings_of_connector: ['organization_id', 'connector_id', 'check_id', 'changed_at_ms', 'id'],
  findings_of_severity: ['organization_id', 'urgency', 'changed_at_ms', 'id'],
} as const
