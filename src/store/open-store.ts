import { StoreError } from '../errors/index.ts'
import type { Store } from './store.ts'
import { parseStoreUrl } from './store-url.ts'

/**
 * Opens a store, makes it where there is none, and brings its tables up to date. Several processes may open one SQLite
 * file at once.
 *
 * @param url `sqlite:./path/to.db` (relative to the working directory; missing folders are made), `sqlite::memory:` or
 * `memory:`
 * @throws StoreError `STORE_UNAVAILABLE` when it cannot be opened or the URL is of no known kind, `STORE_SCHEMA_NEWER`,
 * `STORE_CORRUPT` when the file is damaged or something else
 */
export async function openStore(url: string): Promise<Store> {
  const location = parseStoreUrl(url)
  if (location.kind === 'postgres') {
    throw new StoreError(
      'This version keeps its data in SQLite and cannot open a PostgreSQL store. Use sqlite:./path/to.db.',
      { code: 'STORE_UNAVAILABLE' },
    )
  }
  // On first use: node:sqlite and the query layer would otherwise be paid for by everyone who only defines a connector.
  const { openSqliteStore } = await import('./sqlite-store.ts')
  return openSqliteStore(location)
}
