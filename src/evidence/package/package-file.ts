import type { EvidenceProblem } from '../bundle/bundle-source.ts'
import { statementFile } from '../bundle/signed-lines.ts'

/** What every package has before its bundles and uploads, in the order of a zip. */
export const firstFiles = [
  'package.json',
  'index.html',
  'controls.csv',
  'days.csv',
  'oscal/assessment-plan.json',
  'oscal/assessment-results.json',
] as const

/** What comes last, and has digests of the rest. */
export const lastFiles = ['manifest.json', statementFile] as const

export type PackageFile =
  | (typeof firstFiles)[number]
  | (typeof lastFiles)[number]
  | `runs/${string}.zip`
  | `files/${string}`

const runFile = /^runs\/([A-Za-z0-9][A-Za-z0-9-]{0,63})\.zip$/
const uploadFile = /^files\/([0-9a-f]{64})$/

/** Id of the run whose bundle this is; undefined for another file. */
export function readRunOf(name: string): string | undefined {
  return runFile.exec(name)?.[1]
}

/** SHA-256 of the upload that this is; undefined for another file. */
export function readUploadOf(name: string): string | undefined {
  return uploadFile.exec(name)?.[1]
}

export function isPackageFile(name: string): name is PackageFile {
  return rank(name) !== -1
}

/** In the order of a zip. */
export function sortPackageFiles<File extends { readonly name: string }>(files: readonly File[]): readonly File[] {
  return files.toSorted((a, b) => rank(a.name) - rank(b.name) || (a.name < b.name ? -1 : 1))
}

const all: Readonly<Record<'first' | 'last', readonly string[]>> = { first: firstFiles, last: lastFiles }

function rank(name: string): number {
  const first = all.first.indexOf(name)
  if (first !== -1) return first
  if (runFile.test(name)) return firstFiles.length
  if (uploadFile.test(name)) return firstFiles.length + 1
  const last = all.last.indexOf(name)
  return last === -1 ? -1 : firstFiles.length + 2 + last
}

/** Problems of a list of files, whatever they contain. */
export function findPackageListingProblems(names: readonly string[]): readonly EvidenceProblem[] {
  const there = new Set(names)
  return [
    ...[...firstFiles, ...lastFiles]
      .filter((file) => !there.has(file))
      .map((file) => ({ file, message: 'is missing from the package.' })),
    ...names
      .filter((name) => !isPackageFile(name))
      .map((file) => ({ file, message: 'does not belong to the package, because it is not signed.' })),
  ]
}

/** Whether files are those of a package rather than of the bundle of a run, even if some are missing. */
export function looksLikePackage(names: readonly string[]): boolean {
  return (
    !names.includes('run.json') &&
    names.some((name) => name !== 'manifest.json' && name !== statementFile && isPackageFile(name))
  )
}
