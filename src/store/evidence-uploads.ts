import type { Kysely } from 'kysely'
import type { EvidenceUploadStore } from '../workspace/evidence-uploads.ts'
import { insertFile } from './files.ts'
import type { Schema } from './schema.ts'
import { inTransaction } from './transaction.ts'

export function evidenceUploadStore(db: Kysely<Schema>): EvidenceUploadStore {
  return {
    insert: ({ formType, file }) =>
      inTransaction(db, async (tx) => {
        await insertFile(tx, file)
        await tx
          .insertInto('evidenceUploads')
          .values({ fileId: file.id, organizationId: file.organizationId, formType })
          .execute()
      }),
  }
}
