import { stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { parseTimeoutMs, workerMegabytesMax } from '../limits.ts'
import type { ReceivedFormatId, ReceivedItem } from '../received-item.ts'
import { createRefusal, demandFileSize } from '../refuse-file.ts'
import type { ParsedFile } from './parse-file.ts'
import { readMessages } from './read-messages.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

/**
 * `parseFile` in a thread of its own, whose memory and time have limits: what a file does to its parser is not done to the service.
 * @throws CheckwrightError `IMPORT_REFUSED`; the file system's errors
 */
export async function* parseInWorker(
  path: string,
  format: ReceivedFormatId | undefined,
): AsyncGenerator<readonly ReceivedItem[], ParsedFile, undefined> {
  demandFileSize((await stat(path)).size)
  const worker = new Worker(workerUrl, {
    workerData: { path, format },
    resourceLimits: { maxOldGenerationSizeMb: workerMegabytesMax },
    env: {},
    stderr: true,
  })
  for await (const message of readMessages<FromWorker>(worker, parseTimeoutMs)) {
    if (message.kind === 'end') return message.file
    if (message.kind === 'failed') throw toError(message)
    yield message.items
    worker.postMessage('taken' satisfies ToWorker)
  }
  throw createRefusal('The file could not be read to its end.')
}

// The build puts the worker beside this file, and a checkout runs the source.
const workerUrl = new URL(import.meta.url.endsWith('.ts') ? './parse-worker.ts' : './parse-worker.js', import.meta.url)

function toError({ code, message }: Extract<FromWorker, { kind: 'failed' }>): Error {
  return code === undefined ? new Error(message) : createRefusal(message)
}
