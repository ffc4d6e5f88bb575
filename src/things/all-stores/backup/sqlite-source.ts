import type { DatabaseSync } from 'node:sqlite'
import { createObjectFolder } from '../../../service/store/objects/object-folder.ts'
import { attemptSqlite, lookIntoSqliteDatabase } from '../../../service/store/sql/sqlite/sqlite-database.ts'
import type { BackupSource } from './backup-source.ts'
import { quoteName, sortTables, type TableShape } from './table-shape.ts'

const rowsAtOnce = 500

/** Reads in one transaction, which sees the file as it was when it began and stops no writer. */
export async function openSqliteSource(file: string, folder: string): Promise<BackupSource> {
  const { handle, where } = lookIntoSqliteDatabase(file)
  const attempt = <T>(work: () => T): T => attemptSqlite(where, work)
  try {
    return attempt(() => {
      handle.exec('BEGIN')
      // The transaction begins with its first reading.
      const { schema } = handle.prepare('SELECT max(version) AS schema FROM migrations').get() as { schema: number }
      return {
        where,
        schema,
        tables: sortTables(listTables(handle)),
        objects: createObjectFolder(folder),
        readRows: async function* (table) {
          const names = table.columns.map(quoteName).join(', ')
          const rows = handle.prepare(`SELECT ${names} FROM ${quoteName(table.name)}`).iterate()
          for (let page: unknown[][] = []; ; page = []) {
            const isOver = attempt(() => fillPage(page, rows))
            if (page.length > 0) yield page
            if (isOver) return
          }
        },
        close: async () => handle.close(),
      }
    })
  } catch (error) {
    handle.close()
    throw error
  }
}

/** @returns whether there are no more rows */
function fillPage(page: unknown[][], rows: Iterator<Record<string, unknown>>): boolean {
  while (page.length < rowsAtOnce) {
    const { done, value } = rows.next()
    if (done) return true
    page.push(Object.values(value))
  }
  return false
}

function listTables(handle: DatabaseSync): TableShape[] {
  // Without virtual tables and theirs: an index of words follows from the rows that it indexes.
  const names = handle
    .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
    .map(({ name }) => String(name))
  const list = (pragma: string, column: string, name: string) =>
    handle
      .prepare(`SELECT "${column}" AS found FROM ${pragma}(?)`)
      .all(name)
      .map(({ found }) => String(found))
  return names.map((name) => ({
    name,
    columns: list('pragma_table_info', 'name', name),
    references: list('pragma_foreign_key_list', 'table', name),
  }))
}
