import { type ChildProcess, fork } from 'node:child_process'
import { on } from 'node:events'
import { fileURLToPath } from 'node:url'
import { CheckwrightError } from '../errors/index.ts'
import type { SandboxLimits } from './limits.ts'
import { type FromSandbox, type SandboxOrder, taken } from './messages.ts'
import { ProgramEnd } from './program-end.ts'

/**
 * Gives a task to a program in a process of its own, and yields what it says. The process has no environment, writes no file, starts
 * nothing, and ends with the loop. A thread is no substitute: V8 aborts the whole process when a large allocation of a thread passes
 * the thread's limit.
 * @param program calls `serveTask`; see `locateProgram`
 * @throws CheckwrightError `IMPORT_REFUSED` when the program refuses the file; ProgramEnd when it needs too much memory or time, or ends by itself
 */
export async function* runProgram<Message>(
  program: URL,
  task: unknown,
  limits: SandboxLimits,
): AsyncGenerator<Message, void, undefined> {
  const child = startProgram(program, limits)
  const ended = new AbortController()
  child.once('error', (error) => ended.abort(error))
  child.once('exit', (code, signal) => ended.abort(explainEnd(code, signal)))
  const timer = setTimeout(() => ended.abort(new ProgramEnd('The file takes too long to read.')), limits.timeoutMs)
  try {
    const messages = on(child, 'message', { signal: ended.signal }) as AsyncIterable<[FromSandbox]>
    send(child, { task, megabytesMax: limits.megabytesMax } satisfies SandboxOrder)
    for await (const [message] of messages) {
      if (message.kind === 'end') return
      if (message.kind === 'failed')
        throw message.isRefusal ? createRefusal(message.message) : new Error(message.message)
      yield message.message as Message
      send(child, taken)
    }
  } catch (error) {
    throw ended.signal.aborted && !(error instanceof CheckwrightError) ? ended.signal.reason : error
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

/** The one answer of a program to a task. @throws as `runProgram` */
export async function askProgram<Answer>(program: URL, task: unknown, limits: SandboxLimits): Promise<Answer> {
  for await (const answer of runProgram<Answer>(program, task, limits)) return answer
  throw new ProgramEnd('The file could not be read to its end.')
}

function startProgram(program: URL, { megabytesMax }: SandboxLimits): ChildProcess {
  return fork(fileURLToPath(program), {
    env: {},
    // It reads its modules and its file. A thread beside it watches its memory outside the heap.
    execArgv: [
      '--permission',
      '--allow-fs-read=*',
      '--allow-worker',
      '--no-warnings',
      `--max-old-space-size=${megabytesMax}`,
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

function send(child: ChildProcess, message: SandboxOrder | typeof taken): void {
  // A process that is gone has said so already.
  child.send(message, () => undefined)
}

/** V8 aborts where the heap is full; the thread that watches kills. */
function explainEnd(code: number | null, signal: NodeJS.Signals | null): CheckwrightError {
  const isOutOfMemory = signal === 'SIGABRT' || signal === 'SIGKILL' || signal === 'SIGTRAP' || code === 134
  return new ProgramEnd(
    isOutOfMemory ? 'The file needs more memory than a file may.' : 'The file could not be read to its end.',
  )
}

function createRefusal(message: string): CheckwrightError {
  return new CheckwrightError(message, { code: 'IMPORT_REFUSED' })
}
