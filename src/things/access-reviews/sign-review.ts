import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { RunBundle } from '../../checks/runs/run-store.ts'
import type { AccessReviewRun } from '../../crosscheck/reviews/review-run.ts'
import { beginBundle } from '../../evidence/bundle/bundle-draft.ts'
import { openTempFolder } from '../../http/files/temp-folder.ts'
import { keepBytes } from '../../service/files/keep-file.ts'
import { chooseObjectStore, type Uses } from '../parts/runtime-parts.ts'
import { openSigner } from '../signing/signing.ts'

/** Makes the signed bundle of a review, and stores its bytes. The end of the review writes its row. */
export async function signReview(
  parts: Uses<'signingKeys' | 'objects' | 'files', 'vault' | 'clock' | 'options'>,
  run: AccessReviewRun,
): Promise<RunBundle> {
  const folder = await openTempFolder('bundle')
  const target = join(folder.path, 'review.zip')
  try {
    return await keepSigned(parts, run, target, `access-review-${run.head.id}.zip`)
  } finally {
    await folder.remove()
  }
}

/** Signs a bundle at a path, which may have the bundle that it takes the place of, and stores its bytes. */
export async function keepSigned(
  parts: Uses<'signingKeys' | 'objects' | 'files', 'vault' | 'clock' | 'options'>,
  run: AccessReviewRun,
  target: string,
  name: string,
): Promise<RunBundle> {
  const draft = await beginBundle(target)
  const { manifestSha256 } = await draft.finish(run, await openSigner(parts))
  const file = await keepBytes(chooseObjectStore(parts), run.head.organizationId, createReadStream(target))
  return { name, type: 'application/zip', ...file, manifestSha256 }
}
