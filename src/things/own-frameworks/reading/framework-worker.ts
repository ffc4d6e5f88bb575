import { parentPort, workerData } from 'node:worker_threads'
import { readFrameworkUpload } from '../../../checks/controls/imports/read-framework-upload.ts'
import { CheckwrightError } from '../../../errors/index.ts'
import type { FrameworkTask, FrameworkTaskOutcome } from './framework-task.ts'

const { file, beside, id } = workerData as FrameworkTask

async function run(): Promise<FrameworkTaskOutcome> {
  try {
    return { kind: 'read', imported: await readFrameworkUpload(file, beside, id) }
  } catch (error) {
    const isRefusal = error instanceof CheckwrightError && error.code === 'CONTROLS_INVALID'
    return { kind: 'failed', isRefusal, message: error instanceof Error ? error.message : 'unknown' }
  }
}

parentPort?.postMessage(await run())
