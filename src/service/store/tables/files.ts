import type { Kysely } from 'kysely'
import type { FileRecord, FileStore } from '../../files/files.ts'
import { ofOrganization } from '../sql/of-organization.ts'
import type { Schema } from '../sql/tables.ts'

export function createFileStore(db: Kysely<Schema>): FileStore {
  return {
    find: (id) => db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst(),
    async sumBytes(organizationId) {
      const row = await ofOrganization(db, organizationId)
        .selectFrom('files')
        .select(({ fn }) => fn.sum('sizeBytes').as('bytes'))
        .executeTakeFirstOrThrow()
      return Number(row.bytes ?? 0)
    },
  }
}

/** In the caller's transaction, together with the row that refers to it. */
export async function insertFile(db: Kysely<Schema>, file: FileRecord): Promise<void> {
  await db.insertInto('files').values(file).execute()
}
