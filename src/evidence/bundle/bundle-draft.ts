import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { type RecordedRun, toRecordedRun } from '../../checks/runs/recorded-run.ts'
import type { CrossCheckInventory, CrossCheckSource, Pieces } from '../../crosscheck/define/inputs.ts'
import type { AccessReviewRun } from '../../crosscheck/reviews/review-run.ts'
import type { CrossCheckRunHead, DisposableCrossCheckRun } from '../../crosscheck/run/cross-check-run.ts'
import type { RunResult } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import { readLedger, toInventoriesFolder } from '../../http/exchanges/ledger.ts'
import { createDraftMark, removeAbandonedDrafts } from '../../http/files/draft-mark.ts'
import { readInventoryFile } from '../../inventory/inventory-file.ts'
import type { ReceivedRun } from '../../received/runs/received-run.ts'
import {
  type BundleFile,
  draftPrefix,
  inventoriesFolder,
  isRecordFile,
  linksFile,
  type RecordFile,
  receivedFile,
} from './bundle-source.ts'
import { isConnectionRun, type ManifestRun, readManifest } from './manifest.ts'
import { openBundle } from './open-bundle.ts'
import {
  isAccessReviewRun,
  isConnectionHead,
  isCrossCheckRun,
  type SignedRun,
  type SignedRunHead,
  toSystemFile,
} from './signed-run.ts'
import type { Signer } from './signer.ts'
import type { PreviousBundle } from './statement.ts'
import { type BundleContent, listRecordReaders, writeBundleFiles } from './write-bundle.ts'
import { writeZip } from './write-zip.ts'
import { isZipLargeEnough } from './zip.ts'

/** A bundle that is being made. Nothing of it appears at its place before it is whole. */
export interface BundleDraft {
  /** The file in which the run keeps its exchanges (`exchanges: { file }`). */
  readonly exchangesFile: string
  /** The folder of the draft, for callers that have to end immediately. */
  readonly folder: string
  /**
   * Writes the bundle, and replaces an existing one.
   * @param run a run, or one with results that are read one at a time
   * @throws CheckwrightError `SIGNING_FAILED`, `BUNDLE_INVALID` for a file that does not fit a zip; the file system's
   * errors
   */
  finish(
    run: RunResult | RecordedRun | ReceivedRun | DisposableCrossCheckRun | AccessReviewRun,
    signer: Signer,
  ): Promise<FinishedBundle>
  /** Removes the draft. Does nothing once it is finished. */
  discard(): Promise<void>
}

export interface FinishedBundle {
  /** `run.json` first; for a zip, its own path. */
  readonly paths: readonly string[]
  /** SHA-256 of manifest.json, which has the digests of the other files; hexadecimal. */
  readonly manifestSha256: string
}

/** Whether the bundle at this path is a zip. */
export function isZip(path: string): boolean {
  return extname(path).toLowerCase() === '.zip'
}

/**
 * Begins a bundle before the first request, so that an unwritable place shows first.
 * @param target a folder, which is made if there is none, or a file with a name that ends in `.zip`
 * @throws the file system's errors
 */
export async function beginBundle(target: string): Promise<BundleDraft> {
  const place = isZip(target) ? dirname(target) : target
  const made = await mkdir(place, { recursive: true })
  // Within the target itself, so that a rename can move it on any mount.
  // Within the folder of a bundle it would not be signed, and the bundle could not be verified.
  await removeAbandonedDrafts(place, { prefix: draftPrefix })
  const folder = join(place, `${draftPrefix}${createDraftMark()}`)
  await mkdir(folder, { mode: 0o700 })
  const exchangesFile = join(folder, 'exchanges.ndjson')
  return {
    exchangesFile,
    folder,
    finish: async (finished, signer) => {
      const run = 'head' in finished ? finished : toRecordedRun(finished)
      const content = join(folder, 'bundle')
      await mkdir(content, { mode: 0o700 })
      const previous = await findPreviousBundle(target, run)
      // Only a run of a connection asks anybody anything.
      const exchanges = run.head.kind === undefined ? readLedger(exchangesFile) : []
      const records = await openRecords(run, exchangesFile)
      const received = 'original' in run ? (run as ReceivedRun).original : undefined
      const form = isZip(target) ? 'archive' : 'folder'
      const files = await writeBundleFiles(content, { run, exchanges, records, received, signer, previous }, form)
      demandSameOriginal(run.head, files)
      const manifestSha256 = files.find(({ name }) => name === 'manifest.json')?.sha256 ?? ''
      if (form === 'folder') {
        const names = files.map(({ name }) => name)
        return { paths: await replaceFiles(content, target, names), manifestSha256 }
      }
      if (!isZipLargeEnough(files))
        throw new CheckwrightError(
          'The bundle is larger than 4 GiB, which does not fit a zip. Name a folder: --out DIR.',
          {
            code: 'BUNDLE_INVALID',
          },
        )
      const archive = join(folder, 'bundle.zip')
      await writeZip(files, archive)
      await rename(archive, target)
      return { paths: [target], manifestSha256 }
    },
    discard: async () => {
      await rm(folder, { recursive: true, force: true })
      // A folder that was made for a bundle that did not come. If it has any content, it stays.
      if (made !== undefined) await rmdir(place).catch(() => undefined)
    },
  }
}

/**
 * Without its statement a bundle is invalid: it is removed first and comes last, so that no mixture of two looks whole.
 */
async function replaceFiles(from: string, to: string, files: readonly BundleFile[]): Promise<readonly string[]> {
  const statement: BundleFile = 'statement.intoto.jsonl'
  await rm(join(to, statement), { force: true })
  await rm(join(to, inventoriesFolder), { recursive: true, force: true })
  await rm(join(to, linksFile), { force: true })
  await rm(join(to, receivedFile), { force: true })
  const isInside = (file: BundleFile) => isRecordFile(file) && file !== linksFile
  if (files.some(isInside)) await rename(join(from, inventoriesFolder), join(to, inventoriesFolder))
  const single = files.filter((file) => !isInside(file))
  for (const file of [...single.filter((file) => file !== statement), statement])
    await rename(join(from, file), join(to, file))
  return files.map((file) => join(to, file))
}

/** @throws CheckwrightError `BUNDLE_INVALID` when the file is another one than the run was made of */
function demandSameOriginal(head: SignedRunHead, files: readonly { readonly name: string; readonly sha256: string }[]) {
  const named = isConnectionHead(head) ? head.received?.file.sha256 : undefined
  const written = files.find(({ name }) => name === receivedFile)?.sha256
  if (named === written) return
  throw new CheckwrightError('The file that is imported was changed while it was read. Import it again.', {
    code: 'BUNDLE_INVALID',
  })
}

async function openRecords(
  run: RecordedRun | DisposableCrossCheckRun | AccessReviewRun,
  exchangesFile: string,
): Promise<BundleContent['records']> {
  if (isCrossCheckRun(run)) return listJudgedRecords(run.head, (run as DisposableCrossCheckRun).source)
  return isAccessReviewRun(run)
    ? listReviewedRecords(run as AccessReviewRun)
    : findRecordReaders(run as RecordedRun, exchangesFile)
}

/** The inventories that a review froze, whole: also the accounts that its filter leaves out. */
function listReviewedRecords({ head, records }: AccessReviewRun): BundleContent['records'] {
  return new Map(
    head.systems.flatMap(({ connectionId, lists }) =>
      lists.map((list): [RecordFile, () => AsyncIterable<object>] => [
        toSystemFile(connectionId, list),
        () => records(connectionId, list),
      ]),
    ),
  )
}

async function findRecordReaders(run: RecordedRun, exchangesFile: string): Promise<BundleContent['records']> {
  const read = run.records ?? (await openRecordsOf(exchangesFile))
  return read && listRecordReaders(run, read)
}

/** All that a cross-check judged by. */
function listJudgedRecords({ inputs }: CrossCheckRunHead, source: CrossCheckSource): BundleContent['records'] {
  const files: [RecordFile, () => AsyncIterable<object> | Iterable<object>][] = inputs.systems.flatMap(
    ({ connectionId, inventories }) =>
      inventories.map(
        (inventory: CrossCheckInventory): [RecordFile, () => AsyncIterable<object> | Iterable<object>] => [
          toSystemFile(connectionId, inventory),
          () => readEach(source.records(connectionId, inventory)),
        ],
      ),
  )
  const ids = inputs.systems.map(({ connectionId }) => connectionId).toSorted()
  return new Map([...files, [linksFile, () => readAllLinks(ids, source)]])
}

/** By connection, kind and record, so that the same links give the same bytes. */
async function* readAllLinks(connectionIds: readonly string[], source: CrossCheckSource) {
  for (const connectionId of connectionIds)
    for (const kind of ['account', 'person'] as const) yield* readEach(source.links(connectionId, kind))
}

async function* readEach<T>(pieces: Pieces<T>): AsyncGenerator<T> {
  for await (const piece of pieces) yield* piece
}

function isOfSameSeries(run: ManifestRun, head: SignedRunHead): boolean {
  // What became of a review comes after the review, or after what was signed of it before.
  if (head.kind === 'access-review-outcomes') return run.id === head.outcomesOf?.id
  if (!isConnectionHead(head)) return run.kind === head.kind && run.organizationId === head.organizationId
  return isConnectionRun(run) && run.connector?.id === head.connector.id && run.connectionId === head.connectionId
}

/** Records that a run left beside its exchanges; undefined where it left none. */
async function openRecordsOf(exchangesFile: string): Promise<RecordedRun['records']> {
  const folder = toInventoriesFolder(exchangesFile)
  const names = await readdir(folder).catch(() => undefined)
  if (!names) return undefined
  return (inventoryId) => readInventoryFile(join(folder, `${inventoryId.slice('inventory:'.length)}.jsonl`))
}

/** The bundle that this one replaces, if it has the same connector and connection. */
async function findPreviousBundle(target: string, { head }: SignedRun): Promise<PreviousBundle | undefined> {
  const source = await openBundle(target).catch(() => undefined)
  try {
    const manifest = source && (await readManifest(source))
    const run = manifest?.run
    if (!source || !run || !isOfSameSeries(run, head)) return undefined
    const hash = createHash('sha256')
    for await (const chunk of source.read('manifest.json')) hash.update(chunk)
    return { run: String(run.id), sha256: hash.digest('hex') }
  } catch (error) {
    // A missing link is harmless: the existing files are not a readable bundle.
    if (error instanceof CheckwrightError) return undefined
    throw error
  } finally {
    await source?.close()
  }
}
