import { StoreError } from '../../../errors/index.ts'

/**
 * JSON of a `T` in a column. Columns are plain text on every database, because PostgreSQL's own `jsonb` reorders keys
 * and changes numbers, and a stored result must come back unchanged.
 */
export type JsonText<T> = string & { readonly __json?: T }

export function toJsonText<T>(value: T): JsonText<T> {
  return JSON.stringify(value)
}

/** @throws StoreError `STORE_CORRUPT` if the text is not JSON; without a cause, which would quote it */
export function parseJsonText<T>(text: JsonText<T>, column: string): T {
  try {
    return JSON.parse(text)
  } catch {
    throw new StoreError(`The store holds unreadable JSON in ${column}. Restore it from a backup.`, {
      code: 'STORE_CORRUPT',
    })
  }
}
