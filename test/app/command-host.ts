import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isSoak } from '../setup/short-form.ts'

/** Less than a test may take, so that a command that does not end fails its own test alone. */
const limitMs = isSoak ? 250_000 : 50_000
const checkout = fileURLToPath(new URL('../../', import.meta.url))

export interface CommandOrder {
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: string
}

export interface HostedOutcome {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
  /** The next command needs another host. */
  readonly isWorn: boolean
}

/**
 * A process that runs one command after the other (`children/host-commands.ts`), because to start the command takes twenty times as
 * long as what most tests ask of it.
 */
export class CommandHost {
  readonly #bin: string
  readonly #env: NodeJS.ProcessEnv
  #child: ChildProcess | undefined
  /** Of each folder the modules that were there when a command ran in it. */
  #modules = new Map<string, ReadonlyMap<string, string>>()
  #pending: PromiseWithResolvers<HostedOutcome> | undefined
  #last: Promise<unknown> = Promise.resolve()

  /** @param env of the host itself, before the first command */
  constructor(bin: string, env: NodeJS.ProcessEnv) {
    this.#bin = bin
    this.#env = env
  }

  /** After all commands that were ordered before. */
  run(order: CommandOrder): Promise<HostedOutcome> {
    const outcome = this.#last.then(() => this.#run(order))
    this.#last = outcome.catch(() => undefined)
    return outcome
  }

  /** Ends it, also in the middle of a command that does not come to its end. The next command starts another one. */
  end(): void {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
    this.#modules = new Map()
  }

  async #run(order: CommandOrder): Promise<HostedOutcome> {
    // A process loads a module once. If it is another one now, so is the process.
    if (this.#noteModules(order)) this.end()
    this.#child ??= this.#start()
    this.#pending = Promise.withResolvers()
    const { promise, reject } = this.#pending
    this.#child.send(order)
    const late = setTimeout(() => {
      this.end()
      reject(new Error(`After ${limitMs / 1000} s this command had not ended: checkwright ${order.args.join(' ')}`))
    }, limitMs)
    const outcome = await promise.finally(() => clearTimeout(late))
    if (outcome.isWorn) this.end()
    return outcome
  }

  #start(): ChildProcess {
    const program = fileURLToPath(new URL('./children/host-commands.ts', import.meta.url))
    const child = fork(program, [this.#bin], { env: this.#env, execArgv: [], serialization: 'advanced' })
    child.on('message', (outcome: HostedOutcome) => this.#pending?.resolve(outcome))
    child.once('exit', (code, signal) => {
      if (this.#child !== child) return
      this.end()
      this.#pending?.reject(new Error(`The process of commands ended with ${code ?? signal} before the command did.`))
    })
    // It ends when this process does.
    child.unref()
    child.channel?.unref()
    return child
  }

  /** @returns whether one that a command may have loaded has changed since */
  #noteModules({ args, cwd }: CommandOrder): boolean {
    const named = args.filter((arg) => isModule(arg)).map((arg) => dirname(resolve(cwd, arg)))
    let hasChanged = false
    for (const folder of new Set([cwd, ...named.filter((path) => existsSync(path))])) {
      const now = readModules(folder)
      const before = this.#modules.get(folder)
      hasChanged ||= before !== undefined && [...before].some(([path, digest]) => now.get(path) !== digest)
      this.#modules.set(folder, now)
    }
    return hasChanged
  }
}

/** The digest of each module in a folder. Those of the checkout stay as they are. */
function readModules(folder: string): ReadonlyMap<string, string> {
  if (folder.startsWith(checkout)) return new Map()
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && isModule(entry.name))
  const paths = files.map(({ parentPath, name }) => join(parentPath, name))
  return new Map(paths.map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]))
}

function isModule(file: string): boolean {
  return /\.[mc]?[jt]s$|\bpackage\.json$/.test(file)
}
