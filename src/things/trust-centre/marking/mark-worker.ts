import { parentPort, workerData } from 'node:worker_threads'
import { markPdf } from './mark-pdf.ts'
import type { MarkOutcome, MarkTask } from './mark-task.ts'

const { bytes, mark } = workerData as MarkTask

async function run(): Promise<MarkOutcome> {
  try {
    return { kind: 'marked', bytes: await markPdf(bytes, mark) }
  } catch (error) {
    return { kind: 'refused', message: error instanceof Error ? error.message : 'The PDF cannot be marked.' }
  }
}

parentPort?.postMessage(await run())
