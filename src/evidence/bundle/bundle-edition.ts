import { listBundleFiles } from './bundle-source.ts'
import { openBundle } from './open-bundle.ts'
import { computeCrc, type ZipFile, zipBytes } from './zip.ts'

/** A bundle as a zip, for somebody who may not read what vendors say of people. */
export interface BundleEdition {
  /** Read once. */
  readonly bytes: AsyncIterable<Uint8Array>
  close(): Promise<void>
}

/**
 * The edition of a bundle without the records of its inventories, and without its exchanges: the answers that the lists were read
 * from name the same people, and a part of a signed file proves nothing. Statements and run.json still have the SHA-256 of each, so
 * that `verifyBundle` proves everything that is there, and says what is not. A bundle without inventories is whole.
 * @throws CheckwrightError `BUNDLE_INVALID` if it is not a bundle
 */
export async function openEdition(path: string): Promise<BundleEdition> {
  const source = await openBundle(path)
  try {
    const files: ZipFile[] = []
    const isLeftOut = (name: string) => source.inventories.length > 0 && name === 'exchanges.har'
    for (const name of listBundleFiles({ inventories: [], has: (file) => source.has(file) && !isLeftOut(file) })) {
      const read = () => source.read(name)
      files.push({ name, size: source.size(name), crc32: await computeCrc(source, name), read })
    }
    return { bytes: zipBytes(files), close: () => source.close() }
  } catch (error) {
    await source.close()
    throw error
  }
}
