import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { ConnectionRecord } from '../../auth/connection-store.ts'
import { openJudgements } from '../../checks/judgements/open-judgements.ts'
import type { RunBundle, RunRecord } from '../../checks/runs/run-store.ts'
import { type ReceivedPart, receivedConnectorId, type Waiver } from '../../define/index.ts'
import { mayBeStored } from '../../errors/index.ts'
import { beginBundle } from '../../evidence/bundle/bundle-draft.ts'
import { openTempFolder } from '../../http/files/temp-folder.ts'
import { keepOriginal, type Original } from '../../received/keep-original.ts'
import { parseApart } from '../../received/parsing/parse-apart.ts'
import type { ReceivedFormatId } from '../../received/received-item.ts'
import { receiveRun } from '../../received/runs/receive-run.ts'
import type { ReceivedRun } from '../../received/runs/received-run.ts'
import { keepBytes } from '../../service/files/keep-file.ts'
import { nameUuids } from '../../text/name-uuids.ts'
import { chooseObjectStore, type Uses } from '../parts/runtime-parts.ts'
import { joinWaivers } from '../runs/stored-run.ts'
import { openSigner } from '../signing/signing.ts'
import { findNewestRun } from './find-newest-run.ts'

export type TakingParts = Uses<
  'runs' | 'connections' | 'waivers' | 'judgements' | 'signingKeys' | 'objects' | 'files' | 'organizations' | 'leases',
  'vault' | 'clock' | 'options' | 'unfinished'
>

/** A file for a source. */
export interface FileToTake {
  readonly source: ConnectionRecord
  readonly name: string
  readonly bytes: AsyncIterable<Uint8Array>
  /** @default by how the file begins */
  readonly format?: ReceivedFormatId | undefined
}

export interface TakenFile {
  readonly runId: string
  /** Whether the same file was taken for the source before: then that run is the one. */
  readonly isKnown: boolean
  readonly received: ReceivedPart
}

/** The same file of the same source is the same run, so its id follows from both. */
const nameRun = nameUuids('6f0f3f1e-5a53-5b1b-8f0c-2c1d9be0a7d4')

/**
 * Makes a run of a file and stores it with its bundle.
 * @throws CheckwrightError `IMPORT_REFUSED`, and then nothing is stored
 */
export async function takeFile(parts: TakingParts, { source, name, bytes, format }: FileToTake): Promise<TakenFile> {
  await using folder = await openTempFolder('import')
  const original = await keepOriginal(join(folder.path, 'original'), name, bytes)
  const runId = nameRun(JSON.stringify([source.id, original.file.sha256]))
  const known = await findKnown(parts, runId)
  if (known?.received) return { runId, isKnown: true, received: known.received }
  await using run = await readRun(parts, { source, original, format, runId })
  const { received } = run.head
  if (received === undefined) throw new TypeError('a run of a file has what it received')
  if (known === undefined) await parts.store.runs.insert(toRecord(parts, source, runId, run))
  await storeRun(parts, source, run, join(folder.path, 'run.zip'))
  return { runId, isKnown: false, received }
}

interface KnownImport {
  readonly received: ReceivedPart | undefined
}

/** `received` is missing where a process ended before the run did. */
async function findKnown({ store }: Pick<TakingParts, 'store'>, runId: string): Promise<KnownImport | undefined> {
  const record = await store.runs.find(runId)
  return record && { received: (await store.runs.findRecorded(runId))?.head.received }
}

async function readRun(
  parts: TakingParts,
  {
    source: { id: connectionId, organizationId },
    original,
    format,
    runId,
  }: {
    readonly source: ConnectionRecord
    readonly original: Original
    readonly format: ReceivedFormatId | undefined
    readonly runId: string
  },
): Promise<ReceivedRun> {
  const { store, clock } = parts
  const nowMs = clock.nowMs()
  const waivers = joinWaivers(undefined, await store.waivers.list({ organizationId }))
  const judgements = await store.judgements.listInForce({ organizationId, connectionId, atMs: nowMs })
  const newest = await findNewestRun(parts, { organizationId, connectionId })
  return receiveRun(parseApart(original.path, format), {
    id: runId,
    file: original.file,
    original: original.read,
    now: new Date(nowMs),
    nowMs: () => clock.nowMs(),
    connectionId,
    organizationId,
    newestAtMs: newest && Date.parse(newest.oldestAt),
    waivers: waivers as readonly Waiver[] | undefined,
    judgements: judgements.length === 0 ? undefined : openJudgements(judgements, new Date(nowMs)),
    isOriginalStored: true,
  })
}

function toRecord(
  { clock }: Pick<TakingParts, 'clock'>,
  { id: connectionId, organizationId }: ConnectionRecord,
  id: string,
  { head }: ReceivedRun,
): RunRecord {
  const startedAtMs = Date.parse(head.startedAt)
  return {
    id,
    organizationId,
    connectionId,
    connectorId: receivedConnectorId,
    crossCheckId: null,
    status: 'running',
    trigger: 'request',
    startedAtMs,
    beganAtMs: Math.min(startedAtMs, clock.nowMs()),
    finishedAtMs: null,
    attempts: 1,
    scoped: head.scoped === true,
  }
}

/** Unlike other runs, one without its bundle is none: nobody could show what was received. */
async function storeRun(
  parts: TakingParts,
  { organizationId }: ConnectionRecord,
  run: ReceivedRun,
  target: string,
): Promise<void> {
  const { store, clock } = parts
  const objects = chooseObjectStore(parts)
  const draft = await beginBundle(target)
  let bundle: RunBundle | undefined
  try {
    const { manifestSha256 } = await draft.finish(run, await openSigner(parts))
    const file = await keepBytes(objects, organizationId, createReadStream(target))
    bundle = { name: `run-${run.head.id}.zip`, type: 'application/zip', ...file, manifestSha256 }
    const { id, status } = run.head
    const checks = run.head.checks.map((check) => ({ id: check.id, title: check.title, tags: check.tags }))
    await store.runs.finish(id, { status, finishedAtMs: clock.nowMs(), run, bundle, checks, attempt: 1 })
  } catch (error) {
    if (bundle && !mayBeStored(error))
      await objects.delete({ organizationId, key: bundle.objectKey }).catch(() => undefined)
    throw error
  } finally {
    await draft.discard()
  }
}
