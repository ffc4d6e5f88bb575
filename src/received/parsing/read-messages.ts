import { on } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { CheckwrightError } from '../../errors/index.ts'
import { createRefusal } from '../refuse-file.ts'

/**
 * What a thread says about a file. It is ended with the loop over the messages.
 * @throws CheckwrightError `IMPORT_REFUSED` when it ends by itself, needs too much memory or takes too long
 */
export async function* readMessages<Message>(
  worker: Worker,
  timeoutMs: number,
): AsyncGenerator<Message, void, undefined> {
  const ended = new AbortController()
  // Out of memory, or a fault of the parser: the file is what it could not read.
  worker.once('error', (error) => ended.abort(explainEnd(error)))
  worker.once('exit', () => ended.abort(createRefusal('The file could not be read to its end.')))
  const timer = setTimeout(() => ended.abort(createRefusal('The file takes too long to read.')), timeoutMs)
  try {
    for await (const [message] of on(worker, 'message', { signal: ended.signal }) as AsyncIterable<[Message]>)
      yield message
  } catch (error) {
    throw ended.signal.aborted && !(error instanceof CheckwrightError) ? ended.signal.reason : error
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

function explainEnd(error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? createRefusal('The file needs more memory than a file may.')
    : createRefusal('The file could not be read.')
}
