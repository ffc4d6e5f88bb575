import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { CheckwrightError, isSystemError } from '../../errors/index.ts'
import { createDraftMark, removeAbandonedDrafts } from '../../http/files/draft-mark.ts'
import { isZip } from '../bundle/bundle-draft.ts'
import { draftPrefix, statementFile } from '../bundle/bundle-source.ts'
import { signStatements } from '../bundle/sign-statements.ts'
import type { Signer } from '../bundle/signer.ts'
import { type FileContent, type WrittenFile, writeSignedFile } from '../bundle/write-bundle.ts'
import { writeZip } from '../bundle/write-zip.ts'
import { isZipLargeEnough } from '../bundle/zip.ts'
import type { PackageHead } from './package-content.ts'
import { type PackageFile, sortPackageFiles } from './package-file.ts'
import { buildPackageStatement, describeSigner, writePackageManifest } from './package-manifest.ts'

/** A package that is being made. Nothing of it appears at its place before it is whole. */
export interface PackageDraft {
  /** Adds a file, in any order. @throws the file system's errors */
  add(name: PackageFile, content: FileContent): Promise<WrittenFile<PackageFile>>
  /**
   * Signs what was added, and puts it at its place.
   * @returns SHA-256 of manifest.json, hexadecimal
   * @throws CheckwrightError `SIGNING_FAILED`, `BUNDLE_INVALID` for what does not fit a zip; the file system's errors
   */
  finish(head: PackageHead, signer: Signer): Promise<{ readonly manifestSha256: string }>
  /** Removes the draft. Does nothing once it is finished. */
  discard(): Promise<void>
}

/**
 * Begins a package before anything is judged, so that an unwritable place shows first.
 * @param target a folder that is not there or empty, or a file with a name that ends in `.zip`
 * @throws CheckwrightError `BUNDLE_INVALID` for a folder that has something; the file system's errors
 */
export async function beginPackage(target: string): Promise<PackageDraft> {
  const place = dirname(resolve(target))
  await mkdir(place, { recursive: true })
  if (!isZip(target)) await demandEmpty(target)
  await removeAbandonedDrafts(place, { prefix: draftPrefix })
  const folder = join(place, `${draftPrefix}${createDraftMark()}`)
  const content = join(folder, 'package')
  await mkdir(content, { recursive: true, mode: 0o700 })
  const written: WrittenFile<PackageFile>[] = []
  const add: PackageDraft['add'] = async (name, pieces) => {
    await mkdir(dirname(join(content, name)), { recursive: true, mode: 0o700 })
    const file = await writeSignedFile(content, name, pieces)
    written.push(file)
    return file
  }
  return {
    add,
    finish: async (head, signer) => {
      const files = sortPackageFiles(written).map(({ name, sha256, size }) => ({ name, sha256, size }))
      const manifest = await add('manifest.json', writePackageManifest({ signer: describeSigner(signer), files }))
      await add(statementFile, [await signStatements([buildPackageStatement(head, manifest.sha256)], signer)])
      if (isZip(target)) await moveZip(sortPackageFiles(written), join(folder, 'package.zip'), target)
      else {
        await rmdir(target).catch(ignoreMissing)
        await rename(content, target)
      }
      await rm(folder, { recursive: true, force: true })
      return { manifestSha256: manifest.sha256 }
    },
    discard: () => rm(folder, { recursive: true, force: true }),
  }
}

async function moveZip(files: readonly WrittenFile<PackageFile>[], archive: string, target: string): Promise<void> {
  if (!isZipLargeEnough(files))
    throw new CheckwrightError(
      'The package is larger than 4 GiB or has more than 65,534 files, which does not fit a zip. Name a folder: --out DIR.',
      { code: 'BUNDLE_INVALID' },
    )
  await writeZip(files, archive)
  await rename(archive, target)
}

/** Another file in the folder of a package is not signed, and the package could not be verified. */
async function demandEmpty(folder: string): Promise<void> {
  const [stranger] = await readdir(folder).catch((error: unknown) => {
    ignoreMissing(error)
    return []
  })
  if (stranger !== undefined)
    throw new CheckwrightError(`"${folder}" contains "${stranger}". Name a new folder with --out.`, {
      code: 'BUNDLE_INVALID',
    })
}

function ignoreMissing(error: unknown): void {
  if (!isSystemError(error) || error.code !== 'ENOENT') throw error
}
