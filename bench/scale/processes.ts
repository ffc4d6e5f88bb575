import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const hooks = fileURLToPath(new URL('../../test/examples/from-source.ts', import.meta.url))

/**
 * @returns the process, and the first line that it printed
 * @throws Error if it ended before that
 */
export async function startChild(name: string, task: object = {}): Promise<{ child: ChildProcess; said: string }> {
  const program = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, ['--import', hooks, program, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)
  const [said]: readonly (string | undefined)[] = await Promise.race([once(lines, 'line'), once(lines, 'close')])
  if (said === undefined) throw new Error(`${name} ended before it said anything`)
  return { child, said }
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** User and system time of a process and its children, s, including finished ones that were waited for. */
export function cpuSecondsOf(pid: number): number {
  const ticks = (id: number, withEnded: boolean) => {
    const fields = statOf(id)
    const own = Number(fields[11]) + Number(fields[12])
    return withEnded ? own + Number(fields[13]) + Number(fields[14]) : own
  }
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => attempt(() => Number(statOf(id)[1])) === pid)
  const all = children.reduce((sum, id) => sum + (attempt(() => ticks(id, false)) ?? 0), ticks(pid, true))
  return all / 100
}

/** The most memory that a process has had, MB. */
export function peakMegabytesOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

/** From the state on: names of programs may hold blanks and brackets. */
function statOf(pid: number): string[] {
  return (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ')
}

/** undefined for a process that ended meanwhile. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
