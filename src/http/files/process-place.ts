import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { hasSystemCode } from '../../errors/index.ts'

/** Whether no process of this place has this number. */
export function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return hasSystemCode(error, 'ESRCH')
  }
}

let known: string | undefined

/** The scope in which process numbers are unique: this boot of this machine, and on Linux this container. */
export function readProcessPlace(): string {
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
