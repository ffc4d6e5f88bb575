import { v4 } from 'uuid'
import type { ConnectionRecord } from '../auth/connection-store.ts'
import { type CredentialValues, parseCredentials } from '../auth/credential-values.ts'
import { requestClientCredentials, revokeToken } from '../auth/oauth/token-endpoint.ts'
import { parseVariables } from '../auth/variable-values.ts'
import { type AnyConnector, capturesOf, credentialFieldsOf, fillPath } from '../define/index.ts'
import { CheckwrightError, HttpError, StoreError } from '../errors/index.ts'
import { vendorClient } from '../http/client.ts'
import { fillingsOf } from '../http/open-session.ts'
import { transportFetch } from '../http/transport-fetch.ts'
import { openConnection } from './connection-access.ts'
import { demandApp, openApp } from './oauth-apps.ts'
import { connectorOf, found, isoTime, type Parts, refOf } from './parts.ts'
import type { Connection, ConnectionTest, Ref, Runtime } from './runtime.ts'
import { openValues, sealValues, withTokens } from './sealed-credentials.ts'

export function connectionService(parts: Parts): Runtime['connections'] {
  const { store, vault, clock } = parts
  const load = async (ref: Ref): Promise<ConnectionRecord> => {
    const { id, organizationId } = refOf(ref)
    return found(await store.connections.find(id, organizationId), 'connection of that id')
  }
  const change = async (ref: Ref, changes: Parameters<typeof store.connections.update>[1]): Promise<Connection> => {
    const { id } = await load(ref)
    return shownConnection(found(await store.connections.update(id, changes, clock.nowMs()), 'connection of that id'))
  }
  return {
    create: async ({ connector: ref, organizationId, credentials, variables = {}, userId }) => {
      const connector = connectorOf(parts, ref)
      const { definition } = connector
      found(await store.organizations.find(organizationId), `organization "${organizationId}"`)
      const nowMs = clock.nowMs()
      const record: ConnectionRecord = {
        id: v4(),
        organizationId,
        connectorId: connector.id,
        state: 'active',
        stateReason: null,
        variables: storedVariables(connector, variables),
        grantedScopes: null,
        userId: userId ?? null,
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
      }
      const typed = parseCredentials(definition, credentials, grantedIds(connector))
      const granted = await grantedTo(parts, connector, organizationId, typed)
      const values = await sealValues(vault, record, granted.values)
      await store.connections.insert(
        { ...record, grantedScopes: granted.scopes },
        { generation: 1, values, expiresAtMs: granted.expiresAtMs },
      )
      return shownConnection({ ...record, grantedScopes: granted.scopes })
    },
    get: async (ref) => {
      const { id, organizationId } = refOf(ref)
      const record = await store.connections.find(id, organizationId)
      return record && shownConnection(record)
    },
    list: async ({ organizationId, connector }) => {
      const connectorId = connector === undefined ? undefined : connectorOf(parts, connector).id
      return (await store.connections.list({ organizationId, connectorId })).map(shownConnection)
    },
    update: async (ref, { credentials, variables }) => {
      const record = await load(ref)
      const connector = connectorOf(parts, record.connectorId)
      if (credentials) await replaceCredentials(parts, connector, record, credentials)
      const changes = variables ? { variables: storedVariables(connector, variables) } : {}
      return change(ref, { ...changes, ...(credentials && { state: 'active', stateReason: null }) })
    },
    pause: (ref) => change(ref, { state: 'paused', stateReason: 'Paused by a person.' }),
    resume: (ref) => change(ref, { state: 'active', stateReason: null }),
    disconnect: async (ref) => {
      const record = await load(ref)
      await revoke(parts, connectorOf(parts, record.connectorId), record)
      await store.connections.wipeCredentials(record.id)
      return change(ref, {
        state: 'disconnected',
        stateReason: 'Disconnected by a person; its credentials were deleted.',
      })
    },
    test: async (ref) => {
      const record = await load(ref)
      const connector = connectorOf(parts, record.connectorId)
      const outcome = await testConnection(parts, connector, record)
      await noteOutcome(parts, connector, record, outcome)
      return outcome
    },
  }
}

/** A connection as it may be shown. */
export function shownConnection(record: ConnectionRecord): Connection {
  return {
    id: record.id,
    organizationId: record.organizationId,
    connector: record.connectorId,
    state: record.state,
    stateReason: record.stateReason ?? undefined,
    variables: record.variables,
    grantedScopes: record.grantedScopes ?? undefined,
    userId: record.userId ?? undefined,
    createdAt: isoTime(record.createdAtMs),
    updatedAt: isoTime(record.updatedAtMs),
  }
}

/** Ids that no form asks for: what an OAuth provider grants. */
function grantedIds(connector: AnyConnector): readonly string[] {
  if (connector.definition.auth.type !== 'oauth2') return []
  return ['access_token', 'refresh_token', ...capturesOf(connector.definition).map((capture) => capture.id)]
}

interface Granted {
  readonly values: CredentialValues
  readonly scopes: readonly string[] | null
  readonly expiresAtMs: number | null
}

/** For client_credentials the app is asked for its token at once, so that a wrong secret is known when it is entered. */
async function grantedTo(
  parts: Parts,
  connector: AnyConnector,
  organizationId: string,
  typed: CredentialValues,
): Promise<Granted> {
  const { definition, hooks } = connector
  const { auth } = definition
  if (auth.type !== 'oauth2') return { values: typed, scopes: null, expiresAtMs: null }
  if (auth.config.grant !== 'client_credentials') {
    if (typed.access_token !== undefined) return { values: typed, scopes: null, expiresAtMs: null }
    throw new StoreError(
      `"${definition.id}" is connected in the browser: begin by oauth.start, or give an access_token.`,
      { code: 'CONNECTION_UNUSABLE' },
    )
  }
  const app = await demandApp(parts, connector.id, organizationId)
  const tokens = await requestClientCredentials({
    definition,
    hook: hooks.token,
    app,
    settings: app.settings,
    credentials: typed,
    fillings: fillingsOf(definition, typed, app.settings),
    fetch: transportFetch(parts.transport),
    clock: parts.clock,
  })
  return { values: withTokens(typed, tokens), scopes: tokens.scopes ?? null, expiresAtMs: tokens.expiresAtMs ?? null }
}

async function replaceCredentials(
  parts: Parts,
  connector: AnyConnector,
  record: ConnectionRecord,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { store, vault } = parts
  const sealed = await store.connections.credentials(record.id)
  const before = sealed ? await openValues(vault, record, sealed.values) : {}
  const fields = new Set(credentialFieldsOf(connector.definition).map((field) => field.id))
  const kept = Object.fromEntries(Object.entries(before).filter(([id]) => fields.has(id)))
  const typed = parseCredentials(connector.definition, { ...kept, ...changes }, grantedIds(connector))
  const values = await sealValues(vault, record, { ...before, ...typed })
  const replaced = await store.connections.replaceCredentials(record.id, sealed?.generation ?? 0, {
    values,
    expiresAtMs: sealed?.expiresAtMs ?? null,
  })
  if (!replaced)
    throw new StoreError('Somebody else changed the credentials meanwhile. Look at them and try again.', {
      code: 'STORE_CONFLICT',
      retryable: true,
    })
}

/** Variables of the connector and of its checks share one set of values. */
function storedVariables(connector: AnyConnector, input: Readonly<Record<string, unknown>>) {
  const declared = [
    ...(connector.definition.variables ?? []),
    ...connector.checks.flatMap((check) => check.variables ?? []),
  ]
  const given = new Set(Object.keys(input))
  // What is not given stays open: defaults belong to the connector and may change with its version.
  return parseVariables(
    declared.filter(
      (variable, index) => given.has(variable.id) && declared.findIndex((each) => each.id === variable.id) === index,
    ),
    input,
  )
}

/** RFC 7009: the refresh token first, because it is what new access tokens are made of. */
async function revoke(parts: Parts, connector: AnyConnector, record: ConnectionRecord): Promise<void> {
  const { definition } = connector
  const { store, vault, transport, clock, logger } = parts
  if (definition.auth.type !== 'oauth2' || definition.auth.config.revokeUrl === undefined) return
  try {
    const sealed = await store.connections.credentials(record.id)
    const app = await openApp(parts, connector.id, record.organizationId)
    if (!sealed || !app) return
    const {
      access_token: accessToken,
      refresh_token: refreshToken,
      ...values
    } = await openValues(vault, record, sealed.values)
    for (const [hint, token] of [
      ['refresh_token', refreshToken],
      ['access_token', accessToken],
    ] as const) {
      if (token === undefined) continue
      const fillings = fillingsOf(definition, values, app.settings)
      await revokeToken({
        definition,
        app,
        fillings,
        token: String(token),
        tokenTypeHint: hint,
        fetch: transportFetch(transport),
        clock,
      })
    }
  } catch (error) {
    // Whatever the vendor answers, the credentials are deleted here.
    const code = error instanceof CheckwrightError ? error.code : 'UNKNOWN'
    logger.warn({ connectionId: record.id, connectorId: connector.id, code }, 'Token could not be revoked')
  }
}

async function testConnection(
  parts: Parts,
  connector: AnyConnector,
  record: ConnectionRecord,
): Promise<ConnectionTest> {
  const { definition, hooks } = connector
  try {
    const access = await openConnection(parts, connector, record)
    const fillings = fillingsOf(definition, access.credentials, access.settings)
    const client = vendorClient(access.session, quietScope(), fillings)
    if (hooks.test) {
      await hooks.test({ ...client, credentials: access.credentials })
      return { ok: true }
    }
    if (!definition.test)
      return { ok: true, message: `${definition.name} declares no test request, so nothing was asked.` }
    await client.get(fillPath(definition.test.path, fillings), { query: definition.test.query })
    return { ok: true }
  } catch (error) {
    if (!(error instanceof CheckwrightError)) {
      return { ok: false, message: `The test of "${definition.id}" threw an error of its own; it has to be mended.` }
    }
    const status = error instanceof HttpError ? error.status : undefined
    return { ok: false, ...(status !== undefined && { status }), message: error.message }
  }
}

function quietScope() {
  return {
    signal: AbortSignal.timeout(60_000),
    writes: false,
    onRequest: () => undefined,
    onWait: () => undefined,
    incomplete: () => undefined,
  }
}

/** A test that proves something about the credentials moves the connection's state; an unreachable vendor proves nothing. */
async function noteOutcome(
  { store, clock }: Parts,
  connector: AnyConnector,
  record: ConnectionRecord,
  outcome: ConnectionTest,
): Promise<void> {
  const { definition } = connector
  if (outcome.ok && (record.state === 'error' || record.state === 'pending')) {
    await store.connections.update(record.id, { state: 'active', stateReason: null }, clock.nowMs())
  }
  if (!outcome.ok && outcome.status === 401 && record.state === 'active') {
    const state = definition.auth.type === 'oauth2' ? 'needs_reauth' : 'error'
    const stateReason = `${definition.name} does not accept the credentials. Connect again.`
    await store.connections.update(record.id, { state, stateReason }, clock.nowMs())
  }
}
