import { createHash } from 'node:crypto'
import type { FileSource } from './bundle-source.ts'

/** A file as it is now. */
export interface ComputedDigest<Name extends string> {
  readonly name: Name
  /** SHA-256, lowercase hexadecimal. */
  readonly sha256: string
  readonly size: number
}

/** SHA-256 and size of signed files, as they are now. */
export async function computeDigests<Name extends string>(
  source: Pick<FileSource<Name>, 'read' | 'size'>,
  files: readonly Name[],
): Promise<readonly ComputedDigest<Name>[]> {
  const digests: ComputedDigest<Name>[] = []
  for (const name of files) {
    const hash = createHash('sha256')
    for await (const chunk of source.read(name)) hash.update(chunk)
    digests.push({ name, sha256: hash.digest('hex'), size: source.size(name) })
  }
  return digests
}
