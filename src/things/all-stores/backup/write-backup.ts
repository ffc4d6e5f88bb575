import { rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Clock, systemClock, version } from '../../../define/index.ts'
import { isSystemError, StoreError } from '../../../errors/index.ts'
import { createDraftMark, removeAbandonedDrafts } from '../../../http/files/draft-mark.ts'
import { syncFolder } from '../../../service/store/places/sync-folder.ts'
import { writeLines } from './backup-lines.ts'
import type { BackupSource } from './backup-source.ts'
import { openBackupSource } from './open-backup-source.ts'

/** Bytes of a file in one line. */
const pieceBytes = 256 * 1024

/** What is in a backup. */
export interface BackupSummary {
  readonly tables: number
  readonly rows: number
  readonly files: number
  /** Version of the tables. */
  readonly schema: number
}

/** The first line. */
export interface BackupHead {
  readonly checkwright: 'backup/v1'
  readonly version: string
  readonly schema: number
  readonly createdAt: string
}

/**
 * Writes all rows and files of a store, as they are at one moment, into one new file that its owner alone may read. Others go
 * on writing meanwhile. Secrets stay sealed, and the master key is not in it. Memory stays flat for any size.
 *
 * The file has compressed lines of JSON: the head, each table and its rows, each file and its bytes in Base64, and the SHA-256
 * of all that. It is the same for SQLite and PostgreSQL.
 *
 * @throws StoreError `STORE_UNAVAILABLE` if the store cannot be read or the file exists already
 */
export async function writeBackup(
  url: string,
  file: string,
  { clock = systemClock }: { readonly clock?: Pick<Clock, 'nowMs'> } = {},
): Promise<BackupSummary> {
  if (await isThere(file))
    throw new StoreError(`There is a file ${file} already. Name a new one.`, { code: 'STORE_UNAVAILABLE' })
  const source = await openBackupSource(url)
  const counts = { rows: 0, files: 0 }
  // A backup that was not written to its end never has the name of one.
  const suffix = '.part'
  const part = `${file}.${createDraftMark()}${suffix}`
  try {
    await removeAbandonedDrafts(dirname(file), { suffix })
    await writeLines(part, listLines(source, clock, counts))
    await rename(part, file)
    await syncFolder(dirname(file))
    return { ...counts, tables: source.tables.length, schema: source.schema }
  } catch (error) {
    await rm(part, { force: true })
    if (!isSystemError(error)) throw error
    throw new StoreError(`The backup ${file} cannot be written (${error.code}). Check its folder and the free space.`, {
      code: 'STORE_UNAVAILABLE',
      cause: error,
    })
  } finally {
    await source.close()
  }
}

async function* listLines(
  source: BackupSource,
  clock: Pick<Clock, 'nowMs'>,
  counts: { rows: number; files: number },
): AsyncGenerator<unknown> {
  const { schema, tables, readRows, objects } = source
  const createdAt = new Date(clock.nowMs()).toISOString()
  yield { checkwright: 'backup/v1', version, schema, createdAt } satisfies BackupHead
  for (const table of tables) {
    yield { table: table.name, columns: table.columns }
    for await (const rows of readRows(table)) {
      counts.rows += rows.length
      yield* rows
    }
  }
  const files = tables.find(({ name }) => name === 'files')
  if (!files) return
  const facts = { ...files, columns: ['id', 'organization_id', 'object_key'] }
  for await (const rows of readRows(facts)) {
    for (const [id, organizationId, key] of rows as readonly [string, string, string][]) {
      const bytes = await objects.get({ organizationId, key })
      // It was deleted since: the row is of the moment of the backup, and its bytes are gone.
      if (bytes === undefined) continue
      counts.files++
      yield { file: id, organization: organizationId }
      for await (const piece of bytes)
        for (let start = 0; start < piece.length; start += pieceBytes)
          yield Buffer.from(piece.subarray(start, start + pieceBytes)).toString('base64')
    }
  }
}

async function isThere(file: string): Promise<boolean> {
  try {
    await stat(file)
    return true
  } catch {
    return false
  }
}
