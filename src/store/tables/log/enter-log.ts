import type { Kysely } from 'kysely'
import { v7 } from 'uuid'
import { formatLogRecord, type LogEvent } from '../../../evidence/log/log-entry.ts'
import type { Schema } from '../../sql/tables.ts'

/**
 * Enters what happens, in its own transaction: either both are there or none. The place in the log follows within a second,
 * so that nothing that happens waits for its turn.
 */
export async function enterLog(tx: Kysely<Schema>, ...events: readonly LogEvent[]): Promise<void> {
  if (events.length === 0) return
  await tx
    .insertInto('logEntries')
    .values(
      events.map((event) => {
        const id = v7()
        const { organizationId, kind, subject, atMs } = event
        return { id, organizationId, kind, subject, atMs, record: formatLogRecord(id, event) }
      }),
    )
    .execute()
}
