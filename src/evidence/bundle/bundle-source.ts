/** What every bundle consists of, in the order in which a zip has it. */
export const bundleFiles = [
  'run.json',
  'exchanges.har',
  'manifest.json',
  'statement.intoto.jsonl',
] as const satisfies readonly BundleFile[]

/** The folder in a bundle that has the records of inventories. */
export const inventoriesFolder = 'inventories'

/** Records of an inventory, one a line: `inventories/account.jsonl`. */
export type InventoryFile = `inventories/${string}.jsonl`

export type BundleFile = 'run.json' | 'exchanges.har' | InventoryFile | 'manifest.json' | 'statement.intoto.jsonl'

// One folder deep, and no name that leads anywhere else.
const inventoryFile = /^inventories\/[A-Za-z0-9][A-Za-z0-9-]*(?:\.[A-Za-z0-9][A-Za-z0-9-]*)*\.jsonl$/

export function isInventoryFile(name: string): name is InventoryFile {
  return name.length <= 200 && inventoryFile.test(name)
}

/** All files of a bundle, in the order in which a zip has them. */
export function listBundleFiles(inventories: readonly InventoryFile[]): readonly BundleFile[] {
  const [run, exchanges, ...last] = bundleFiles
  return [run, exchanges, ...inventories.toSorted(), ...last]
}

/** Something about a bundle that is not as its signer left it. */
export interface EvidenceProblem {
  /** File of the bundle; the archive's own name for what is wrong with the archive. */
  readonly file: string
  /** Place in the file, as one would write it in code, where that is known. */
  readonly field?: string
  /** In a sentence. */
  readonly message: string
}

/** The files of a bundle, wherever they lie. */
export interface BundleSource {
  /** Files that should not be there, are missing, or are no plain files. */
  readonly problems: readonly EvidenceProblem[]
  /** Files with records of inventories, in order. Whether they are signed, the statement says. */
  readonly inventories: readonly InventoryFile[]
  has(file: BundleFile): boolean
  size(file: BundleFile): number
  /** @param range bytes from `start` up to and without `end`. @default the whole file */
  read(file: BundleFile, range?: { readonly start: number; readonly end: number }): AsyncIterable<Uint8Array>
  /** What is wrong with an archive although all its files are as they should be. */
  layoutProblems(): Promise<readonly EvidenceProblem[]>
  close(): Promise<void>
}

/** A small file as text, a mark in place of bytes that are not UTF-8; undefined when it is larger than the limit. */
export async function readFileText(
  source: BundleSource,
  file: BundleFile,
  bytesMax: number,
): Promise<string | undefined> {
  if (source.size(file) > bytesMax) return undefined
  const chunks: Uint8Array[] = []
  for await (const chunk of source.read(file)) chunks.push(chunk)
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(chunks))
}

/** What is wrong with a list of files, beside what is in them. */
export function findListingProblems(names: readonly string[]): readonly EvidenceProblem[] {
  return [
    ...bundleFiles
      .filter((file) => !names.includes(file))
      .map((file) => ({ file, message: 'is missing from the bundle.' })),
    ...names
      .filter((name) => !bundleFiles.some((file) => file === name) && !isInventoryFile(name))
      .map((file) => ({ file, message: 'does not belong to the bundle: it is not signed.' })),
  ]
}
