import type { ConnectSessionRecord } from '../../auth/connect-session-store.ts'
import { createSecret, hashSecret, isSameHash } from '../../auth/secret.ts'
import { AuthError, CheckwrightError, CredentialError, HttpError } from '../../errors/index.ts'
import { createTimeId } from '../../text/create-time-id.ts'
import type { Declared } from '../parts/declared-service.ts'
import { findConnector, requireFound, toIsoTime, type Uses } from '../parts/runtime-parts.ts'
import { stillMay } from '../people/still-may.ts'
import { isSafeOrigin } from './frame-origins.ts'

/** One use of the connect dialog. */
export interface ConnectSession
  extends Pick<
    ConnectSessionRecord,
    'id' | 'organizationId' | 'connectors' | 'origin' | 'userId' | 'connectionId' | 'problem'
  > {
  /** `new`: nobody has opened it. `expired`: it ended without a connection. */
  readonly state: 'new' | 'open' | 'connected' | 'expired'
  /** In a frame of the page of that origin, or in a window beside it. */
  readonly display: 'frame' | 'window'
  readonly expiresAt: string
}

export interface ConnectSessionService {
  /**
   * Lets a person who needs no account here make one connection of the organization, in one browser. Give the token to
   * that person's page only: it works once, for 15 minutes.
   * @param request.origin the origin of the page that opens the dialog: https, or loopback. It is shown in a frame there
   * only if the operator named the origin; otherwise in a window
   * @throws CheckwrightError `CONNECTOR_UNKNOWN`, `CONNECT_SESSION_INVALID`; StoreError `NOT_FOUND`
   */
  create(request: {
    readonly organizationId: string
    readonly origin: string
    /** Ids. @default all */
    readonly connectors?: readonly string[] | undefined
    readonly userId?: string | undefined
  }): Promise<ConnectSession & { readonly token: string; readonly url: string }>
  get(ref: { readonly id: string; readonly organizationId: string }): Promise<ConnectSession | undefined>
  /**
   * Uses a token up. The key identifies the browser from then on, for 30 minutes.
   * @throws AuthError `AUTH_STATE_INVALID` for a token that was used, has expired or never existed
   */
  open(token: string): Promise<{ readonly session: ConnectSession; readonly key: string }>
  /** The session of a browser with its key. undefined for any other. */
  find(opened: { readonly id: string; readonly key: string }): Promise<ConnectSession | undefined>
  /**
   * Makes one connection, however often it is asked. The attempt says what was made, or why nothing was.
   * @throws AuthError `AUTH_STATE_INVALID` for a session that is over, or has its connection; what the attempt throws
   */
  attempt<Outcome extends ConnectOutcome>(id: string, work: () => Promise<Outcome>): Promise<Outcome>
}

/** What an attempt led to: a connection, or the reason of the test. */
export interface ConnectOutcome {
  readonly connection: { readonly id: string } | undefined
  readonly test: { readonly message?: string | undefined }
}

const tokenLifeMs = 15 * 60_000
const dialogLifeMs = 30 * 60_000
/** Longer than any test of a vendor takes. */
const attemptLifeMs = 120_000
const sessionsMax = 1_000
const connectorsMax = 200

export type KeepsConnectSessions = Uses<'connectSessions', 'clock'>

export function createConnectSessionService(
  parts: KeepsConnectSessions &
    Uses<'organizations' | 'users' | 'memberships', 'connectors'> & {
      readonly publicUrl: string
      readonly frameOrigins: readonly string[]
    },
): Declared<ConnectSessionService> {
  const { store, clock, publicUrl, frameOrigins } = parts
  const show = (record: ConnectSessionRecord) => toSession(record, clock.nowMs(), frameOrigins)
  // Whoever was removed or deactivated meanwhile connects nothing any more.
  const isTheirs = (record: ConnectSessionRecord) => stillMay(store, record)
  return {
    create: {
      change: async ({ organizationId, origin, connectors, userId }) => {
        if (!isSafeOrigin(origin))
          throw createSessionError('The origin must be that of your page, with https: https://app.example.com.')
        if (connectors && (connectors.length === 0 || connectors.length > connectorsMax))
          throw createSessionError(`The connectors must be 1 to ${connectorsMax}. Leave them out for all.`)
        for (const id of connectors ?? []) findConnector(parts, id)
        requireFound(await store.organizations.find(organizationId), `organization "${organizationId}"`)
        const nowMs = clock.nowMs()
        const secret = createSecret()
        const record: ConnectSessionRecord = {
          id: createTimeId(),
          organizationId,
          origin,
          userId: userId ?? null,
          tokenHash: hashSecret(secret),
          connectors: connectors ?? null,
          expiresAtMs: nowMs + tokenLifeMs,
          keyHash: null,
          connectionId: null,
          problem: null,
        }
        await store.connectSessions.insert(record)
        // Afterwards, because of requests side by side the last one then sees all.
        await store.connectSessions.prune({ organizationId, count: sessionsMax })
        const session = show(record)
        // The script of the host's page has nothing else to know which way the dialog is shown.
        const token = `${session.display}.${secret}`
        // Behind "#": it gets into no log and no referrer.
        return { ...session, token, url: `${publicUrl}${connectDialogPath}#${token}` }
      },
      audit: { action: 'connect-session.create', fields: (request) => request },
    },
    get: {
      read: async ({ id, organizationId }) => {
        const record = await store.connectSessions.find(id)
        return record?.organizationId === organizationId ? show(record) : undefined
      },
    },
    open: {
      change: async (token) => {
        const [, secret] = /^(?:frame|window)\.([A-Za-z0-9_-]{43})$/.exec(token) ?? []
        const key = createSecret()
        const nowMs = clock.nowMs()
        const opening = { keyHash: hashSecret(key), nowMs, expiresAtMs: nowMs + dialogLifeMs }
        const record = secret === undefined ? undefined : await store.connectSessions.open(hashSecret(secret), opening)
        if (record && (await isTheirs(record))) return { session: show(record), key }
        throw createOver('This dialog was already opened, or was asked for more than 15 minutes ago.')
      },
      audit: { unaudited: 'It connects nothing yet: the attempt does, and has its entry.' },
    },
    find: {
      read: async ({ id, key }) => {
        const record = await store.connectSessions.find(id)
        if (!record?.keyHash || !isSameHash(hashSecret(key), record.keyHash)) return undefined
        return record.expiresAtMs > clock.nowMs() && (await isTheirs(record)) ? show(record) : undefined
      },
    },
    attempt: {
      change: (id, work) => attemptOnce(parts, id, work),
      audit: { unaudited: 'What it does has its own entry.' },
    },
  }
}

/** Path of the dialog below `publicUrl`. */
export const connectDialogPath = '/connect-dialog'

/** One attempt at a time, and none after the one that worked. */
export async function attemptOnce<Outcome extends ConnectOutcome>(
  { store, clock }: KeepsConnectSessions,
  id: string,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const nowMs = clock.nowMs()
  if (!(await store.connectSessions.claim(id, { nowMs, untilMs: nowMs + attemptLifeMs })))
    throw createOver('This dialog has its connection already, is connecting now, or is over.')
  try {
    const outcome = await work()
    const { connection, test } = outcome
    const problem = connection ? null : (test.message ?? 'The vendor does not accept it.')
    await store.connectSessions.settle(id, { connectionId: connection?.id ?? null, problem })
    return outcome
  } catch (error) {
    // The message of any other error concerns this service, and is not for the person.
    const isForPerson = error instanceof AuthError || error instanceof CredentialError || error instanceof HttpError
    const problem = isForPerson ? error.message : 'Something went wrong. Try it again.'
    await store.connectSessions.settle(id, { connectionId: null, problem })
    throw error
  }
}

function toSession(record: ConnectSessionRecord, nowMs: number, frameOrigins: readonly string[]): ConnectSession {
  const { id, organizationId, connectors, origin, userId, connectionId, problem, keyHash, expiresAtMs } = record
  const isOver = expiresAtMs <= nowMs
  const state = connectionId !== null ? 'connected' : isOver ? 'expired' : keyHash === null ? 'new' : 'open'
  return {
    id,
    organizationId,
    connectors,
    origin,
    userId,
    connectionId,
    problem,
    state,
    display: frameOrigins.includes(origin) ? 'frame' : 'window',
    expiresAt: toIsoTime(expiresAtMs),
  }
}

function createSessionError(message: string): CheckwrightError {
  return new CheckwrightError(message, { code: 'CONNECT_SESSION_INVALID' })
}

function createOver(message: string): AuthError {
  return new AuthError(`${message} Close it, and begin again where it began.`, { code: 'AUTH_STATE_INVALID' })
}
