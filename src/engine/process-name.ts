import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** A name for this process that no other has, from which processes of the same machine can tell whether it lives. */
export function createProcessName(): string {
  return [readProcessPlace(), process.pid, randomUUID()].join('/')
}

/** Whether the process of this name has ended for certain. One of another machine, or whose number was given again, may have. */
export function hasEnded(name: string): boolean {
  const [where, pid] = name.split('/')
  if (where !== readProcessPlace() || !/^\d+$/.test(pid ?? '')) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

let known: string | undefined

/** Where numbers of processes mean the same: this boot of this machine, and on Linux this container. */
function readProcessPlace(): string {
  known ??= process.platform === 'linux' ? (readLinuxPlace() ?? '') : hostname().replaceAll('/', '-')
  // Where it cannot be told, nowhere else is the same.
  if (known === '') known = randomUUID()
  return known
}

function readLinuxPlace(): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot}:${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return undefined
  }
}
