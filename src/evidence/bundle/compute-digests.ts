import { createHash } from 'node:crypto'
import type { BundleFile, BundleSource } from './bundle-source.ts'
import type { FileDigest } from './manifest.ts'

/** SHA-256 and size of files of a bundle, as they are now. */
export async function computeDigests(
  source: BundleSource,
  files: readonly BundleFile[],
): Promise<readonly FileDigest[]> {
  const digests: FileDigest[] = []
  for (const name of files) {
    const hash = createHash('sha256')
    for await (const chunk of source.read(name)) hash.update(chunk)
    digests.push({ name, sha256: hash.digest('hex'), size: source.size(name) })
  }
  return digests
}
