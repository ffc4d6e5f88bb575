import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CheckwrightError, isSystemError } from '../../errors/index.ts'
import type { EvidenceProblem } from '../bundle/bundle-source.ts'
import { readBytesIn } from '../bundle/open-bundle.ts'
import { type ArchiveRules, openArchiveFiles } from '../bundle/zip-source.ts'
import { findPackageListingProblems, looksLikePackage, type PackageSource, sortPackageFiles } from './package-file.ts'

const rules: ArchiveRules = {
  entriesMax: 0xffff,
  findListingProblems: findPackageListingProblems,
  sort: (names) => sortPackageFiles(names.map((name) => ({ name }))).map(({ name }) => name),
}

/** Whether a folder or zip is a package rather than the bundle of a run. @throws as {@link openPackage} */
export async function isPackage(path: string): Promise<boolean> {
  const source = await openPackage(path)
  await source.close()
  return looksLikePackage(source.names)
}

/**
 * Opens a package. A symbolic link to one is followed once, and none inside of it.
 * @throws CheckwrightError `BUNDLE_INVALID` if it is neither a folder nor a zip, or cannot be read; its content is not judged yet
 */
export async function openPackage(path: string): Promise<PackageSource> {
  try {
    const place = await realpath(path)
    return (await stat(place)).isDirectory() ? await openFolder(place) : await openArchiveFiles(place, rules)
  } catch (error) {
    if (error instanceof CheckwrightError || !isSystemError(error)) throw error
    throw new CheckwrightError(`"${path}" cannot be read (${error.code}).`, { code: 'BUNDLE_INVALID' })
  }
}

async function openFolder(path: string): Promise<PackageSource> {
  const names = await listFiles(path)
  const sizes = new Map<string, number>()
  const problems: EvidenceProblem[] = [...findPackageListingProblems(names)]
  for (const name of names) {
    // Of the name itself, because a symbolic link leads out of the signed files.
    const stats = await lstat(join(path, name))
    if (stats.isFile()) sizes.set(name, stats.size)
    else if (!problems.some(({ file }) => file === name)) problems.push({ file: name, message: 'is not a plain file.' })
  }
  return {
    problems,
    names,
    has: (file) => sizes.has(file),
    size: (file) => sizes.get(file) ?? 0,
    read: (file, range) => readBytesIn(join(path, file), range),
    layoutProblems: async () => [],
    close: async () => undefined,
  }
}

/** One folder deep; a link, an empty folder or one further down is named as it is, and is no part of a package. */
async function listFiles(path: string): Promise<readonly string[]> {
  const names: string[] = []
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const inside = entry.isDirectory() ? await readdir(join(path, entry.name)) : []
    if (inside.length === 0) names.push(entry.name)
    for (const name of inside) names.push(`${entry.name}/${name}`)
  }
  return names.toSorted()
}
