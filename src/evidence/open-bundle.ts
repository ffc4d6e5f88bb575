import { createReadStream } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CheckwrightError } from '../errors/index.ts'
import { type BundleSource, bundleFiles, type EvidenceProblem, listingProblems } from './bundle-source.ts'

/**
 * Opens a bundle: a folder, or a zip.
 * @throws CheckwrightError `BUNDLE_INVALID` when it is neither or cannot be read; what is in it is not judged yet
 */
export async function openBundle(path: string): Promise<BundleSource> {
  const stats = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(path, `cannot be read (${error.code ?? error.name})`)
  })
  if (stats.isDirectory()) return openFolder(path)
  // Its parser is loaded by who has a zip.
  if (stats.isFile()) return (await import('./zip-source.ts')).openZip(path)
  throw unreadable(path, 'is neither a folder nor a file')
}

async function openFolder(path: string): Promise<BundleSource> {
  const names = (await readdir(path)).toSorted()
  const sizes = new Map<string, number>()
  const problems: EvidenceProblem[] = [...listingProblems(names)]
  for (const file of bundleFiles) {
    if (!names.includes(file)) continue
    // Of the name itself: a symbolic link leads out of what was signed.
    const stats = await lstat(join(path, file))
    if (stats.isFile()) sizes.set(file, stats.size)
    else problems.push({ file, message: 'is not a plain file.' })
  }
  return {
    problems,
    has: (file) => sizes.has(file),
    size: (file) => sizes.get(file) ?? 0,
    read: (file, range) =>
      range && range.end <= range.start
        ? nothing()
        : createReadStream(join(path, file), range && { start: range.start, end: range.end - 1 }),
    layoutProblems: async () => [],
    close: async () => undefined,
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

function unreadable(path: string, what: string): CheckwrightError {
  return new CheckwrightError(`"${path}" ${what}. Name the folder or .zip that "checkwright run --out" wrote.`, {
    code: 'BUNDLE_INVALID',
  })
}
