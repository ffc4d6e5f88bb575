import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { RecordedRun } from '../../checks/runs/recorded-run.ts'
import { toInventoryId } from '../../define/index.ts'
import type { ExchangeRecord } from '../../http/exchanges/exchange.ts'
import { toCanonicalLine } from '../../inventory/canonical-json.ts'
import { toInventoryFileName } from '../../inventory/inventory-head.ts'
import type { StoredRecord } from '../../inventory/stored-record.ts'
import { type BundleFile, inventoriesFolder, marksFile, type RecordFile, receivedFile } from './bundle-source.ts'
import { writeHar } from './har.ts'
import { type ManifestHead, writeManifest, writeMarks } from './manifest.ts'
import { writeRunText } from './run-text.ts'
import { signStatements } from './sign-statements.ts'
import type { SignedRun } from './signed-run.ts'
import { publicKeyOf, type Signer } from './signer.ts'
import { buildStatements, type PreviousBundle } from './statement.ts'
import type { ZipFile } from './zip.ts'

/** The parts of a bundle. */
export interface BundleContent {
  readonly run: SignedRun
  /** Records of the run's inventories, and links, by the names of their files; left out where they were not kept. */
  readonly records?: ReadonlyMap<RecordFile, () => AsyncIterable<object> | Iterable<object>> | undefined
  /** Redacted, from a ledger; read once. */
  readonly exchanges: Iterable<ExchangeRecord> | AsyncIterable<ExchangeRecord>
  /** The file that a run of kind `import` was made of. @default none */
  readonly received?: (() => AsyncIterable<Uint8Array>) | undefined
  readonly signer: Signer
  /** The bundle of the previous run, if known. */
  readonly previous?: PreviousBundle | undefined
}

/** What becomes of the files of a bundle: they are the bundle, or an archive is written of them and they are deleted. */
type BundleForm = 'folder' | 'archive'

/**
 * Writes the files of a bundle into an empty folder, readable for their owner only, and syncs them to the disk unless they are for an
 * archive. The same run and key give the same bytes. Results and exchanges are read one at a time.
 * @returns the files in order
 * @throws CheckwrightError `SIGNING_FAILED`, `SIGNING_KEY_INVALID`; the file system's errors
 */
export async function writeBundleFiles(
  folder: string,
  content: BundleContent,
  form: BundleForm,
): Promise<readonly WrittenFile[]> {
  const { run, exchanges, records, received, signer, previous } = content
  const write = <Name extends BundleFile>(name: Name, pieces: FileContent) =>
    writeSignedFile(folder, name, pieces, { isTemporary: form === 'archive' })
  const key = publicKeyOf(signer.publicKey)
  const files: WrittenFile[] = [
    await write('run.json', writeRunText(run)),
    await write('exchanges.har', writeHar(exchanges)),
  ]
  // It may be large, and it stands at its own place until the archive is written.
  if (received && form === 'archive') files.push(await describeFile(receivedFile, received))
  else if (received) files.push(await write(receivedFile, received()))
  const readWritten = (file: BundleFile) => createReadStream(join(folder, file))
  const ofPeople: WrittenFile[] = []
  for (const [file, read] of records ?? []) {
    await mkdir(dirname(join(folder, file)), { recursive: true, mode: 0o700 })
    ofPeople.push(await write(file, formatRecordLines(read())))
  }
  // In the order in which a zip has them.
  const sortByName = (written: WrittenFile[]) => written.sort((a, b) => (a.name < b.name ? -1 : 1))
  if (ofPeople.length > 0) {
    const names = [...files, ...sortByName(ofPeople)].map(({ name }) => name)
    await mkdir(join(folder, inventoriesFolder), { recursive: true, mode: 0o700 })
    ofPeople.push(await write(marksFile, writeMarks(names, readWritten)))
  }
  files.push(...sortByName(ofPeople))
  const manifest: ManifestHead = {
    run: run.head,
    previous,
    signer: {
      fingerprint: key.fingerprint,
      keyId: signer.keyId,
      publicKey: key.der.toString('base64'),
    },
    files: files.map(({ name, sha256, size }) => ({ name, sha256, size })),
  }
  files.push(await write('manifest.json', writeManifest(manifest, readWritten)))
  const payloads = buildStatements(run.head, files, previous)
  files.push(await write('statement.intoto.jsonl', [await signStatements(payloads, signer)]))
  return files
}

/** Readers of the records of a connection's run, by the names of their files. */
export function listRecordReaders(
  { head }: RecordedRun,
  read: (inventoryId: string) => AsyncIterable<StoredRecord>,
): NonNullable<BundleContent['records']> {
  return new Map(
    (head.inventories ?? []).map((each): [RecordFile, () => AsyncIterable<StoredRecord>] => [
      `${inventoriesFolder}/${toInventoryFileName(each)}`,
      () => read(toInventoryId(each)),
    ]),
  )
}

async function* formatRecordLines(
  records: AsyncIterable<object> | Iterable<object>,
): AsyncGenerator<string, void, undefined> {
  for await (const record of records) yield `${toCanonicalLine(record)}\n`
}

export interface WrittenFile<Name extends string = BundleFile> extends ZipFile {
  readonly name: Name
  /** Lowercase hexadecimal. */
  readonly sha256: string
}

/** What a file is written of: text, or bytes as they stand. */
export type FileContent = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>

/**
 * Writes a file of its own, which is not there yet, and syncs it to the disk unless it is temporary.
 * @throws the file system's errors
 */
export async function writeSignedFile<Name extends string>(
  folder: string,
  name: Name,
  content: FileContent,
  { isTemporary = false }: { readonly isTemporary?: boolean | undefined } = {},
): Promise<WrittenFile<Name>> {
  const path = join(folder, name)
  const file = await open(path, 'wx', 0o600)
  const sums = new FileSums()
  try {
    await file.writeFile(sums.take(gatherPieces(content)))
    if (!isTemporary) await file.sync()
  } finally {
    await file.close()
  }
  return { name, ...sums.end(), read: () => createReadStream(path) }
}

async function describeFile<Name extends string>(
  name: Name,
  read: () => AsyncIterable<Uint8Array>,
): Promise<WrittenFile<Name>> {
  const sums = new FileSums()
  for await (const _ of sums.take(read()));
  return { name, ...sums.end(), read }
}

/** Size and digests of bytes that pass. */
class FileSums {
  readonly #hash = createHash('sha256')
  #size = 0
  #crc32 = 0

  async *take(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const bytes of pieces) {
      this.#hash.update(bytes)
      this.#crc32 = crc32(bytes, this.#crc32)
      this.#size += bytes.byteLength
      yield bytes
    }
  }

  end(): Pick<WrittenFile, 'sha256' | 'size' | 'crc32'> {
    return { sha256: this.#hash.digest('hex'), size: this.#size, crc32: this.#crc32 }
  }
}

const chunkLength = 64 * 1024

/** Pieces of a size that justifies one write each. */
async function* gatherPieces(content: FileContent): AsyncGenerator<Uint8Array> {
  let pieces: string[] = []
  let length = 0
  for await (const piece of content) {
    if (typeof piece === 'string') {
      pieces.push(piece)
      length += piece.length
      if (length < chunkLength) continue
    }
    if (length > 0) yield Buffer.from(pieces.join(''))
    pieces = []
    length = 0
    if (typeof piece !== 'string') yield piece
  }
  if (length > 0) yield Buffer.from(pieces.join(''))
}
