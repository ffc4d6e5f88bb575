import { dirname, join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'
import { StoreError } from '../../../errors/index.ts'
import type { ObjectStore } from '../../../service/files/objects.ts'
import { demandOwnTables } from '../../../service/store/migrations/foreign-tables.ts'
import { migrateStore } from '../../../service/store/migrations/migrate.ts'
import { createObjectFolder } from '../../../service/store/objects/object-folder.ts'
import { parseStoreUrl } from '../../../service/store/places/store-url.ts'
import { readSchemaVersion } from '../../../service/store/sql/schema-version.ts'
import type { SqlTraits } from '../../../service/store/sql/sql-traits.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { createLogStore } from '../../log/store/log.ts'
import { storeMigrations } from '../store-migrations.ts'
import { readBackupLines, refuse } from './backup-lines.ts'
import type { BackupHead, BackupSummary } from './write-backup.ts'
import { WrittenFiles } from './written-files.ts'

/** Values of one statement. SQLite and PostgreSQL take at most 32,766 and 65,535. */
const valuesAtOnce = 20_000

const headSchema = z.object({
  checkwright: z.literal('backup/v1'),
  version: z.string(),
  schema: z.int().check(z.positive()),
  createdAt: z.string(),
})
const tableSchema = z.object({ table: z.string(), columns: z.array(z.string()) })
const rowSchema = z.array(z.union([z.string(), z.number(), z.null()]))
const fileSchema = z.object({ file: z.string(), organization: z.string() })

/**
 * Puts a backup into a new store of either kind, all of it or nothing, and updates its tables to those of this version. The
 * bytes of the file are checked before anything is written.
 *
 * @throws StoreError `STORE_CORRUPT` for a damaged file, `STORE_SCHEMA_NEWER` for one of a newer Checkwright, and
 *   `STORE_CONFLICT` for a store that has something already
 */
export async function restoreBackup(file: string, url: string): Promise<BackupSummary> {
  const head = await checkBackup(file)
  const newest = storeMigrations.at(-1)?.version ?? 0
  if (head.schema > newest)
    throw new StoreError(
      `The backup ${file} is of a newer Checkwright (its tables have version ${head.schema}, this one knows ${newest}). Update Checkwright. No release can read what a development build from before 0.1.0 wrote.`,
      { code: 'STORE_SCHEMA_NEWER' },
    )
  const target = await openTarget(url)
  const { db, traits, where } = target
  try {
    await refuseFilledStore(target, head.schema)
    const older = storeMigrations.filter(({ version }) => version <= head.schema)
    // With the tables: a process that is killed leaves none, and not a store that looks like an empty one.
    const summary = await db.transaction().execute(async (tx) => {
      await migrateStore(tx, older, { where, traits, ...target.migration })
      const inserted = await insertLines(tx, target.createObjects(tx), readBackupLines(file), file)
      await migrateStore(tx, storeMigrations, { where, traits })
      // Each log says so itself: who kept a checkpoint of later learns why entries are missing.
      await createLogStore(tx, traits).noteRestore(Date.now())
      return inserted
    })
    return { ...summary, schema: newest }
  } catch (error) {
    await target.takeBack?.().catch(() => undefined)
    throw error
  } finally {
    await target.close()
  }
}

function noteFiles(objects: ObjectStore, files: WrittenFiles): ObjectStore {
  return {
    ...objects,
    put: async (content) => {
      const { key } = await objects.put(content)
      files.add({ organizationId: content.organizationId, key })
      return { key }
    },
  }
}

/** Reads it from end to end. */
async function checkBackup(file: string): Promise<BackupHead> {
  let head: BackupHead | undefined
  for await (const line of readBackupLines(file)) {
    if (head !== undefined) continue
    const parsed = headSchema.safeParse(line)
    if (!parsed.success) refuse(file, 'does not begin as a backup of Checkwright')
    head = parsed.data
  }
  return head ?? refuse(file, 'is empty')
}

async function insertLines(
  tx: Kysely<Schema>,
  objects: ObjectStore,
  lines: AsyncGenerator<unknown>,
  file: string,
): Promise<Omit<BackupSummary, 'schema'>> {
  const summary = { tables: 0, rows: 0, files: 0 }
  await lines.next()
  let line = await lines.next()
  while (!line.done) {
    const table = tableSchema.safeParse(line.value)
    const fileLine = fileSchema.safeParse(line.value)
    if (table.success) {
      summary.tables++
      const inserted = await insertRows(tx, table.data, lines)
      summary.rows += inserted.rows
      line = inserted.next
      // The queue of workers is not in the backup: they are told again of every run that waits.
      if (table.data.columns.includes('is_dispatched'))
        await sql`update ${sql.id(table.data.table)} set is_dispatched = 0`.execute(tx)
    } else if (fileLine.success) {
      summary.files++
      line = await keepFile(tx, objects, fileLine.data, lines)
    } else refuse(file, 'has a line that is of no table and no file')
  }
  return summary
}

type Line = IteratorResult<unknown>

async function insertRows(
  tx: Kysely<Schema>,
  { table, columns }: z.infer<typeof tableSchema>,
  lines: AsyncGenerator<unknown>,
): Promise<{ readonly rows: number; readonly next: Line }> {
  const into = sql`insert into ${sql.id(table)} (${sql.join(columns.map((column) => sql.id(column)))}) values`
  const rowsAtOnce = Math.max(1, Math.floor(valuesAtOnce / columns.length))
  let rows = 0
  let page: (string | number | null)[][] = []
  const flush = async () => {
    if (page.length > 0) await sql`${into} ${sql.join(page.map((row) => sql`(${sql.join(row)})`))}`.execute(tx)
    rows += page.length
    page = []
  }
  for (;;) {
    const next = await lines.next()
    const row = rowSchema.safeParse(next.value)
    if (next.done || !row.success) {
      await flush()
      return { rows, next }
    }
    page.push(row.data)
    if (page.length === rowsAtOnce) await flush()
  }
}

/** Each store names its objects in its own way, so the row of the file gets the new name. */
async function keepFile(
  tx: Kysely<Schema>,
  objects: ObjectStore,
  { file, organization: organizationId }: z.infer<typeof fileSchema>,
  lines: AsyncGenerator<unknown>,
): Promise<Line> {
  let next = await lines.next()
  const bytes = async function* () {
    for (; typeof next.value === 'string'; next = await lines.next()) yield Buffer.from(next.value, 'base64')
  }
  const { key } = await objects.put({ organizationId, bytes: bytes() })
  await tx.updateTable('files').set({ objectKey: key }).where('id', '=', file).execute()
  return next
}

/** Tables without rows may be there: somebody looked into the store. */
async function refuseFilledStore({ db, traits, where }: Target, schema: number): Promise<void> {
  const names = await traits.tableNames(db)
  if (names.length === 0) return
  demandOwnTables(names, { where, otherPlace: 'a new place' })
  const filled = await sql<{ readonly table: string }>`
    ${sql.join(
      names
        .filter((name) => name !== 'migrations')
        .map((name) => sql`select ${name} as "table" where exists (select 1 from ${sql.id(name)})`),
      sql` union all `,
    )}`.execute(db)
  if (filled.rows.length === 0 && (await readSchemaVersion(db)) <= schema) return
  throw new StoreError(
    `The store ${where} exists already. Restore into a new one, and give your processes its URL afterwards.`,
    { code: 'STORE_CONFLICT' },
  )
}

interface Target {
  readonly db: Kysely<Schema>
  readonly traits: SqlTraits
  readonly where: string
  /** Beside what every migration needs. */
  readonly migration?: Pick<Parameters<typeof migrateStore>[2], 'prepare'>
  /** For bytes that are kept with the rows of `tx`. */
  createObjects(tx: Kysely<Schema>): ObjectStore
  /** Removes these bytes. @default the transaction takes them back */
  takeBack?(): Promise<void>
  close(): Promise<void>
}

async function openTarget(url: string): Promise<Target> {
  const location = parseStoreUrl(url)
  if (location.kind === 'memory')
    throw new StoreError('A store in memory ends with this process. Name a store that lasts.', {
      code: 'STORE_UNAVAILABLE',
    })
  return location.kind === 'postgres' ? openPostgresTarget(url) : openSqliteTarget(location.file)
}

async function openSqliteTarget(file: string): Promise<Target> {
  const [{ openSqliteDatabase }, { sqliteTraits }, { createSqliteKysely }] = await Promise.all([
    import('../../../service/store/sql/sqlite/sqlite-database.ts'),
    import('../../../service/store/sql/sqlite/sqlite-dialect.ts'),
    import('../sqlite-store.ts'),
  ])
  const database = await openSqliteDatabase(file)
  const objects = createObjectFolder(join(dirname(file), 'objects'))
  const files = new WrittenFiles()
  return {
    db: createSqliteKysely(database),
    traits: sqliteTraits,
    where: database.where,
    createObjects: () => noteFiles(objects, files),
    takeBack: async () => {
      for await (const ref of files.list()) await objects.delete(ref).catch(() => undefined)
    },
    close: async () => {
      files.close()
      if (database.handle.isOpen) database.handle.close()
    },
  }
}

async function openPostgresTarget(url: string): Promise<Target> {
  const [{ parsePostgresUrl }, { createPostgresPool }, { createPostgresKysely, refuseUnfit }, dialect, table] =
    await Promise.all([
      import('../../../service/store/sql/postgres/postgres-url.ts'),
      import('../../../service/store/sql/postgres/postgres-pool.ts'),
      import('../postgres-store.ts'),
      import('../../../service/store/sql/postgres/postgres-dialect.ts'),
      import('../../../service/store/objects/object-table.ts'),
    ])
  const location = parsePostgresUrl(url)
  const { where, schema } = location
  const pool = await createPostgresPool(location)
  const db = createPostgresKysely(pool)
  try {
    await refuseUnfit(db, where)
  } catch (error) {
    await pool.close()
    throw error
  }
  return {
    db,
    where,
    traits: dialect.postgresTraits,
    createObjects: table.createObjectTable,
    close: () => pool.close(),
    migration: { prepare: async (tx) => schema && (await tx.schema.createSchema(schema).ifNotExists().execute()) },
  }
}
