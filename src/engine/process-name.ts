import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { hasSystemCode } from '../errors/index.ts'

/** A unique name for this process, from which processes of the same machine can find out whether it is alive. */
export function createProcessName(): string {
  return [readProcessPlace(), process.pid, randomUUID()].join('/')
}

/**
 * Whether the process of this name has certainly ended. On another machine, or if its process number was reused, that
 * is not certain.
 */
export function hasEnded(name: string): boolean {
  const [where, pid] = name.split('/')
  if (where !== readProcessPlace() || !/^\d+$/.test(pid ?? '')) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return hasSystemCode(error, 'ESRCH')
  }
}

let known: string | undefined

/** The scope in which process numbers are unique: this boot of this machine, and on Linux this container. */
function readProcessPlace(): string {
  known ??= process.platform === 'linux' ? (readLinuxPlace() ?? '') : hostname().replaceAll('/', '-')
  // If unknown, no other scope is the same.
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
