import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { locateChild } from '../../setup/locate-child.ts'

export interface Ended {
  /** The program's output, parsed. */
  readonly said: unknown
  readonly stderr: string
}

/** Runs `children/<name>.ts` in a process of its own until it ends; it prints one JSON value. */
export async function runChild(name: string, args: readonly string[], env = process.env): Promise<Ended> {
  const program = await locateStoreChild(name)
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...args], { env })
  return { said: JSON.parse(stdout), stderr }
}

/** Runs `children/<name>.ts` until it has printed this many lines, and kills it at once. @returns its whole lines */
export async function runUntilKilled(name: string, args: readonly string[], lines: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [await locateStoreChild(name), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let heard = ''
  child.stdout.on('data', (chunk: Buffer) => {
    heard += chunk.toString()
    if (heard.split('\n').length > lines) child.kill('SIGKILL')
  })
  const [, signal] = await once(child, 'close')
  if (signal !== 'SIGKILL') throw new Error(`${name} ended by itself`)
  // A line that was cut off was not acknowledged to anybody.
  return heard.split('\n').slice(0, -1)
}

export function locateStoreChild(name: string): Promise<string> {
  return locateChild(import.meta.url, `children/${name}.ts`)
}
