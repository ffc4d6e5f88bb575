import { Worker } from 'node:worker_threads'
import { readMessages } from '../../received/parsing/read-messages.ts'
import { createRefusal } from '../../received/refuse-file.ts'
import { officeMegabytesMax, officeTimeoutMs } from '../limits.ts'
import type { CellText, FilledFile, Table } from '../table.ts'
import { findOfficeFormat, type OfficeFile } from './office-file.ts'
import type { OfficeOutcome, OfficeTask } from './worker-task.ts'

/** The tables of a file, read in a thread of its own. @throws CheckwrightError `IMPORT_REFUSED` */
export async function readTables(file: OfficeFile): Promise<readonly Table[]> {
  const outcome = await runTask({ file, texts: undefined })
  if (outcome.kind === 'read') return outcome.tables
  throw createRefusal('The file could not be read.')
}

/** The file with texts in some cells, written in a thread of its own. @throws CheckwrightError `IMPORT_REFUSED` */
export async function writeTexts(file: OfficeFile, texts: readonly CellText[]): Promise<FilledFile> {
  const outcome = await runTask({ file, texts })
  if (outcome.kind === 'written') return outcome.file
  throw createRefusal('The file could not be written.')
}

async function runTask(task: OfficeTask): Promise<Exclude<OfficeOutcome, { kind: 'failed' }>> {
  // What is too large does not reach the thread.
  findOfficeFormat(task.file)
  const worker = new Worker(workerUrl, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: officeMegabytesMax },
    env: {},
    stderr: true,
  })
  for await (const outcome of readMessages<OfficeOutcome>(worker, officeTimeoutMs)) {
    if (outcome.kind !== 'failed') return outcome
    throw outcome.code === undefined ? new Error(outcome.message) : createRefusal(outcome.message)
  }
  throw createRefusal('The file could not be read to its end.')
}

// The build puts the worker beside this file, and a checkout runs the source.
const workerUrl = new URL(
  import.meta.url.endsWith('.ts') ? './office-worker.ts' : './office-worker.js',
  import.meta.url,
)
