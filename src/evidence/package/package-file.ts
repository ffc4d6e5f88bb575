import { type EvidenceProblem, type FileSource, statementFile } from '../bundle/bundle-source.ts'

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

/** The bundle of a run or of an access review, or what became of the removals of a review. */
export type PackageBundleFile = `runs/${string}.zip` | `reviews/${string}.zip`

export type PackageFile =
  | (typeof firstFiles)[number]
  | (typeof lastFiles)[number]
  | PackageBundleFile
  | `files/${string}`

const id = '([A-Za-z0-9][A-Za-z0-9-]{0,63}?)'
const runFile = new RegExp(`^runs/${id}\\.zip$`)
const reviewFile = new RegExp(`^reviews/${id}(-outcomes)?\\.zip$`)
const uploadFile = /^files\/([0-9a-f]{64})$/

/** What days of a check rest on, as `package.json` has it. */
interface NamedBundles extends NamedBundle {
  readonly runId?: string | undefined
  readonly reviewId?: string | undefined
  readonly outcomes?: NamedBundle | undefined
  readonly basis?: readonly NamedBundles[] | undefined
}

interface NamedBundle {
  readonly evidence?: string | undefined
  readonly digest?: string | undefined
}

/** A bundle that days of a check rest on, and where it is if it is there. */
export interface SpanBundle extends NamedBundle {
  readonly of: 'run' | 'review' | 'outcomes'
  /** Of the run or the access review. */
  readonly id: string
  readonly file: PackageBundleFile
}

/** The bundles that days of a check rest on. */
export function listSpanBundles({
  runId,
  reviewId,
  outcomes,
  evidence,
  digest,
  basis = [],
}: NamedBundles): readonly SpanBundle[] {
  const own = { evidence, digest }
  return [
    ...(runId === undefined ? [] : [{ of: 'run', id: runId, file: `runs/${runId}.zip`, ...own } as const]),
    ...(reviewId === undefined
      ? []
      : [{ of: 'review', id: reviewId, file: `reviews/${reviewId}.zip`, ...own } as const]),
    ...(reviewId === undefined || !outcomes
      ? []
      : [{ of: 'outcomes', id: reviewId, file: `reviews/${reviewId}-outcomes.zip`, ...outcomes } as const]),
    ...basis.flatMap(listSpanBundles),
  ]
}

export function isBundleFile(name: string): boolean {
  return runFile.test(name) || reviewFile.test(name)
}

/** Id of the run or review that the bundle has to be of; undefined for outcomes, which have an id of their own, and other files. */
export function readBundleId(name: string): string | undefined {
  const [, id, outcomes] = runFile.exec(name) ?? reviewFile.exec(name) ?? []
  return outcomes === undefined ? id : undefined
}

/** SHA-256 of the upload that this is; undefined for another file. */
export function readUploadOf(name: string): string | undefined {
  return uploadFile.exec(name)?.[1]
}

function isPackageFile(name: string): name is PackageFile {
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
  const kind = [runFile, reviewFile, uploadFile].findIndex((pattern) => pattern.test(name))
  if (kind !== -1) return firstFiles.length + kind
  const last = all.last.indexOf(name)
  return last === -1 ? -1 : firstFiles.length + 3 + last
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

/** The files of a package, in a folder or a zip; also the names of those that do not belong to it. */
export interface PackageSource extends FileSource {
  readonly names: readonly string[]
}
