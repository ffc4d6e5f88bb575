import { createHash, randomBytes } from 'node:crypto'
import { lstat, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { hasSystemCode } from '../../errors/index.ts'

/** Nothing that is being made stays untouched for so long. It decides where nobody can ask whether the maker lives. */
const abandonedAfterMs = 24 * 60 * 60 * 1000

const markForm = /(?:^|[.-])(?<machine>[0-9a-f]{8})-(?<pid>[1-9]\d*)-[0-9a-f]{16}$/

/** For the name of a file or folder that is not finished: it says which process makes it, `3f9a01c2-4711-9c…`. */
export function createDraftMark(): string {
  return `${nameMachine()}-${process.pid}-${randomBytes(8).toString('hex')}`
}

/**
 * Removes what processes that were killed have left in a folder: names with a mark that begin and end so. What a living process makes
 * stays, and so does what belongs to another user. It never throws: a leftover only takes space.
 */
export async function removeAbandonedDrafts(
  folder: string,
  { prefix = '', suffix = '' }: { readonly prefix?: string; readonly suffix?: string },
): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    if (name.length < prefix.length + suffix.length || !name.startsWith(prefix) || !name.endsWith(suffix)) continue
    const groups = markForm.exec(name.slice(prefix.length, name.length - suffix.length))?.groups
    if (!groups) continue
    const path = join(folder, name)
    if (await isAbandoned(path, String(groups.machine), Number(groups.pid)).catch(() => false))
      await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}

async function isAbandoned(path: string, machine: string, pid: number): Promise<boolean> {
  const { uid, mtimeMs } = await lstat(path)
  if (process.getuid && uid !== process.getuid()) return false
  const isUntouched = async () => Date.now() - (await readNewestChange(path, mtimeMs)) > abandonedAfterMs
  if (machine !== nameMachine()) return isUntouched()
  // A container that starts again has the number of the one before.
  const isOfEarlier = pid === process.pid && mtimeMs < readStartMs()
  // Another process may have got the number since.
  return isOfEarlier || !isAlive(pid) || isUntouched()
}

async function readNewestChange(path: string, ownMs: number): Promise<number> {
  const names = await readdir(path, { recursive: true }).catch(() => [])
  const times = await Promise.all(names.map(async (name) => (await lstat(join(path, name))).mtimeMs))
  return times.reduce((newest, time) => Math.max(newest, time), ownMs)
}

/** The earlier of two readings, so that what this process makes is not older when the clock is set. */
function readStartMs(): number {
  return Math.min(performance.timeOrigin, Date.now() - process.uptime() * 1000)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !hasSystemCode(error, 'ESRCH')
  }
}

/** Folders may be shared: a number of a process means nothing on another machine. */
function nameMachine(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
}
