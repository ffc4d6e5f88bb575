import { randomUUID } from 'node:crypto'
import { isGone, readProcessPlace } from '../../http/files/process-place.ts'

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
  return isGone(Number(pid))
}
