import type { RunHead } from '../checks/kept-run.ts'
import { type BundleFile, type BundleSource, textOf } from './bundle-source.ts'
import { marksOf, type Unit } from './fields.ts'
import { harUnits } from './har.ts'
import { lineOf, listed } from './lines.ts'
import { runUnits } from './run-text.ts'

export const manifestSchema = 'checkwright.bundle/v1'

/** A file of the bundle as it was when it was signed. */
export interface FileDigest {
  readonly name: BundleFile
  /** SHA-256, lowercase hexadecimal. */
  readonly sha256: string
  readonly size: number
}

/** The bundle of the run before, so that a run which is left out of a series is missed. */
export interface PreviousBundle {
  /** Id of its run. */
  readonly run: string
  /** SHA-256 of its manifest.json, which has the digests of the other files. */
  readonly sha256: string
}

/** What a manifest says beside the marks by which a changed field is found. */
export interface ManifestHead {
  readonly run: Pick<
    RunHead,
    'id' | 'connector' | 'connectionId' | 'startedAt' | 'finishedAt' | 'status' | 'replayable'
  >
  readonly previous?: PreviousBundle | undefined
  readonly signer: {
    readonly fingerprint: string
    /** How the owner of the key calls it, where that was said. */
    readonly keyId?: string | undefined
    /** SubjectPublicKeyInfo, DER as base64. Trusted only by who knows the fingerprint from elsewhere. */
    readonly publicKey: string
  }
  readonly files: readonly FileDigest[]
}

/** Files whose fields can be found, and how they are cut into units. */
export const unitsOf = { 'run.json': runUnits, 'exchanges.har': harUnits } as const

export type MarkedFile = keyof typeof unitsOf
const markedFiles: readonly MarkedFile[] = ['run.json', 'exchanges.har']

export function isMarked(file: BundleFile): file is MarkedFile {
  return markedFiles.some((each) => each === file)
}

/** `manifest.json`, in pieces. */
export async function* manifestText(
  { run, previous, signer, files }: ManifestHead,
  read: (file: MarkedFile) => AsyncIterable<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  const { id, connector, connectionId, startedAt, finishedAt, status, replayable } = run
  yield `{\n"schema":${lineOf(manifestSchema)},\n`
  yield `"run":${lineOf({ id, connector, connectionId, startedAt, finishedAt, status, replayable })},\n`
  if (previous) yield `"previous":${lineOf(previous)},\n`
  yield `"signer":${lineOf(signer)},\n"files":[\n`
  yield* listed(files.map(lineOf))
  yield '],\n"fields":{\n'
  for (const [index, file] of markedFiles.entries()) {
    yield `${index === 0 ? '' : ',\n'}${lineOf(file)}:{\n`
    yield* listed(markLines(unitsOf[file](read(file))))
    yield '}'
  }
  yield '\n}\n}\n'
}

async function* markLines(units: AsyncIterable<Unit>): AsyncGenerator<string> {
  for await (const { path, text } of units) yield `${lineOf(path)}:"${marksOf(text)}"`
}

/** Marks of a file's units, by path, in order. */
export type Marks = ReadonlyMap<string, string>

export interface Manifest extends ManifestHead {
  readonly schema: string
  readonly fields: Readonly<Record<MarkedFile, Marks>>
}

// Larger texts Node cannot hold; a run of millions of results is then verified all the same, without naming the field.
const manifestBytesMax = 400 * 1024 * 1024

/** The manifest, as far as it can be read; whether it is to be believed, its digest says. */
export async function readManifest(source: BundleSource): Promise<Partial<Manifest> | undefined> {
  if (!source.has('manifest.json')) return undefined
  const text = await textOf(source, 'manifest.json', manifestBytesMax)
  try {
    const value: unknown = JSON.parse(text ?? '')
    return isPartialManifest(value) ? { ...value, fields: marksIn(value.fields) } : undefined
  } catch {
    // Somebody changed it so that it is no JSON any more; its digest tells.
    return undefined
  }
}

interface Written extends Partial<ManifestHead> {
  readonly schema?: string
  readonly fields?: unknown
}

/** Nothing is relied on before the digest fits, but for the forms of what is looked at earlier. */
function isPartialManifest(value: unknown): value is Written {
  if (typeof value !== 'object' || value === null) return false
  const { signer, schema } = value as Written
  return typeof (signer?.publicKey ?? '') === 'string' && typeof (schema ?? '') === 'string'
}

function marksIn(fields: unknown): Manifest['fields'] {
  const of = (file: MarkedFile): Marks => {
    const entries = Object.entries((fields as Readonly<Record<string, object>> | undefined)?.[file] ?? {})
    return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  }
  return { 'run.json': of('run.json'), 'exchanges.har': of('exchanges.har') }
}
