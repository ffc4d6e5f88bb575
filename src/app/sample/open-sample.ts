import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { fixedClock } from '../../author/testing/vendor/fixed-clock.ts'
import { type AnyConnector, isConnector } from '../../define/index.ts'
import { isSystemError } from '../../errors/index.ts'
import { sampleKeyId } from '../../evidence/bundle/sample-key.ts'
import { loadShipped } from '../../service/commands/connector-file/load-connector.ts'
import { createFileError } from '../../service/commands/read-input.ts'
import { KEY_BYTES } from '../../service/store/keys/aead.ts'
import { sampleConnectorIds } from './connect-systems.ts'
import { makeSample } from './make-sample.ts'
import { createSampleFetch } from './world/answer-vendors.ts'
import { sampleDays } from './world/company.ts'

/** Where the sample is if nobody says otherwise. */
export const sampleFolder = './data/sample'

/** What opens the sample: a store, a key and vendors of its own. */
export type SamplePlace = ReturnType<typeof toPlace>

const dayMs = 86_400_000
const startSchema = z.object({ startedAt: z.iso.datetime() })
const startFile = 'sample.json'

/**
 * The sample in a folder. It is made if there is none, or if somebody ended the making of it.
 * @param tell called once, where it is made
 * @throws CheckwrightError `CLI_FILE_FAILED` where the folder cannot be read or written
 */
export async function openSample(folder: string, tell: (line: string) => void): Promise<SamplePlace> {
  try {
    const startMs = await readStart(folder)
    if (startMs !== undefined) return toPlace(folder, startMs)
    tell(
      `Making a sample organization in ${folder}: forty people, five systems, ${sampleDays} days. This takes a few seconds.`,
    )
    return await makeIn(folder)
  } catch (error) {
    throw isSystemError(error)
      ? createFileError(`The sample in ${folder} cannot be opened`, error, 'Name another folder.')
      : error
  }
}

/** Removes it, also one that is not finished. @throws CheckwrightError `CLI_FILE_FAILED` */
export async function removeSample(folder: string): Promise<void> {
  try {
    for (const each of [folder, toUnfinished(folder)]) await rm(each, { recursive: true, force: true })
  } catch (error) {
    throw createFileError(`The sample in ${folder} cannot be removed`, error, 'Remove the folder by hand.')
  }
}

/** The shipped connectors that it uses. */
export async function loadSampleConnectors(): Promise<readonly AnyConnector[]> {
  return (await Promise.all(sampleConnectorIds.map((id) => loadShipped(id)))).filter(isConnector)
}

async function makeIn(folder: string): Promise<SamplePlace> {
  const { createRuntime } = await import('../../things/runtime/create-runtime.ts')
  const unfinished = toUnfinished(folder)
  await removeSample(folder)
  for (const each of ['store', 'key']) await mkdir(join(unfinished, each), { recursive: true, mode: 0o700 })
  await writeFile(join(unfinished, 'key', 'keys'), `${sampleKeyId}:${randomBytes(KEY_BYTES).toString('base64')}\n`, {
    mode: 0o600,
  })
  // Its last day is over at noon, so that nothing in it is of the future.
  const startMs = Math.floor((Date.now() - dayMs / 2) / dayMs) * dayMs - (sampleDays - 1) * dayMs
  const clock = fixedClock(startMs)
  const runtime = await createRuntime({
    ...toPlace(unfinished, startMs, clock),
    connectors: await loadSampleConnectors(),
    publicUrl: 'http://127.0.0.1',
    evidence: 'kept',
    worker: false,
    actor: 'sample',
    clock,
  })
  try {
    await makeSample(runtime, clock, startMs)
  } finally {
    await runtime.close()
  }
  await writeFile(join(unfinished, startFile), `${JSON.stringify({ startedAt: new Date(startMs).toISOString() })}\n`)
  await rename(unfinished, folder)
  return toPlace(folder, startMs)
}

function toPlace(folder: string, startMs: number, clock: { nowMs(): number } = { nowMs: Date.now }) {
  return {
    store: `sqlite:${join(folder, 'store', 'checkwright.db')}`,
    keys: { file: join(folder, 'key', 'keys') },
    fetch: createSampleFetch(startMs, clock),
    sample: true,
  } as const
}

function toUnfinished(folder: string): string {
  return `${folder}.part`
}

/** Undefined: there is no finished sample. */
async function readStart(folder: string): Promise<number | undefined> {
  try {
    return Date.parse(startSchema.parse(JSON.parse(await readFile(join(folder, startFile), 'utf8'))).startedAt)
  } catch (error) {
    if (isSystemError(error) && error.code !== 'ENOENT') throw error
    return undefined
  }
}
