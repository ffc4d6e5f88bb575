import { once } from 'node:events'
import { PassThrough, Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type { CommandOrder, HostedOutcome } from '../command-host.ts'

/**
 * Runs the built command again and again in this process, each time with the arguments, environment, folder and streams of a
 * process of its own, until it calls `process.exit`. Only the first has to load it.
 */
const bin = pathToFileURL(process.argv[2] ?? '').href
const exitHost = process.exit
/** What a command listens to, and takes along when it ends. */
const events = ['exit', 'uncaughtException', 'unhandledRejection', 'warning', 'SIGINT', 'SIGTERM']
let commands = 0
/** Something went on after its command had ended, which a process of its own would have stopped. */
let isWorn = false
process.on('uncaughtExceptionMonitor', () => {
  isWorn = true
})
process.on('disconnect', () => exitHost(0))

async function runCommand({ args, cwd, env, stdin }: CommandOrder): Promise<HostedOutcome> {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  process.chdir(cwd)
  process.argv = [process.execPath, bin, ...args]
  process.exitCode = undefined
  const [stdout, stderr] = [new Heard(), new Heard()]
  const input = new PassThrough()
  input.end(stdin)
  for (const [name, value] of Object.entries({ stdin: input, stdout, stderr }))
    Object.defineProperty(process, name, { configurable: true, enumerable: true, value })
  const before = new Set(events.flatMap((event) => process.listeners(event as 'exit')))

  const exit = Promise.withResolvers<number>()
  process.exit = ((code?: number) => exit.resolve(code ?? Number(process.exitCode ?? 0))) as typeof process.exit
  // Evaluated again, because its address is another one. All that it imports is loaded.
  await import(`${bin}?${++commands}`)
  const exitCode = await exit.promise

  const atExit = process.listeners('exit').filter((listener) => !before.has(listener))
  for (const listener of atExit) listener.call(process, exitCode)
  // One prints what a connector began to print. Another one knows of something that only the end of the process removes.
  // And what a run gave up may still go on: its exit code says that somebody could not tell.
  isWorn ||= atExit.length > 1 || exitCode === 2
  for (const event of events)
    for (const listener of process.listeners(event as 'exit'))
      if (!before.has(listener)) process.removeListener(event, listener)
  return { exitCode, stdout: stdout.text, stderr: stderr.text, isWorn }
}

/** A pipe that is read at once. */
class Heard extends Writable {
  readonly #chunks: Buffer[] = []

  get text(): string {
    return Buffer.concat(this.#chunks).toString()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk)
    done()
  }
}

for (;;) {
  const [order] = (await once(process, 'message')) as [CommandOrder]
  process.send?.(await runCommand(order))
}
