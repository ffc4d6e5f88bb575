import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export interface Ended {
  /** The program's output, parsed. */
  readonly said: unknown
  readonly stderr: string
}

/** Runs `children/<name>.ts` in a process of its own until it ends; it prints one JSON value. */
export async function runChild(name: string, args: readonly string[], env = process.env): Promise<Ended> {
  const program = locateChildProgram(name)
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...args], { env })
  return { said: JSON.parse(stdout), stderr }
}

export function locateChildProgram(name: string): string {
  return fileURLToPath(new URL(`children/${name}.ts`, import.meta.url))
}
