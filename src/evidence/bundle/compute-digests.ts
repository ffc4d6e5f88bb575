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
  for (const name of files) digests.push(await computeDigest(source, name))
  return digests
}

/** The same of one file. */
export async function computeDigest<Name extends string>(
  source: Pick<FileSource<Name>, 'read' | 'size'>,
  name: Name,
): Promise<ComputedDigest<Name>> {
  const hash = createHash('sha256')
  for await (const chunk of source.read(name)) hash.update(chunk)
  return { name, sha256: hash.digest('hex'), size: source.size(name) }
}
