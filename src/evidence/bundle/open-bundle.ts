import { constants } from 'node:fs'
import { lstat, open, readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CheckwrightError, isSystemError } from '../../errors/index.ts'
import {
  type BundleSource,
  bundleFiles,
  type EvidenceProblem,
  findListingProblems,
  inventoriesFolder,
  isRecordFile,
  receivedFile,
} from './bundle-source.ts'

/**
 * Opens a bundle: a folder, or a zip. A symbolic link to one is followed once, here, so that everything is read from
 * the same place, wherever the link leads later.
 * @throws CheckwrightError `BUNDLE_INVALID` if it is neither or cannot be read; its content is not judged yet
 */
export async function openBundle(path: string): Promise<BundleSource> {
  try {
    const place = await realpath(path)
    const stats = await stat(place)
    if (stats.isDirectory()) return await openFolder(place)
    // The parser is loaded only for a zip.
    if (stats.isFile()) return await (await import('./zip-source.ts')).openZip(place)
  } catch (error) {
    if (error instanceof CheckwrightError || !isSystemError(error)) throw error
    throw createUnreadableBundleError(path, `cannot be read (${error.code})`)
  }
  throw createUnreadableBundleError(path, 'is neither a folder nor a file')
}

// In case a file becomes a link after the check. Windows has no such flag, and links there take an administrator.
const neverALink = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)

async function openFolder(path: string): Promise<BundleSource> {
  const names = await listFolderFiles(path)
  const sizes = new Map<string, number>()
  const problems: EvidenceProblem[] = [...findListingProblems(names)]
  const inventories = names.filter(isRecordFile)
  for (const file of [...bundleFiles, receivedFile, ...inventories] as const) {
    if (!names.includes(file)) continue
    // Of the name itself, because a symbolic link leads out of the signed files.
    const stats = await lstat(join(path, file))
    if (stats.isFile()) sizes.set(file, stats.size)
    else problems.push({ file, message: 'is not a plain file.' })
  }
  return {
    problems,
    inventories: inventories.filter((file) => sizes.has(file)),
    has: (file) => sizes.has(file),
    size: (file) => sizes.get(file) ?? 0,
    read: (file, range) => (range && range.end <= range.start ? readNothing() : readBytesIn(join(path, file), range)),
    layoutProblems: async () => [],
    close: async () => undefined,
  }
}

/** Names of the files of a bundle, those of its folder of inventories too. */
async function listFolderFiles(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { withFileTypes: true })
  // A link, or an empty folder, is named as it is: it is no part of a bundle.
  const folder = entries.find((entry) => entry.name === inventoriesFolder && entry.isDirectory())
  const inside = folder ? await readdir(join(path, inventoriesFolder)) : []
  const names = entries.map(({ name }) => name).filter((name) => name !== inventoriesFolder || inside.length === 0)
  return [...names, ...inside.map((name) => `${inventoriesFolder}/${name}`)].toSorted()
}

export async function* readBytesIn(
  path: string,
  range: Parameters<BundleSource['read']>[1],
): AsyncGenerator<Uint8Array> {
  const file = await open(path, neverALink)
  yield* file.createReadStream(range && { start: range.start, end: range.end - 1 })
}

async function* readNothing(): AsyncGenerator<Uint8Array> {}

function createUnreadableBundleError(path: string, what: string): CheckwrightError {
  return new CheckwrightError(`"${path}" ${what}. Name the folder or .zip that "checkwright run --out" wrote.`, {
    code: 'BUNDLE_INVALID',
  })
}
