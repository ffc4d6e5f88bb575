import { readFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import pg from 'pg'
import { StoreError } from '../../../../errors/index.ts'
import { omitUndefined } from '../../../../text/omit-undefined.ts'
import { translatePostgresError } from '../postgres-error.ts'
import { findStoreSchema } from './find-store-schema.ts'
import { listenToRuns } from './postgres-listener.ts'
import type { PostgresLocation, PostgresTls } from './postgres-url.ts'

/** Object ids of types (`select oid from pg_type`). */
const INT8 = 20
const NUMERIC = 1700

/** If a process hangs in a transaction, it must not hold its rows for longer. */
const IDLE_IN_TRANSACTION_MS = 60_000

/** Connections to one database. All its errors are StoreErrors. */
export interface PostgresPool {
  readonly where: string
  /** @throws StoreError `STORE_UNAVAILABLE`, retryable mostly; after `close` not */
  acquire(): Promise<PostgresClient>
  /** @param isBroken whether it must not be used again */
  release(client: PostgresClient, isBroken: boolean): void
  /** Calls back when a run waits, told by any process (`postgres-listener.ts`). @returns stops it */
  listen(onNotice: () => void): () => void
  /** Waits until acquired connections are released. Calling it again does nothing. */
  close(): Promise<void>
}

export type PostgresClient = pg.PoolClient

/** Connects on first use. @throws StoreError `STORE_UNAVAILABLE` when a certificate cannot be read */
export async function createPostgresPool(location: PostgresLocation): Promise<PostgresPool> {
  const { where, host, port, database, user, password, poolSize, connectTimeoutMs } = location
  const options: pg.PoolConfig = {
    host,
    port,
    database,
    user,
    password,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    ssl: await loadTlsOptions(location.tls, where),
    application_name: 'checkwright',
    // A firewall that forgets a connection informs neither end.
    keepAlive: true,
    // A finished process ends, whether or not somebody closed its store.
    allowExitOnIdle: true,
    types: { getTypeParser: chooseParser },
  }
  // Once for all connections of the process: they stay on one store, whatever schemas are made meanwhile.
  let found: Promise<string> | undefined
  const findSchema = (client: pg.ClientBase) => {
    found ??= findStoreSchema(client, where).catch((error) => {
      found = undefined
      throw error
    })
    return found
  }
  const prepare = async (client: pg.ClientBase) => {
    const schema = location.schema ?? (await findSchema(client))
    await client.query(formatSessionSettings(location, schema))
  }
  const pool = new pg.Pool({ ...options, onConnect: prepare })
  // The server may end a connection at any time, also between two statements. The next user gets the error; the event
  // itself would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))

  const listeners = new Set<() => Promise<void>>()
  const connectListener = async () => {
    const socket = new Socket()
    const client = new pg.Client({ ...options, stream: () => socket })
    client.on('error', () => undefined)
    await client.connect()
    await prepare(client)
    socket.unref()
    return client
  }

  let isClosed = false
  let clients = 0
  let letGo = () => {}
  const done = () => {
    if (--clients === 0) letGo()
  }
  let closing: Promise<void> | undefined
  return {
    where,
    acquire: async () => {
      if (isClosed) throw new StoreError(`The store ${where} is closed.`, { code: 'STORE_UNAVAILABLE' })
      clients++
      try {
        return await pool.connect()
      } catch (error) {
        done()
        throw translatePostgresError(error, where)
      }
    },
    release: (client, isBroken) => {
      client.release(isBroken)
      done()
    },
    listen: (onNotice) => {
      const stop = listenToRuns(connectListener, onNotice)
      listeners.add(stop)
      return () => {
        listeners.delete(stop)
        void stop()
      }
    },
    // pg's own end() forgets callers that wait for a connection.
    close: () => {
      isClosed = true
      closing ??= new Promise<void>((resolve) => {
        letGo = resolve
        if (clients === 0) resolve()
      })
        .then(() => Promise.all([...listeners].map((stop) => stop())))
        .then(() => pool.end())
      return closing
    },
  }
}

/** Set after connecting, because connection poolers refuse start-up parameters. */
function formatSessionSettings({ statementTimeoutMs }: PostgresLocation, schema: string): string {
  return [
    `set statement_timeout = ${statementTimeoutMs}`,
    `set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
    `set search_path = ${pg.escapeIdentifier(schema)}`,
  ].join('; ')
}

/** 64-bit integers as numbers: all of ours, including counts, are below 2^53. */
export const chooseParser: typeof pg.types.getTypeParser = (oid, format) =>
  oid === INT8 || oid === NUMERIC ? toNumber : pg.types.getTypeParser(oid, format)

function toNumber(text: string): number {
  const value = Number(text)
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value
  throw new StoreError('The store holds a number above 2^53.', { code: 'STORE_CORRUPT' })
}

async function loadTlsOptions({ mode, ...files }: PostgresTls, where: string): Promise<ConnectionOptions | false> {
  if (mode === 'disable') return false
  const [ca, cert, key] = await Promise.all(
    [files.rootCert, files.cert, files.key].map((file) => file && readPem(file, where)),
  )
  return omitUndefined({
    ca: ca || undefined,
    cert: cert || undefined,
    key: key || undefined,
    // libpq: with a given authority, `require` checks as much as `verify-ca`.
    rejectUnauthorized: mode !== 'require' || ca !== undefined,
    checkServerIdentity: mode === 'verify-full' ? undefined : () => undefined,
  })
}

async function readPem(file: string, where: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new StoreError(`The URL of ${where} names ${file}, which cannot be read. Check its path and permissions.`, {
      code: 'STORE_UNAVAILABLE',
      cause: error,
    })
  }
}
