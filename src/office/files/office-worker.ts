import { parentPort, workerData } from 'node:worker_threads'
import { CheckwrightError } from '../../errors/index.ts'
import { readOfficeFile, writeOfficeFile } from './office-file.ts'
import type { OfficeOutcome, OfficeTask } from './worker-task.ts'

const { file, texts } = workerData as OfficeTask

async function run(): Promise<OfficeOutcome> {
  try {
    if (texts) return { kind: 'written', file: await writeOfficeFile(file, texts) }
    return { kind: 'read', tables: await readOfficeFile(file) }
  } catch (error) {
    const code = error instanceof CheckwrightError ? error.code : undefined
    return { kind: 'failed', code, message: error instanceof Error ? error.message : 'unknown' }
  }
}

parentPort?.postMessage(await run())
