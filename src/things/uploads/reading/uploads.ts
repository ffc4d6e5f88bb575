import { ApiError, mayBeStored } from '../../../errors/index.ts'
import type { EvidenceUpload } from '../../../service/files/evidence-uploads.ts'
import type { FileRecord } from '../../../service/files/files.ts'
import { type StoredBytes, toFileRecord } from '../../../service/files/keep-file.ts'
import { findKnownTime, type PeriodLimit } from '../../../service/rights/period.ts'
import type { HostParts } from '../../api/parts/host-parts.ts'

type UploadFacts = Pick<FileRecord, 'organizationId' | 'userId' | 'name' | 'type'> &
  Pick<EvidenceUpload, 'formType'> & { readonly stored: StoredBytes }

/** Names bytes that are stored already. If that fails, they are deleted, unless the name may be stored. */
export async function saveUpload(
  { runtime: { workspace }, objects }: Pick<HostParts, 'runtime' | 'objects'>,
  { formType, stored, ...facts }: UploadFacts,
): Promise<EvidenceUpload> {
  const upload = { formType, file: toFileRecord(stored, { ...facts, createdAtMs: workspace.clock.nowMs() }) }
  try {
    await workspace.evidenceUploads.insert(upload)
  } catch (error) {
    if (!mayBeStored(error))
      await objects.delete({ organizationId: facts.organizationId, key: stored.objectKey }).catch(() => undefined)
    throw error
  }
  return upload
}

/**
 * An uploaded file. Somebody who is limited to a period sees those of its days, and those that judgements rest on which
 * they see.
 * @throws ApiError 404, for another organization's too
 */
export async function demandUpload(
  { workspace, judgements }: HostParts['runtime'],
  limit: PeriodLimit,
  id: string,
): Promise<EvidenceUpload> {
  const { organizationId } = limit
  const upload = await workspace.evidenceUploads.find(id, organizationId)
  const within = findKnownTime(limit, workspace.clock.nowMs())
  if (upload && isVisible(upload)) return upload
  if (
    upload &&
    within &&
    (await judgements.list({ organizationId, fileId: id, atMs: within.toMs, limit: 1 })).length > 0
  )
    return upload
  throw new ApiError('There is no such file.', { code: 'NOT_FOUND' })

  function isVisible({ file: { createdAtMs } }: EvidenceUpload): boolean {
    return within === undefined || (within.fromMs <= createdAtMs && createdAtMs <= within.toMs)
  }
}
