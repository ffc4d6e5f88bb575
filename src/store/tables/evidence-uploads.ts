import type { Kysely } from 'kysely'
import type { EvidenceUploadStore } from '../../workspace/evidence-uploads.ts'
import type { Schema } from '../sql/tables.ts'
import { runInTransaction } from '../sql/transaction.ts'
import { insertFile } from './files.ts'

export function createEvidenceUploadStore(db: Kysely<Schema>): EvidenceUploadStore {
  return {
    insert: ({ formType, file }) =>
      runInTransaction(db, async (tx) => {
        await insertFile(tx, file)
        await tx
          .insertInto('evidenceUploads')
          .values({ fileId: file.id, organizationId: file.organizationId, formType })
          .execute()
      }),
  }
}
