import { resolve } from 'node:path'
import { StoreError } from '../../../errors/index.ts'

export type StoreLocation =
  | { readonly kind: 'memory' }
  /** `file` is absolute. */
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres' }

const FORMS =
  'Use sqlite:./path/to.db for a file, postgres://host/database, or memory: for a store that ends with the process.'

/**
 * Reads `sqlite:./path/to.db` (relative to `folder`), `sqlite:/absolute.db`, `sqlite::memory:`, `memory:`, `postgres://…`.
 * @throws StoreError `STORE_UNAVAILABLE` for anything else. The message has the scheme only, because a URL may contain
 * a password
 */
export function parseStoreUrl(url: string, folder: string = process.cwd()): StoreLocation {
  if (url === 'memory:' || url === 'sqlite::memory:') return { kind: 'memory' }
  if (/^postgres(ql)?:/i.test(url)) return { kind: 'postgres' }
  if (!url.startsWith('sqlite:')) throw createStoreUrlError(formatSchemeName(url))
  // Other tools write an absolute path as sqlite:///var/lib/x.db; a host between the slashes has no meaning here.
  const path = url.slice('sqlite:'.length).replace(/^\/\/(?=\/)/, '')
  if (path === '' || path.startsWith('//') || path.includes('\0'))
    throw createStoreUrlError('The store URL has no path of a SQLite file.')
  return { kind: 'sqlite', file: resolve(folder, path) }
}

function formatSchemeName(url: string): string {
  const scheme = /^([a-z][a-z0-9+.-]{1,30}):/i.exec(url)?.[1]
  return scheme === undefined ? 'The store URL has no scheme.' : `There is no store for ${scheme}: URLs.`
}

function createStoreUrlError(what: string): StoreError {
  return new StoreError(`${what} ${FORMS}`, { code: 'STORE_UNAVAILABLE' })
}
