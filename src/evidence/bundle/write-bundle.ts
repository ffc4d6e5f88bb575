import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { KeptRun } from '../../checks/results/kept-run.ts'
import type { KeptExchange } from '../../http/kept/exchange.ts'
import type { BundleFile } from './bundle-source.ts'
import { writeHar } from './har.ts'
import { type ManifestHead, type PreviousBundle, writeManifest } from './manifest.ts'
import { writeRunText } from './run-text.ts'
import { publicKeyOf, type Signer } from './signer.ts'
import { buildStatements, signStatements } from './statement.ts'
import type { ZipFile } from './zip.ts'

/** The parts of a bundle. */
export interface BundleContent {
  readonly run: KeptRun
  /** Redacted, from a ledger; read once. */
  readonly exchanges: Iterable<KeptExchange> | AsyncIterable<KeptExchange>
  readonly signer: Signer
  /** The bundle of the previous run, if known. */
  readonly previous?: PreviousBundle | undefined
}

/**
 * Writes the four files of a bundle into an empty folder, readable for their owner only, and syncs them to the disk.
 * The same run and key give the same bytes. Results and exchanges are read one at a time.
 * @returns the files in order
 * @throws CheckwrightError `SIGNING_FAILED`, `SIGNING_KEY_INVALID`; the file system's errors
 */
export async function writeBundleFiles(folder: string, content: BundleContent): Promise<readonly WrittenFile[]> {
  const { run, exchanges, signer, previous } = content
  const key = publicKeyOf(signer.publicKey)
  const files = [
    await writeFile(folder, 'run.json', writeRunText(run)),
    await writeFile(folder, 'exchanges.har', writeHar(exchanges)),
  ]
  const manifest: ManifestHead = {
    run: run.head,
    previous,
    signer: {
      fingerprint: key.fingerprint,
      ...(signer.keyId !== undefined && { keyId: signer.keyId }),
      publicKey: key.der.toString('base64'),
    },
    files: files.map(({ name, sha256, size }) => ({ name, sha256, size })),
  }
  files.push(
    await writeFile(
      folder,
      'manifest.json',
      writeManifest(manifest, (file) => createReadStream(join(folder, file))),
    ),
  )
  const payloads = buildStatements(run.head, files, previous)
  files.push(await writeFile(folder, 'statement.intoto.jsonl', [await signStatements(payloads, signer)]))
  return files
}

export interface WrittenFile extends ZipFile {
  readonly name: BundleFile
  /** Lowercase hexadecimal. */
  readonly sha256: string
}

async function writeFile(
  folder: string,
  name: BundleFile,
  content: Iterable<string> | AsyncIterable<string>,
): Promise<WrittenFile> {
  const path = join(folder, name)
  const file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let size = 0
  let sum = 0
  const seen = async function* () {
    for await (const bytes of gatherPieces(content)) {
      hash.update(bytes)
      sum = crc32(bytes, sum)
      size += bytes.byteLength
      yield bytes
    }
  }
  try {
    await file.writeFile(seen())
    await file.sync()
  } finally {
    await file.close()
  }
  return { name, sha256: hash.digest('hex'), size, crc32: sum, read: () => createReadStream(path) }
}

const chunkLength = 64 * 1024

/** Pieces of a size that justifies one write each. */
async function* gatherPieces(content: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer> {
  let pieces: string[] = []
  let length = 0
  for await (const piece of content) {
    pieces.push(piece)
    length += piece.length
    if (length < chunkLength) continue
    yield Buffer.from(pieces.join(''))
    pieces = []
    length = 0
  }
  if (length > 0) yield Buffer.from(pieces.join(''))
}
