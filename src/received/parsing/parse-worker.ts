import { createReadStream } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { CheckwrightError } from '../../errors/index.ts'
import type { ReceivedFormatId } from '../received-item.ts'
import { parseFile } from './parse-file.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

/** Batches on their way: the reader is not to have more of them in memory. */
const aheadMax = 4

const { path, format } = workerData as { readonly path: string; readonly format: ReceivedFormatId | undefined }
const port = parentPort
let ahead = 0
let wake: (() => void) | undefined

function send(message: FromWorker): void {
  port?.postMessage(message)
}

port?.on('message', (_: ToWorker) => {
  ahead--
  wake?.()
})

async function run(): Promise<void> {
  const batches = parseFile(() => createReadStream(path, { highWaterMark: 256 * 1024 }), format)
  for (;;) {
    const next = await batches.next()
    if (next.done) return send({ kind: 'end', file: next.value })
    send({ kind: 'items', items: next.value })
    if (++ahead >= aheadMax)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
  }
}

run()
  .catch((error: unknown) => {
    const code = error instanceof CheckwrightError ? error.code : undefined
    send({ kind: 'failed', code, message: error instanceof Error ? error.message : 'unknown' })
  })
  .finally(() => port?.close())
