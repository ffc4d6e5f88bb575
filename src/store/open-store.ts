import type { Store } from './store.ts'
import { parseStoreUrl } from './store-url.ts'

/**
 * Opens a store, makes it where there is none, and brings its tables up to date. Several processes may open one SQLite
 * file at once, and processes of any number of machines one PostgreSQL database.
 *
 * @param url `sqlite:./path/to.db` (relative to the working directory; missing folders are made), `sqlite::memory:`,
 * `memory:`, or `postgres://user:password@host/database` (its parameters: `parsePostgresUrl`)
 * @throws StoreError `STORE_UNAVAILABLE` when it cannot be opened or the URL is of no known kind, `STORE_SCHEMA_NEWER`,
 * `STORE_CORRUPT` when the file is damaged or something else, or the database holds another program's tables
 */
export async function openStore(url: string): Promise<Store> {
  const location = parseStoreUrl(url)
  // On first use: drivers and the query layer would otherwise be paid for by everyone who only defines a connector.
  if (location.kind === 'postgres') return (await import('./postgres-store.ts')).openPostgresStore(url)
  const { openSqliteStore } = await import('./sqlite-store.ts')
  return openSqliteStore(location)
}
