import { CheckwrightError, StoreError } from '../../../errors/index.ts'

/** Statements that PostgreSQL aborted in favour of another transaction, or whose plan is gone. They may succeed the next time. */
export function isBrokenOff(error: unknown): boolean {
  const reported = error instanceof StoreError ? error.cause : error
  return (
    ['40001', '40P01'].includes(readErrorState(reported) ?? '') || isPlanStale(reported) || isStatementUnknown(reported)
  )
}

// PostgreSQL uses this state for everything that it does not do. Its message is in the server's language.
const stalePlan = '0A000'

/** Whether another process has changed a table since the statement was prepared. */
export function isPlanStale(error: unknown): boolean {
  return readErrorState(error) === stalePlan
}

/** The same, found by the columns of an answer. */
export class StalePlanError extends Error {
  readonly code = stalePlan

  constructor() {
    super('A prepared statement has other columns than it had')
  }
}

/** Whether the server does not know a prepared statement, or knows it already: a pooler shares its connections. */
export function isStatementUnknown(error: unknown): boolean {
  return ['26000', '42P05'].includes(readErrorState(error) ?? '')
}

/** Whether the connection can no longer be used, which its socket may report later than the error. */
export function isConnectionLost(error: unknown): boolean {
  const code = readErrorState(error)
  const isOfStatement = code !== undefined && /^[0-9F-X][0-9A-Z]{4}$/.test(code) && !/^(08|57P)/.test(code)
  return !isOfStatement && !(error instanceof TypeError)
}

/**
 * The driver's error as a StoreError. The original and its text are not passed on: its message, detail and context
 * quote values, and its parameters are secrets. A programmer's mistakes are returned unchanged.
 * @param mayBeStored whether PostgreSQL may have stored a change before its connection broke
 */
export function translatePostgresError(error: unknown, where: string, mayBeStored = false): unknown {
  if (!(error instanceof Error) || error instanceof CheckwrightError || error instanceof TypeError) return error
  const sqlState = readErrorState(error) ?? guessErrorState(error.message)
  const { code = 'STORE_UNAVAILABLE', text, retryable = false } = explainSqlState(sqlState, where, error)
  const advice = mayBeStored
    ? `The connection to ${where} (${sqlState}) broke while it stored a change. The change may or may not be stored. Look before you repeat it.`
    : text
  return new StoreError(advice, { code, retryable, mayBeStored, cause: quoteIdentifiers(error, sqlState) })
}

interface PostgresExplanation {
  /** @default STORE_UNAVAILABLE */
  readonly code?: 'STORE_CONFLICT' | 'STORE_CORRUPT' | 'NOT_FOUND'
  readonly text: string
  readonly retryable?: boolean
}

/** By SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html) or Node.js's code of a failed connection. */
function explainSqlState(code: string, where: string, error: Error): PostgresExplanation {
  switch (code) {
    case '23503':
      return { code: 'NOT_FOUND', text: 'The organization or connection that the row belongs to does not exist.' }
    case '23505':
      return {
        code: 'STORE_CONFLICT',
        text: `The store has such a row already: ${readIdentifier(error, 'constraint')} must differ.`,
      }
    case '40001':
    case '40P01':
    case '55P03':
      return {
        text: `${where} is too busy: other transactions hold locks that this one needs. Try again.`,
        retryable: true,
      }
    case '57014':
      return { text: `${where} took longer than statement_timeout allows. Try again, or raise it.`, retryable: true }
    case '53300':
      return {
        text: `${where} accepts no more connections. Lower pool_size, or raise its max_connections.`,
        retryable: true,
      }
    case 'POOL_EXHAUSTED':
      return { text: `All connections to ${where} are in use. Try again, or raise pool_size.`, retryable: true }
    case '53100':
      return { text: `There is no space left to write ${where}. Free some space.`, retryable: true }
    case '25006':
      return { text: `${where} is read-only, because it is a standby or set so. Name the primary server.` }
    case '42501':
      return {
        text: `The role lacks the permission for that in ${where}. Grant it the schema: GRANT CREATE, USAGE ON SCHEMA … TO …`,
      }
    case '3D000':
      return { text: `${where} does not exist. Create it: CREATE DATABASE …` }
    case '22021':
      return { text: `${where} cannot store a text with a NUL character. Remove the character.` }
    case 'NO_TLS':
      return {
        text: `${where} does not support TLS. Turn it on there. If the network between is your own, you can add sslmode=disable instead.`,
      }
    case 'CLOSED':
      return { text: `The store ${where} is closed.` }
    default:
      return explainClass(code, where, error)
  }
}

function explainClass(code: string, where: string, error: Error): PostgresExplanation {
  const shown = `${where} (${code})`
  if (/^(28|CREDENTIALS)/.test(code)) return { text: `${shown} refuses the user or the password of the store URL.` }
  if (/^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_)/.test(code)) {
    return { text: `The TLS certificate of ${shown} is not trusted. Name its authority: sslrootcert=file.pem.` }
  }
  if (/^XX00[12]$/.test(code)) return { code: 'STORE_CORRUPT', text: `${shown} is damaged. Restore it from a backup.` }
  if (/^(08|57P|53)|^E[A-Z]+(_[A-Z]+)?$/.test(code)) {
    return {
      text: `${shown} cannot be reached, or the connection broke. Try again.`,
      retryable: true,
    }
  }
  return { text: `${shown} refused the statement: ${readIdentifier(error, 'routine')}.` }
}

/** SQLSTATE, or Node.js's code for a socket error: `ECONNREFUSED` and the like. */
function readErrorState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  return /^[0-9A-Z_]{5,40}$/.test(error.code) ? error.code : undefined
}

/** The driver's messages without a code. */
function guessErrorState(message: string): string {
  if (/does not support SSL/.test(message)) return 'NO_TLS'
  if (/timeout exceeded when trying to connect/.test(message)) return 'POOL_EXHAUSTED'
  if (/after calling end on the pool/.test(message)) return 'CLOSED'
  if (/^SASL|password must be a string|no password/i.test(message)) return 'CREDENTIALS'
  if (/^Connection terminated|Client (was closed|has encountered)|not queryable/.test(message)) return 'ECONNRESET'
  return 'UNKNOWN'
}

/** Names in the tables and in PostgreSQL's source, without values. */
type Identifier = 'constraint' | 'table' | 'routine'

function readIdentifier(error: Error & { readonly [Member in Identifier]?: unknown }, member: Identifier): string {
  return typeof error[member] === 'string' ? error[member] : 'unknown'
}

function quoteIdentifiers(error: Error, code: string): Error {
  const names = (['table', 'constraint', 'routine'] as const).map(
    (member) => `${member} ${readIdentifier(error, member)}`,
  )
  return Object.assign(new Error(`PostgreSQL: ${code}, ${names.join(', ')}`), { code })
}
