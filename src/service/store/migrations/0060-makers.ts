import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Who made what acts later, so that it never has more rights than they have then. Of invitations, links and issuers that were made before,
 * nobody knows it.
 */
export const makers: Migration = {
  version: 60,
  name: 'makers',
  async up(db) {
    for (const [table, column] of [
      ['invitations', 'invited_by'],
      ['sign_in_links', 'made_by'],
      ['sign_in_issuers', 'created_by'],
      ['webhooks', 'details_by'],
    ] as const)
      await db.schema.alterTable(table).addColumn(column, 'text').execute()
    await sql`update webhooks set details_by = created_by where details = 1`.execute(db)
  },
}
