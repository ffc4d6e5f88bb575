import type { Kysely } from 'kysely'
import { type EvidenceUpload, type EvidenceUploadStore, runBundleForm } from '../../workspace/files/evidence-uploads.ts'
import type { FileRecord } from '../../workspace/files/files.ts'
import { selectOlderThan } from '../sql/older-than.ts'
import type { Schema } from '../sql/tables.ts'
import { runInTransaction } from '../sql/transaction.ts'
import { insertFile } from './files.ts'

const listed = 100

export function createEvidenceUploadStore(db: Kysely<Schema>): EvidenceUploadStore {
  const selectUploads = (organizationId: string) =>
    db
      .selectFrom('evidenceUploads')
      .innerJoin('files', 'files.id', 'evidenceUploads.fileId')
      .selectAll('files')
      .select('evidenceUploads.formType')
      .where('evidenceUploads.organizationId', '=', organizationId)
      .where('evidenceUploads.formType', '<>', runBundleForm)
  return {
    insert: ({ formType, file }) =>
      runInTransaction(db, async (tx) => {
        await insertFile(tx, file)
        await tx
          .insertInto('evidenceUploads')
          .values({ fileId: file.id, organizationId: file.organizationId, formType })
          .execute()
      }),
    async list({ organizationId, formType, within, limit = listed, before }) {
      const rows = await selectUploads(organizationId)
        .$if(formType !== undefined, (query) => query.where('evidenceUploads.formType', '=', formType ?? ''))
        .$if(within !== undefined, (query) =>
          query
            .where('files.createdAtMs', '>=', within?.fromMs ?? 0)
            .where('files.createdAtMs', '<=', within?.toMs ?? 0),
        )
        .$if(before !== undefined, (query) =>
          query.where(
            selectOlderThan(
              { at: 'files.createdAtMs', id: 'files.id' },
              { atMs: before?.createdAtMs ?? 0, id: before?.id ?? '' },
            ),
          ),
        )
        .orderBy('files.createdAtMs', 'desc')
        .orderBy('files.id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toUpload)
    },
    async find(fileId, organizationId) {
      const row = await selectUploads(organizationId).where('files.id', '=', fileId).executeTakeFirst()
      return row && toUpload(row)
    },
  }
}

function toUpload({ formType, ...file }: FileRecord & { readonly formType: string }): EvidenceUpload {
  return { formType, file }
}
