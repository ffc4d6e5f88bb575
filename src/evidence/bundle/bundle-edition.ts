import { bundleFiles } from './bundle-source.ts'
import { openBundle } from './open-bundle.ts'
import { type ZipFile, zipBytes } from './zip.ts'
import { computeCrc } from './zip-source.ts'

/** A bundle as a zip, for somebody who may not read inventories. */
export interface BundleEdition {
  /** Read once. */
  readonly bytes: AsyncIterable<Uint8Array>
  close(): Promise<void>
}

/**
 * The edition of a bundle without the records of its inventories. Statements and run.json still name them with their SHA-256, so
 * that `verifyBundle` proves everything that is there, and says what is not.
 * @throws CheckwrightError `BUNDLE_INVALID` if it is not a bundle
 */
export async function openEdition(path: string): Promise<BundleEdition> {
  const source = await openBundle(path)
  try {
    const files: ZipFile[] = []
    for (const name of bundleFiles) {
      const read = () => source.read(name)
      files.push({ name, size: source.size(name), crc32: await computeCrc(source, name), read })
    }
    return { bytes: zipBytes(files), close: () => source.close() }
  } catch (error) {
    await source.close()
    throw error
  }
}
