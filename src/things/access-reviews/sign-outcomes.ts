import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { StoredAccessReview } from '../../crosscheck/reviews/access-review.ts'
import { buildOutcomesRun } from '../../crosscheck/reviews/review-run.ts'
import { openTempFolder } from '../../http/files/temp-folder.ts'
import { createTimeId } from '../../text/create-time-id.ts'
import { chooseObjectStore, type Uses } from '../parts/runtime-parts.ts'
import { toOutcomesFileId } from './outcomes-file.ts'
import { openReviewedAccounts } from './sealed-accounts.ts'
import { keepSigned } from './sign-review.ts'

type OutcomeParts = Uses<'accessReviews' | 'signingKeys' | 'objects' | 'files', 'vault' | 'clock' | 'options'>

/**
 * Signs what inventories showed since a review was finished, if that has changed since it was last signed. The statement names the
 * bundle of the review by its digest, and takes the place of the one before: it has everything that was seen until now.
 */
export async function signOutcomes(parts: OutcomeParts, review: StoredAccessReview): Promise<void> {
  const { store, clock } = parts
  const { id, organizationId } = review
  if (review.finishedAtMs === null) return
  const revision = await store.accessReviews.findUnsignedOutcomes({ id, organizationId })
  if (revision === undefined) return
  const objects = chooseObjectStore(parts)
  const evidence = await store.files.find(id)
  const bytes = evidence && (await objects.get({ organizationId, key: evidence.objectKey }))
  // Without the review there is nothing that a statement could be about.
  if (!bytes) return
  const followed = (await store.accessReviews.accounts(id)).filter(
    ({ decision }) => decision !== null && decision.is !== 'keep',
  )
  const accounts = await openReviewedAccounts(parts, review, followed)
  const atMs = clock.nowMs()
  const run = buildOutcomesRun(review, accounts, { id: createTimeId(), atMs })
  const folder = await openTempFolder('bundle')
  try {
    // A bundle names the one whose place it takes.
    const target = join(folder.path, 'outcomes.zip')
    await pipeline(Readable.fromWeb(bytes as Parameters<typeof Readable.fromWeb>[0]), createWriteStream(target))
    const bundle = await keepSigned(parts, run, target, `access-review-outcomes-${id}.zip`)
    const file = { ...bundle, fileId: toOutcomesFileId(id), createdAtMs: atMs }
    const left = await store.accessReviews.keepOutcomes({ id, organizationId, revision }, file)
    if (left !== null) await objects.delete({ organizationId, key: left }).catch(() => undefined)
  } finally {
    await folder.remove()
  }
}
