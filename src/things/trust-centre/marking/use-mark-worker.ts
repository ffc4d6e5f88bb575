import { Worker } from 'node:worker_threads'
import { readMessages } from '../../../received/parsing/read-messages.ts'
import { createRefusal } from '../../../received/refuse-file.ts'
import { markMegabytesMax, marksWaitingMax, markTimeoutMs, pdfBytesMax } from '../limits.ts'
import type { MarkOutcome, MarkTask } from './mark-task.ts'

const memoryPollMs = 50

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/** The marked PDF. One is marked after the other. @throws CheckwrightError `IMPORT_REFUSED` if it cannot be marked */
export async function markInThread(task: MarkTask): Promise<Uint8Array> {
  if (task.bytes.byteLength > pdfBytesMax)
    throw createRefusal(`The PDF has more than ${pdfBytesMax / 1024 ** 2} MB, which are too many to mark.`)
  if (waiting >= marksWaitingMax) throw createRefusal('Too many documents are being marked. Try again in a minute.')
  waiting++
  const turn = last.then(() => runTask(task))
  last = turn.catch(() => undefined)
  return turn.finally(() => waiting--)
}

async function runTask(task: MarkTask): Promise<Uint8Array> {
  const worker = new Worker(workerUrl, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: markMegabytesMax },
    env: {},
    stderr: true,
    stdout: true,
  })
  const watch = watchMemory(worker)
  try {
    for await (const outcome of readMessages<MarkOutcome>(worker, markTimeoutMs)) {
      if (outcome.kind === 'marked') return outcome.bytes
      throw createRefusal(outcome.message)
    }
    throw createRefusal('The PDF cannot be marked.')
  } finally {
    clearInterval(watch)
  }
}

/** What is unpacked stands outside the heap, which Node limits alone. */
function watchMemory(worker: Worker): NodeJS.Timeout {
  return setInterval(async () => {
    const { external_memory: bytes } = await worker.getHeapStatistics().catch(() => ({ external_memory: 0 }))
    if (bytes > markMegabytesMax * 1024 ** 2) await worker.terminate()
  }, memoryPollMs)
}

// The build puts the worker beside this file, and a checkout runs the source.
const workerUrl = new URL(import.meta.url.endsWith('.ts') ? './mark-worker.ts' : './mark-worker.js', import.meta.url)
