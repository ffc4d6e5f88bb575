import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { afterFile } from '../setup/after-file.ts'
import { locateCommand } from '../setup/locate-command.ts'
import { tempRoot } from '../setup/temp-folder.ts'
import { CommandHost } from './command-host.ts'

const bin = await locateCommand()

/** Where the tests of the current file have their folders. */
let home: string | undefined
const running = new Set<ChildProcessWithoutNullStreams>()
/** What commands left among the temporary files, each with its arguments. */
const litter: string[] = []

export interface Finished {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number | null
}

export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
}

export interface CommandOptions extends RunOptions {
  /** Flags of Node itself. */
  readonly node?: readonly string[]
}

/**
 * The command, built from today's sources, with a folder, an environment and streams of its own. It sees nothing of the caller's
 * machine. Commands of a worker run one after the other in one process; what is about the process itself is for `runProcess`.
 */
export async function runCheckwright(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  const { cwd = createFolder(), env = {}, stdin = '' } = options
  const temp = createFolder()
  const { exitCode, stdout, stderr } = await host.run({ args, cwd, env: createEnvironment(cwd, temp, env), stdin })
  noteLitter(temp, args)
  return { exitCode, stdout, stderr }
}

/** The same as a process of its own. */
export async function runProcess(args: readonly string[], options: CommandOptions = {}): Promise<Finished> {
  const command = start(args, options)
  command.child.stdin.end(options.stdin ?? '')
  return command.finished
}

/** A process, while it runs. */
export function start(args: readonly string[], { cwd = createFolder(), env = {}, node = [] }: CommandOptions = {}) {
  const temp = createFolder()
  const child = spawn(process.execPath, [...node, bin, ...args], {
    cwd,
    env: createEnvironment(cwd, temp, env),
  })
  running.add(child)
  child.once('close', (_, signal) => {
    running.delete(child)
    // A command that is killed cannot clean up. The folder is gone when the file's tests have ended.
    if (signal !== 'SIGKILL') noteLitter(temp, args)
  })
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)]
  const finished = (async (): Promise<Finished> => ({
    stdout: await stdout,
    stderr: await stderr,
    exitCode: await exited,
  }))()
  return { child, finished }
}

function createEnvironment(cwd: string, temp: string, env: Readonly<Record<string, string>>) {
  return {
    PATH: process.env.PATH,
    TMPDIR: temp,
    TEMP: temp,
    HOME: cwd,
    NODE_COMPILE_CACHE: compileCache,
    CHECKWRIGHT_KEYS: keys,
    ...env,
  }
}

function noteLitter(temp: string, args: readonly string[]): void {
  if (existsSync(temp)) litter.push(...readdirSync(temp).map((name) => `${name} of: checkwright ${args.join(' ')}`))
}

/** The match in a running command's stderr, as soon as there is one. */
export function waitForSaid(child: ChildProcessWithoutNullStreams, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let heard = ''
    child.stderr.on('data', (chunk: Buffer) => {
      heard += chunk.toString()
      const match = pattern.exec(heard)
      if (match) resolve(match)
    })
    child.once('close', () => reject(new Error(`The command ended without saying ${pattern}. It said: ${heard}`)))
  })
}

/** A folder with files in it, which goes with the tests of the file. */
export function createFolder(files: Readonly<Record<string, string>> = {}): string {
  home ??= createHome()
  const path = mkdtempSync(join(home, 'test-'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content)
  return path
}

function createHome(): string {
  const path = mkdtempSync(join(tempRoot, 'checkwright-cli-'))
  afterFile(() => {
    for (const child of running) child.kill('SIGKILL')
    rmSync(path, { recursive: true, force: true })
    home = undefined
    expect(litter.splice(0), 'files that commands left among the temporary files').toEqual([])
  })
  return path
}

// Every process loads the same files: compiled once, they load in half the time. It goes with the build.
const compileCache = join(bin, '../compiled')
const host = new CommandHost(bin, { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache })
/** Master keys of every command that a file of tests starts. */
export const keys = `test:${randomBytes(32).toString('base64')}`
