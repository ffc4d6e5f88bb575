import type { RunHead } from '../../checks/runs/recorded-run.ts'
import type { AccessReviewRunHead } from '../../crosscheck/reviews/review-run.ts'
import type { CrossCheckRunHead } from '../../crosscheck/run/cross-check-run.ts'
import {
  type BundleFile,
  type BundleSource,
  type FileDigest,
  isRecordFile,
  marksFile,
  type RecordFile,
} from './bundle-source.ts'
import { computeMarks, MarkPlaces, type Unit } from './document-units.ts'
import { formatJsonLine, joinLines, readBundleLines } from './json-lines.ts'
import { readHarUnits } from './read-har.ts'
import { readRunUnits } from './run-text.ts'
import type { PreviousBundle } from './statement.ts'

export const manifestSchema = 'checkwright.bundle/v1'

/** What a manifest says of its run. */
export type ManifestRun =
  | (Pick<RunHead, 'id' | 'connector' | 'connectionId' | 'startedAt' | 'finishedAt' | 'status' | 'replayable'> & {
      readonly kind?: 'import' | undefined
    })
  | (Pick<
      CrossCheckRunHead | AccessReviewRunHead,
      'id' | 'kind' | 'organizationId' | 'startedAt' | 'finishedAt' | 'status' | 'replayable'
    > &
      Pick<Partial<CrossCheckRunHead>, 'edition'>)

/** Whether it is the run of a connection, or of a file that was received for one. */
export function isConnectionRun(
  run: ManifestRun,
): run is Extract<ManifestRun, { readonly kind?: 'import' | undefined }> {
  return run.kind === undefined || run.kind === 'import'
}

/** The part of a manifest beside the marks for changed fields. */
export interface ManifestHead {
  readonly run: ManifestRun
  readonly previous?: PreviousBundle | undefined
  readonly signer: {
    readonly fingerprint: string
    /** The owner's name of the key, if given. */
    readonly keyId?: string | undefined
    /** SubjectPublicKeyInfo, DER as base64. Trusted only if you know the fingerprint from another source. */
    readonly publicKey: string
  }
  readonly files: readonly FileDigest[]
}

/** Files whose fields can be found. */
export type MarkedFile = 'run.json' | 'exchanges.har' | RecordFile

/** Cuts a file into the units whose fields can be found. */
export function readUnits(file: MarkedFile, bytes: AsyncIterable<Uint8Array>): AsyncIterable<Unit> {
  if (file === 'run.json') return readRunUnits(bytes)
  return file === 'exchanges.har' ? readHarUnits(bytes) : readRecordUnits(bytes)
}

async function* readRecordUnits(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Unit> {
  let number = 0
  for await (const { text } of readBundleLines(bytes)) yield { path: `[${number++}]`, text }
}

export function isMarked(file: BundleFile): file is MarkedFile {
  return file === 'run.json' || file === 'exchanges.har' || (isRecordFile(file) && file !== marksFile)
}

/** The file that has the marks of a file. Bundles without records of people have all in their manifest. */
export function findMarksPlace(file: MarkedFile, hasMarksFile: boolean): 'manifest.json' | typeof marksFile {
  return hasMarksFile && file !== 'run.json' ? marksFile : 'manifest.json'
}

/** `manifest.json`, in pieces. */
export async function* writeManifest(
  { run, previous, signer, files }: ManifestHead,
  read: (file: MarkedFile) => AsyncIterable<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  const names = files.map(({ name }) => name)
  const hasMarksFile = names.includes(marksFile)
  const marked = names.filter(isMarked).filter((file) => findMarksPlace(file, hasMarksFile) === 'manifest.json')
  yield `{\n"schema":${formatJsonLine(manifestSchema)},\n`
  yield `"run":${formatJsonLine(toManifestRun(run))},\n`
  if (previous) yield `"previous":${formatJsonLine(previous)},\n`
  yield `"signer":${formatJsonLine(signer)},\n"files":[\n`
  yield* joinLines(files.map(formatJsonLine))
  yield `],\n${opensFields}\n`
  for (const [index, file] of marked.entries()) {
    yield `${index === 0 ? '' : ',\n'}${formatJsonLine(file)}:{\n`
    yield* joinLines(writeMarkLines(readUnits(file, read(file))))
    yield '}'
  }
  yield '\n}\n}\n'
}

function toManifestRun(run: ManifestRun): ManifestRun {
  const { id, startedAt, finishedAt, status, replayable } = run
  const shown = { startedAt, finishedAt, status, replayable }
  return !isConnectionRun(run)
    ? { id, kind: run.kind, organizationId: run.organizationId, edition: run.edition, ...shown }
    : {
        id,
        kind: run.kind,
        connector: run.connector,
        connectionId: run.connectionId,
        ...shown,
      }
}

const opensFields = '"fields":{'

async function* writeMarkLines(units: AsyncIterable<Unit>): AsyncGenerator<string> {
  const places = new MarkPlaces()
  for await (const { path, text } of units) yield `${formatJsonLine(path)}:"${computeMarks(text, places)}"`
}

/** `inventories/marks.jsonl`, in pieces. */
export async function* writeMarks(
  files: readonly BundleFile[],
  read: (file: MarkedFile) => AsyncIterable<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  for (const file of files.filter(isMarked)) {
    if (findMarksPlace(file, true) !== marksFile) continue
    const places = new MarkPlaces()
    for await (const { path, text } of readUnits(file, read(file)))
      yield `${formatJsonLine({ file, path, marks: computeMarks(text, places) })}\n`
  }
}

export interface Manifest extends ManifestHead {
  readonly schema: string
}

// Far more than the part before the fields needs.
const headLinesMax = 100

/** The first part of a manifest, if it can be read. Its digest decides whether it is trusted. */
export async function readManifest(source: BundleSource): Promise<Partial<Manifest> | undefined> {
  if (!source.has('manifest.json')) return undefined
  const lines: string[] = []
  for await (const { text } of readBundleLines(source.read('manifest.json'))) {
    if (text === opensFields || lines.length === headLinesMax) break
    lines.push(text)
  }
  try {
    const value: unknown = JSON.parse(`${lines.join('\n').replace(/,$/, '')}}`)
    return isPartialManifest(value) ? value : undefined
  } catch {
    // Somebody changed it so that it is no longer JSON; its digest shows that.
    return undefined
  }
}

/** Marks of a file's units, by path, in order. */
export type Marks = ReadonlyMap<string, string>

/** The marks of a file, from their place, whose digest matches. */
export async function readFileMarks(source: BundleSource, file: MarkedFile): Promise<Marks> {
  const marks = new Map<string, string>()
  if (findMarksPlace(file, source.has(marksFile)) === marksFile) {
    for await (const { text } of readBundleLines(source.read(marksFile))) {
      const line: { readonly file: string; readonly path: string; readonly marks: string } = JSON.parse(text)
      if (line.file === file) marks.set(line.path, line.marks)
    }
    return marks
  }
  let isInside = false
  for await (const { text } of readBundleLines(source.read('manifest.json'))) {
    if (isInside && /^\},?$/.test(text)) break
    if (isInside)
      for (const [path, each] of Object.entries<string>(JSON.parse(`{${text.replace(/,$/, '')}}`)))
        marks.set(path, each)
    if (text === `${formatJsonLine(file)}:{`) isInside = true
  }
  return marks
}

/** Nothing is trusted before the digest matches, except the form of what is read earlier. */
function isPartialManifest(value: unknown): value is Partial<Manifest> {
  const { signer, schema } = value as Partial<Manifest>
  return typeof (signer?.publicKey ?? '') === 'string' && typeof (schema ?? '') === 'string'
}
