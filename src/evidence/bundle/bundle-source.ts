import { joinBytes } from '../../text/join-bytes.ts'

export const statementFile = 'statement.intoto.jsonl'

/** The files of every whole bundle, in the order of a zip. */
export const bundleFiles = [
  'run.json',
  'exchanges.har',
  'manifest.json',
  statementFile,
] as const satisfies readonly BundleFile[]

/** Begins the name of a folder in which a bundle or a package is being made. */
export const draftPrefix = '.draft-'

/** The folder in a bundle that has the records of inventories. */
export const inventoriesFolder = 'inventories'

/** Records of an inventory, one a line: `inventories/account.jsonl`. */
export type InventoryFile = `inventories/${string}.jsonl`

/** The links that a cross-check judged by, one a line. */
export const linksFile = 'links.jsonl'

/**
 * Marks to find a changed field of an exchange, a record or a link, one of these a line. They stand beside the records and not in the
 * manifest, which everybody gets: a mark confirms a guess at what it was made of. No kind of inventory has this name.
 */
export const marksFile = 'inventories/marks.jsonl'

/** A file of data about people and accounts, one a line. */
export type RecordFile = InventoryFile | 'links.jsonl'

/** The file of another tool that a run of kind `import` was made of, as it came. */
export const receivedFile = 'received.original'

export type BundleFile =
  | 'run.json'
  | 'exchanges.har'
  | 'received.original'
  | RecordFile
  | 'manifest.json'
  | 'statement.intoto.jsonl'

// One folder deep, and no name that leads anywhere else.
const inventoryFile = /^inventories\/[A-Za-z0-9][A-Za-z0-9-]*(?:\.[A-Za-z0-9][A-Za-z0-9-]*)*\.jsonl$/

export function isRecordFile(name: string): name is RecordFile {
  return name === linksFile || (name.length <= 200 && inventoryFile.test(name))
}

/** All files that this bundle has, in the order in which a zip has them. */
export function listBundleFiles({
  inventories,
  has,
}: Pick<BundleSource, 'inventories' | 'has'>): readonly BundleFile[] {
  const [run, exchanges, ...last] = bundleFiles
  const optional = [exchanges, receivedFile] as const
  return [run, ...optional.filter((file) => has(file)), ...inventories.toSorted(), ...last]
}

/** A difference between a bundle and its signed state. */
export interface EvidenceProblem {
  /** File of the bundle; for the archive itself, the archive's own name. */
  readonly file: string
  /** Place in the file, as you write it in code, if known. */
  readonly field?: string | undefined
  /** In a sentence. */
  readonly message: string
}

/** Signed files, in a folder or a zip. */
export interface FileSource<Name extends string = string> {
  /** Unexpected or missing files, and those that are not plain files. */
  readonly problems: readonly EvidenceProblem[]
  has(file: Name): boolean
  size(file: Name): number
  /** @param range bytes from `start` up to and without `end`. @default the whole file */
  read(file: Name, range?: { readonly start: number; readonly end: number }): AsyncIterable<Uint8Array>
  /** Problems of an archive although all its files are correct. */
  layoutProblems(): Promise<readonly EvidenceProblem[]>
  close(): Promise<void>
}

/** The files of a bundle. */
export interface BundleSource extends FileSource<BundleFile> {
  /** Files with records of inventories, in order. Whether they are signed, the statement says. */
  readonly inventories: readonly RecordFile[]
}

/** A small file as text, with a mark in place of bytes that are not UTF-8; undefined if it is larger than the limit. */
export async function readFileText<Name extends string>(
  source: Pick<FileSource<Name>, 'size' | 'read'>,
  file: Name,
  bytesMax: number,
): Promise<string | undefined> {
  if (source.size(file) > bytesMax) return undefined
  const chunks: Uint8Array[] = []
  for await (const chunk of source.read(file)) chunks.push(chunk)
  return decodeText(joinBytes(chunks))
}

/** Bytes as text, with a mark in place of those that are not UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

const unsigned = 'does not belong to the bundle, because it is not signed.'
const unfinished = 'belongs to a run that has not ended or was killed. Wait for its end, or delete it.'

/**
 * Problems of a list of files, whatever they contain. An edition has neither exchanges nor inventories; whether a bundle may be one,
 * its statement says.
 */
export function findListingProblems(names: readonly string[]): readonly EvidenceProblem[] {
  const mayBeEdition =
    !names.some(isRecordFile) && bundleFiles.every((file) => names.includes(file) || file === 'exchanges.har')
  return [
    ...bundleFiles
      .filter((file) => !names.includes(file) && !(mayBeEdition && file === 'exchanges.har'))
      .map((file) => ({ file, message: 'is missing from the bundle.' })),
    ...names
      .filter((name) => !bundleFiles.some((file) => file === name) && name !== receivedFile && !isRecordFile(name))
      .map((file) => ({ file, message: file.startsWith(draftPrefix) ? unfinished : unsigned })),
  ]
}

/** A file of the bundle when it was signed. */
export interface FileDigest {
  readonly name: BundleFile
  /** SHA-256, lowercase hexadecimal. */
  readonly sha256: string
  readonly size: number
}
