import type { QueryLimits } from './limits.ts'

export type QueryValue = string | number | null
export type QueryRow = readonly QueryValue[]

/** A table of the process: what a view is there. */
export interface QueryTable {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: 'text' | 'integer' }[]
}

/** The first message, of which the process makes empty tables. */
export interface QueryOrder {
  readonly kind: 'prepare'
  readonly sql: string
  readonly tables: readonly QueryTable[]
  readonly limits: QueryLimits
  /** The address of `memoryWatcher`. */
  readonly watcher: string
}

/** What the process is told: the query, the rows of the tables, and to answer. */
export type ToQueryProcess =
  | QueryOrder
  | { readonly kind: 'rows'; readonly table: string; readonly rows: readonly QueryRow[] }
  | { readonly kind: 'answer' }

/** What the process tells. */
export type FromQueryProcess =
  /** The query can be computed. */
  | { readonly kind: 'ready'; readonly columns: readonly string[] }
  | { readonly kind: 'taken' }
  | { readonly kind: 'rows'; readonly rows: readonly QueryRow[] }
  | { readonly kind: 'end' }
  /** `limit`: it takes more than it may. */
  | { readonly kind: 'refused'; readonly because: 'text' | 'limit'; readonly message: string }
