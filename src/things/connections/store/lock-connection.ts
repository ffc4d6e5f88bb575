import type { Kysely } from 'kysely'
import type { Schema } from '../../../service/store/sql/tables.ts'

/**
 * Who ends a run or judges a result holds the connection to the end of the transaction, so that neither goes by what the
 * other changes.
 */
export async function lockConnection(tx: Kysely<Schema>, connectionId: string): Promise<void> {
  await tx
    .updateTable('connections')
    .set(({ ref }) => ({ unwell: ref('unwell') }))
    .where('id', '=', connectionId)
    .execute()
}
