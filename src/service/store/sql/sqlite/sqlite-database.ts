import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasSystemCode, StoreError } from '../../../../errors/index.ts'
import { isBusy, translateSqliteError } from './sqlite-error.ts'

/** How long a statement waits for another process before it fails as `STORE_UNAVAILABLE`. */
const BUSY_TIMEOUT_MS = 5_000
const LONGEST_PAUSE_MS = 25

export interface SqliteDatabase {
  readonly handle: DatabaseSync
  /** Its name in messages: the file's path, or `in memory`. */
  readonly where: string
}

/**
 * Opens or makes the file, readable by its owner only, in WAL mode with every commit synced to disk.
 *
 * @param file undefined: in memory
 * @param refuse throws for tables of a foreign file, before anything is written to it
 * @param image what `serialize()` of another database gave, which the new one in memory begins as
 * @throws StoreError `STORE_UNAVAILABLE`, `STORE_CORRUPT`
 */
export async function openSqliteDatabase(
  file: string | undefined,
  refuse: (tables: readonly string[], where: string) => void = () => undefined,
  image?: Uint8Array,
): Promise<SqliteDatabase> {
  const where = file ?? 'in memory'
  if (file !== undefined) await makeFile(file)
  const handle = attemptSqlite(where, () => new (loadSqlite().DatabaseSync)(file ?? ':memory:'))
  try {
    // Before the settings, because it takes the place of the database that has them.
    if (image !== undefined) handle.deserialize(image)
    const tables = await runWhenFree(where, () =>
      handle
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        .all()
        .map(({ name }) => String(name)),
    )
    refuse(tables, where)
    await runWhenFree(where, () => {
      handle.exec('PRAGMA journal_mode = WAL')
      handle.exec('PRAGMA synchronous = FULL')
      handle.exec('PRAGMA foreign_keys = ON')
      // Deleted data, above all wiped credentials and data keys, is overwritten and not left in free pages.
      handle.exec('PRAGMA secure_delete = ON')
    })
  } catch (error) {
    handle.close()
    throw error
  }
  return { handle, where }
}

/**
 * Opens the file for reading: it makes, changes and locks nothing.
 * @throws StoreError `STORE_UNAVAILABLE`, `STORE_CORRUPT`
 */
export function lookIntoSqliteDatabase(file: string): SqliteDatabase {
  return { handle: attemptSqlite(file, () => new (loadSqlite().DatabaseSync)(file, { readOnly: true })), where: file }
}

/**
 * Runs `work` as soon as no other process holds the lock that it needs. SQLite's own busy timeout would stop the whole
 * event loop while it waits, and two stores on one file within one process would block each other until it ends.
 *
 * @param timeoutMs the longest wait. @default 5000
 * @throws StoreError what SQLite reports; `STORE_UNAVAILABLE`, retryable, when the lock is still held at the end
 */
export async function runWhenFree<T>(where: string, work: () => T, timeoutMs: number = BUSY_TIMEOUT_MS): Promise<T> {
  const deadlineMs = performance.now() + timeoutMs
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadlineMs) throw translateSqliteError(error, where)
    }
    await sleep(pauseMs)
  }
}

/** @throws StoreError in place of the errors of SQLite */
export function attemptSqlite<T>(where: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw translateSqliteError(error, where)
  }
}

async function makeFile(file: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    // SQLite gives its -wal and -shm files the permissions of this one.
    // Exclusive, because closing a second descriptor of an open database would drop the process's locks on it
    // (https://sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_).
    await (await open(file, 'wx', 0o600)).close()
  } catch (error) {
    if (hasSystemCode(error, 'EEXIST')) return
    throw new StoreError(
      `The store ${file} cannot be created. Check that its folder exists and that you may write there.`,
      {
        code: 'STORE_UNAVAILABLE',
        cause: error,
      },
    )
  }
}

/**
 * `node:sqlite` without the warning that it is experimental, which Node prints when the module is first loaded. Loaded
 * synchronously, so that no other warning can fall into the moment in which one is held back. It uses
 * `getBuiltinModule`, because bundlers shorten `node:sqlite` to `sqlite`, which does not exist.
 */
function loadSqlite(): typeof import('node:sqlite') {
  const emitWarning = process.emitWarning
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (rest[0] === 'ExperimentalWarning' && String(warning).startsWith('SQLite')) return
    Reflect.apply(emitWarning, process, [warning, ...rest])
  }
  try {
    return process.getBuiltinModule('node:sqlite')
  } finally {
    process.emitWarning = emitWarning
  }
}
