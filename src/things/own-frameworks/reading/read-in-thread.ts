import { Worker } from 'node:worker_threads'
import type { FrameworkImport } from '../../../checks/controls/imports/import-framework.ts'
import { readMessages } from '../../../received/parsing/read-messages.ts'
import { createRefusal } from '../../../received/refuse-file.ts'
import { readingMegabytesMax, readingTimeoutMs } from '../limits.ts'
import type { FrameworkTask, FrameworkTaskOutcome } from './framework-task.ts'

/**
 * Reads the file of a framework in a thread of its own, whose memory and time have limits.
 * @throws CheckwrightError `IMPORT_REFUSED` that lists each mistake by line and column
 */
export async function readInThread(task: FrameworkTask): Promise<FrameworkImport> {
  const worker = new Worker(workerUrl, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: readingMegabytesMax },
    env: {},
    stderr: true,
  })
  for await (const outcome of readMessages<FrameworkTaskOutcome>(worker, readingTimeoutMs)) {
    if (outcome.kind === 'read') return outcome.imported
    throw outcome.isRefusal ? createRefusal(outcome.message) : new Error(outcome.message)
  }
  throw createRefusal('The file could not be read to its end.')
}

// The build puts the worker beside this file, and a checkout runs the source.
const workerUrl = new URL(
  import.meta.url.endsWith('.ts') ? './framework-worker.ts' : './framework-worker.js',
  import.meta.url,
)
