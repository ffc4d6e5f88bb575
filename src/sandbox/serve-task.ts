import { Worker } from 'node:worker_threads'
import { CheckwrightError } from '../errors/index.ts'
import { messagesAheadMax } from './limits.ts'
import { memoryWatcher } from './memory-watcher.ts'
import { type FromSandbox, type SandboxOrder, taken } from './messages.ts'

/** Does the task that `runProgram` sends this process, and sends what comes of it, one message after the other. */
export function serveTask<Task, Message>(work: (task: Task) => AsyncIterable<Message>): void {
  let ahead = 0
  let wake: (() => void) | undefined

  async function serve({ task, megabytesMax }: SandboxOrder): Promise<void> {
    await startWatching(megabytesMax * 1024 ** 2)
    for await (const message of work(task as Task)) {
      await send({ kind: 'message', message })
      if (++ahead < messagesAheadMax) continue
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    await send({ kind: 'end' })
  }

  process.on('message', (message: SandboxOrder | typeof taken) => {
    if (message !== taken) return void serve(message).catch((error: unknown) => send(describeFailure(error)))
    ahead--
    wake?.()
  })
  process.once('disconnect', () => process.exit())
}

function send(message: FromSandbox): Promise<void> {
  return new Promise((resolve, reject) =>
    process.send?.(message, (error: Error | null) => (error ? reject(error) : resolve())),
  )
}

function describeFailure(error: unknown): FromSandbox {
  const isRefusal = error instanceof CheckwrightError
  return { kind: 'failed', isRefusal, message: error instanceof Error ? error.message : 'unknown' }
}

/** A thread of its own, because nobody answers while a file is parsed. */
function startWatching(bytesMax: number): Promise<void> {
  const watcher = new Worker(memoryWatcher, { workerData: bytesMax })
  watcher.unref()
  return new Promise((resolve) => watcher.once('online', resolve))
}
