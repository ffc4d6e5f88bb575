import { StoreError } from '../../../../errors/index.ts'
import { decodePercent } from '../../../../text/decode-percent.ts'

export interface PostgresLocation {
  /** Its name in messages: without user, password and parameters. */
  readonly where: string
  /** Name, address, or folder of a Unix socket. */
  readonly host: string
  readonly port: number
  readonly database: string
  /** undefined: `PGUSER`, or the user of the operating system. */
  readonly user: string | undefined
  /** undefined: `PGPASSWORD` or the password file (`PGPASSFILE`, `~/.pgpass`). */
  readonly password: string | undefined
  /** The schema of our tables. undefined: `findStoreSchema` finds it in the role's search path, usually `public`. */
  readonly schema: string | undefined
  readonly tls: PostgresTls
  readonly poolSize: number
  readonly statementTimeoutMs: number
  readonly connectTimeoutMs: number
}

/** Modes of libpq (https://www.postgresql.org/docs/current/libpq-ssl.html), without those that guarantee nothing. */
export interface PostgresTls {
  readonly mode: 'disable' | 'require' | 'verify-ca' | 'verify-full'
  /** Files in PEM. Without `rootCert`: the authorities that Node.js trusts. */
  readonly rootCert: string | undefined
  readonly cert: string | undefined
  readonly key: string | undefined
}

const modes = ['disable', 'require', 'verify-ca', 'verify-full'] as const
const parameters = [
  ...['host', 'schema', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey'],
  ...['pool_size', 'statement_timeout', 'connect_timeout'],
]

/**
 * Reads `postgres://user:password@host:5432/database?sslmode=verify-full`. Parameters, all optional:
 *
 * - `sslmode`: `disable`, `require` (encrypted, to whomever answers), `verify-ca`, `verify-full`.
 *   @default `disable` on this machine, `verify-full` to any other
 * - `sslrootcert`, `sslcert`, `sslkey`: PEM files
 * - `schema`: made where missing. @default the one of the role's search path that has the store, else the first
 * - `pool_size`: connections of this process at most. @default 10
 * - `statement_timeout`: ms. @default 30000
 * - `connect_timeout`: seconds, as in libpq; also how long a call waits for a free connection. @default 10
 * - `host`: folder of a Unix socket, as in `postgres:///checks?host=/run/postgresql`
 *
 * @throws StoreError `STORE_UNAVAILABLE`. No message repeats the URL, which may hold a password
 */
export function parsePostgresUrl(text: string): PostgresLocation {
  const url = URL.canParse(text)
    ? new URL(text)
    : refusePostgresUrl('cannot be read. A password needs %XX for / ? # @ and :')
  const searchParams = url.searchParams
  for (const name of new Set(searchParams.keys())) {
    // Without its name, which may be the rest of a password with a question mark.
    if (!parameters.includes(name))
      refusePostgresUrl(`has an unknown parameter. Known parameters: ${parameters.join(', ')}`)
    if (searchParams.getAll(name).length > 1) refusePostgresUrl(`has the parameter "${name}" twice`)
  }
  const host = searchParams.get('host') ?? decodeUrlPart(url.hostname.replace(/^\[(.*)\]$/, '$1'))
  const database = decodeUrlPart(url.pathname.slice(1))
  if (host === '') refusePostgresUrl('has no host')
  if (database === '' || database.includes('/')) refusePostgresUrl('has no database')
  const schema = searchParams.get('schema') ?? undefined
  if (schema !== undefined && !/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
    refusePostgresUrl('has a schema other than lower-case letters, digits and _')
  }
  return {
    where: `PostgreSQL database "${database}" on ${host}${url.port && `:${url.port}`}`,
    host,
    port: url.port === '' ? 5432 : Number(url.port),
    database,
    user: decodeUrlPart(url.username) || undefined,
    password: decodeUrlPart(url.password) || undefined,
    schema,
    tls: parseTls(searchParams, host),
    poolSize: parseUrlNumber(searchParams, 'pool_size', 10),
    statementTimeoutMs: parseUrlNumber(searchParams, 'statement_timeout', 30_000),
    connectTimeoutMs: parseUrlNumber(searchParams, 'connect_timeout', 10) * 1000,
  }
}

function parseTls(searchParams: URLSearchParams, host: string): PostgresTls {
  const isLocal = host.startsWith('/') || /^(localhost|127(\.\d+){3}|::1)$/i.test(host)
  const asked = searchParams.get('sslmode') ?? (isLocal ? 'disable' : 'verify-full')
  const mode = modes.find((known) => known === asked)
  if (mode === undefined) return refusePostgresUrl(`has an unknown sslmode. Known modes: ${modes.join(', ')}`)
  const [rootCert, cert, key] = ['sslrootcert', 'sslcert', 'sslkey'].map((name) => searchParams.get(name) ?? undefined)
  if (mode === 'verify-ca' && rootCert === undefined)
    refusePostgresUrl('has sslmode=verify-ca without an authority; add sslrootcert')
  return { mode, rootCert, cert, key }
}

function parseUrlNumber(searchParams: URLSearchParams, name: string, byDefault: number): number {
  const text = searchParams.get(name) ?? String(byDefault)
  return /^[1-9]\d{0,6}$/.test(text)
    ? Number(text)
    : refusePostgresUrl(`has a ${name} that is not a whole number above 0`)
}

function decodeUrlPart(text: string): string {
  return decodePercent(text) ?? refusePostgresUrl('has a % without two hexadecimal digits after it. Write %25 for %')
}

function refusePostgresUrl(what: string): never {
  throw new StoreError(
    `The PostgreSQL URL of the store ${what}. Its form is postgres://user:password@host:5432/database?sslmode=verify-full.`,
    { code: 'STORE_UNAVAILABLE' },
  )
}
