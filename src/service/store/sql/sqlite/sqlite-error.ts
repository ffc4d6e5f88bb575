import { StoreError } from '../../../../errors/index.ts'

/** Primary result codes of SQLite, the low byte of the extended ones (https://sqlite.org/rescode.html). */
const BUSY = 5
const READONLY = 8
const IOERR = 10
const CORRUPT = 11
const FULL = 13
const CANTOPEN = 14
const NOTADB = 26
/** Extended ones: the row names another that does not exist; there is such a row already. */
const CONSTRAINT_FOREIGNKEY = 787
const CONSTRAINT_PRIMARYKEY = 1555
const CONSTRAINT_UNIQUE = 2067

export function isBusy(error: unknown): boolean {
  return (readResultCode(error) ?? 0) % 256 === BUSY
}

/**
 * SQLite's errors as a StoreError; anything else is returned unchanged. SQLite's texts contain tables and columns but
 * no bound values, so they may be passed on.
 */
export function translateSqliteError(error: unknown, where: string): unknown {
  if (!(error instanceof Error)) return error
  if ('code' in error && error.code === 'ERR_INVALID_STATE') {
    return new StoreError(`The store ${where} is closed.`, { code: 'STORE_UNAVAILABLE', cause: error })
  }
  const resultCode = readResultCode(error)
  if (resultCode === undefined) return error
  const { code, text, retryable = false } = explainResultCode(resultCode, where, error.message)
  return new StoreError(text, { code, retryable, cause: error })
}

interface SqliteExplanation {
  readonly code: 'STORE_UNAVAILABLE' | 'STORE_CONFLICT' | 'STORE_CORRUPT' | 'NOT_FOUND'
  readonly text: string
  readonly retryable?: boolean
}

function explainResultCode(resultCode: number, where: string, message: string): SqliteExplanation {
  if (resultCode === CONSTRAINT_FOREIGNKEY) {
    return { code: 'NOT_FOUND', text: 'The organization or connection that the row belongs to does not exist.' }
  }
  if (resultCode === CONSTRAINT_PRIMARYKEY || resultCode === CONSTRAINT_UNIQUE) {
    const columns = message.replace('UNIQUE constraint failed: ', '')
    return { code: 'STORE_CONFLICT', text: `The store has such a row already: ${columns} must differ.` }
  }
  switch (resultCode % 256) {
    case CORRUPT:
    case NOTADB:
      return {
        code: 'STORE_CORRUPT',
        text: `The store ${where} is damaged or not a Checkwright store (${message}). Restore it from a backup, or name another file.`,
      }
    case BUSY:
      return {
        code: 'STORE_UNAVAILABLE',
        text: `Another process has locked the store ${where} for too long. Try again, or end that process.`,
        retryable: true,
      }
    case FULL:
      return {
        code: 'STORE_UNAVAILABLE',
        text: `There is no space left to write the store ${where}. Free some space.`,
        retryable: true,
      }
    case READONLY:
      return {
        code: 'STORE_UNAVAILABLE',
        text: `You may not write to the store ${where}. Check the file's permissions.`,
      }
    case CANTOPEN:
      return { code: 'STORE_UNAVAILABLE', text: `The store ${where} cannot be opened. Check its path and permissions.` }
    case IOERR:
      return { code: 'STORE_UNAVAILABLE', text: `The store ${where} cannot be read or written (${message}).` }
    default:
      return { code: 'STORE_UNAVAILABLE', text: `The store ${where} refused the statement: ${message}.` }
  }
}

function readResultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined
  return typeof error.errcode === 'number' ? error.errcode : undefined
}
