import { type Kysely, sql } from 'kysely'
import {
  type EvidenceUpload,
  type EvidenceUploadStore,
  runBundleForm,
} from '../../../service/files/evidence-uploads.ts'
import type { FileRecord } from '../../../service/files/files.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import { selectOlderThan } from '../../../service/store/sql/older-than.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { insertFile } from '../../../service/store/tables/files.ts'

const listed = 100

export function createEvidenceUploadStore(db: Kysely<Schema>): EvidenceUploadStore {
  const selectUploads = (organizationId: string) =>
    ofOrganization(db, organizationId)
      .selectFrom('evidenceUploads')
      .innerJoin('files', 'files.id', 'evidenceUploads.fileId')
      .selectAll('files')
      .select('evidenceUploads.formType')
      // Literally, as the partial index has it.
      .where('evidenceUploads.formType', '<>', sql.lit(runBundleForm))
  return {
    insert: ({ formType, file }) =>
      runInTransaction(db, async (tx) => {
        await insertFile(tx, file)
        await tx
          .insertInto('evidenceUploads')
          .values({ fileId: file.id, organizationId: file.organizationId, formType, createdAtMs: file.createdAtMs })
          .execute()
      }),
    async list({ organizationId, formType, within, limit = listed, before }) {
      const rows = await selectUploads(organizationId)
        .$if(formType !== undefined, (query) => query.where('evidenceUploads.formType', '=', formType ?? ''))
        .$if(within !== undefined, (query) =>
          query
            .where('evidenceUploads.createdAtMs', '>=', within?.fromMs ?? 0)
            .where('evidenceUploads.createdAtMs', '<=', within?.toMs ?? 0),
        )
        .$if(before !== undefined, (query) =>
          query.where(
            selectOlderThan(
              { at: 'evidenceUploads.createdAtMs', id: 'evidenceUploads.fileId' },
              { atMs: before?.createdAtMs ?? 0, id: before?.id ?? '' },
            ),
          ),
        )
        .orderBy('evidenceUploads.createdAtMs', 'desc')
        .orderBy('evidenceUploads.fileId', 'desc')
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
