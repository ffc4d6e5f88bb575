import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunResult } from '../define/index.ts'
import { harText } from '../evidence/har.ts'
import { type ExchangesOption, readLedger } from '../http/ledger.ts'
import { renderJson } from '../report/json.ts'
import { fileFailure } from './read-input.ts'

export interface WrittenRun {
  readonly run: RunResult
  /** Of `run.json` first. */
  readonly paths: readonly [run: string, exchanges: string]
}

/**
 * Runs with the exchanges kept, and writes `run.json` and `exchanges.har` into a folder, which is made before anything is
 * asked. Only their owner may read them: evidence names people.
 * @throws CheckwrightError `CLI_FILE_FAILED`
 */
export async function writtenRun(
  folder: string,
  work: (exchanges: ExchangesOption) => Promise<RunResult>,
): Promise<WrittenRun> {
  const file = join(folder, `.exchanges-${randomUUID()}.ndjson`)
  await writing(folder, () => demandWritable(folder, file))
  try {
    const run = await work({ file })
    const paths = [join(folder, 'run.json'), join(folder, 'exchanges.har')] as const
    // The exchanges first: whoever finds a new run.json finds what it names.
    await writing(paths[1], () => writeWhole(folder, paths[1], harText(readLedger(file))))
    await writing(paths[0], () => writeWhole(folder, paths[0], renderJson(run)))
    return { run, paths }
  } finally {
    await rm(file, { force: true })
  }
}

async function demandWritable(folder: string, file: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await (await open(file, 'wx', 0o600)).close()
}

/** A reader finds the old file or the whole new one, also after a power cut. */
async function writeWhole(folder: string, path: string, content: string | AsyncIterable<string>): Promise<void> {
  const draft = join(folder, `.draft-${randomUUID()}`)
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function writing(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw fileFailure(`The result cannot be written to "${path}"`, error, 'Name another folder by --out.')
  }
}
