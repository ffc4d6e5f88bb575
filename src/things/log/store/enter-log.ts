import type { Kysely } from 'kysely'
import { formatLogRecord, type LogEvent } from '../../../evidence/log/log-entry.ts'
import { type Placeholders, prepareRows } from '../../../service/store/sql/prepare-statement.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { createTimeId } from '../../../text/create-time-id.ts'

/**
 * Enters what happens, in its own transaction: either both are there or none. The place in the log follows within a second,
 * so that nothing that happens waits for its turn.
 */
export async function enterLog(tx: Kysely<Schema>, ...events: readonly LogEvent[]): Promise<void> {
  const rows = events.map((event) => {
    const id = createTimeId()
    const { organizationId, kind, subject, atMs } = event
    return { id, organizationId, kind, subject, atMs, record: formatLogRecord(id, event) }
  })
  await insertEntries(tx, rows)
}

const insertEntries = prepareRows((db, rows: readonly Placeholders<Schema['logEntries']>[]) =>
  db.insertInto('logEntries').values(
    rows.map((row) => ({
      id: row('id'),
      organizationId: row('organizationId'),
      kind: row('kind'),
      subject: row('subject'),
      atMs: row('atMs'),
      record: row('record'),
    })),
  ),
)
