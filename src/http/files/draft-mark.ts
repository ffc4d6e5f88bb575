import { createHash, randomBytes } from 'node:crypto'
import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isGone, readProcessPlace } from './process-place.ts'

/**
 * Nothing that is being made stays untouched for so long. It decides where nobody can ask whether the maker lives. Shorter than a day:
 * the run of the next night clears away what the one before has left.
 */
const abandonedAfterMs = 12 * 60 * 60 * 1000

const markForm = /(?:^|[.-])(?<place>[0-9a-f]{8})-(?<pid>[1-9]\d*)-[0-9a-f]{16}$/

/** For the name of a file or folder that is not finished: it says which process makes it, `3f9a01c2-4711-9c…`. */
export function createDraftMark(): string {
  return `${namePlace()}-${process.pid}-${randomBytes(8).toString('hex')}`
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
    if (await isAbandoned(path, String(groups.place), Number(groups.pid)).catch(() => false))
      await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}

async function isAbandoned(path: string, place: string, pid: number): Promise<boolean> {
  const { uid, mtimeMs } = await lstat(path)
  if (process.getuid && uid !== process.getuid()) return false
  const isUntouched = async () => Date.now() - (await readNewestChange(path, mtimeMs)) > abandonedAfterMs
  if (place !== namePlace()) return isUntouched()
  // A container that starts again has the number of the one before. Some file systems keep times in steps of two seconds.
  const isOfEarlier = pid === process.pid && mtimeMs < readStartMs() - 2_000
  // Another process may have got the number since.
  return isOfEarlier || isGone(pid) || isUntouched()
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

/** Folders may be shared: a number of a process means nothing in another place. */
function namePlace(): string {
  return createHash('sha256').update(readProcessPlace()).digest('hex').slice(0, 8)
}
