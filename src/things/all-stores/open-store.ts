import { parseStoreUrl } from '../../service/store/places/store-url.ts'
import type { Store } from './store.ts'

/**
 * Opens a store, makes it if there is none, and updates its tables. Several processes may open one SQLite file at once,
 * and processes on any number of machines one PostgreSQL database.
 *
 * @param url `sqlite:./path/to.db` (relative to the working directory; missing folders are made), `sqlite::memory:`,
 * `memory:`, or `postgres://user:password@host/database` (its parameters: `parsePostgresUrl`)
 * @throws StoreError `STORE_UNAVAILABLE` if it cannot be opened or the URL has an unknown kind, `STORE_SCHEMA_NEWER`,
 * `STORE_CORRUPT` if the file is damaged or another kind of file, or the database has another program's tables
 */
export async function openStore(url: string): Promise<Store> {
  const location = parseStoreUrl(url)
  // Loaded on first use, because drivers and the query layer would slow down everyone who only defines a connector.
  if (location.kind === 'postgres') return (await import('./postgres-store.ts')).openPostgresStore(url)
  const { openSqliteStore } = await import('./sqlite-store.ts')
  return openSqliteStore(location)
}
