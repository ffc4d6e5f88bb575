import type { FileSource } from '../bundle/bundle-source.ts'
import { computeDigest } from '../bundle/compute-digests.ts'

/** SHA-256 of the manifest.json of a bundle or a package, lowercase hexadecimal: one digest for all files that it lists. */
export async function readManifestDigest(source: Pick<FileSource<'manifest.json'>, 'read' | 'size'>): Promise<string> {
  return (await computeDigest(source, 'manifest.json')).sha256
}
