import { randomUUID } from 'node:crypto'
import {
  type ConnectionChanges,
  type ConnectionRecord,
  type ConnectionTally,
  createConnectionRecord,
} from '../../auth/connection-store.ts'
import { carryOverVariables, parseVariables } from '../../auth/variable-values.ts'
import { type AnyConnector, isSecret, listCredentialFields } from '../../define/index.ts'
import { StoreError } from '../../errors/index.ts'
import { nameLengthMax } from '../../service/records/text-limits.ts'
import { isBlank } from '../../text/is-blank.ts'
import { demandEnabled } from '../connectors/disabled-connectors.ts'
import type { RegistersApps } from '../oauth-apps/app-registration.ts'
import type { Declared } from '../parts/declared-service.ts'
import {
  type ConnectorRef,
  findConnector,
  type Ref,
  type RuntimeParts,
  requireFound,
  toConnectionRef,
  type Uses,
} from '../parts/runtime-parts.ts'
import type { AsksVendor } from './ask-vendor.ts'
import { prepareChangedCredentials, prepareNewCredentials } from './connection-credentials.ts'
import { type Connection, changeState, decideStateAfterCredentials, toConnection } from './connection-state.ts'
import type { ConnectionTest } from './connection-test.ts'
import { listDeclaredVariables } from './declared-variables.ts'
import { disconnect } from './disconnect.ts'
import { type FetchedOptions, fetchOptions } from './fetch-options.ts'
import { listListing } from './list-listing.ts'
import {
  type ConnectAttempt,
  chooseAttemptStatus,
  insertUnproven,
  proveConnection,
  testStoredConnection,
} from './prove-connection.ts'
import { type PublicField, readPublicFields } from './public-fields.ts'
import type { RelistsFindings } from './relist-findings.ts'
import { replaceAll } from './sealed-credentials.ts'
import {
  type ConnectionSearch,
  type ConnectionSearchPage,
  type FoundConnection,
  toConnectionChoice,
  toFoundConnection,
} from './search-connections.ts'

export interface NewConnection {
  readonly connector: ConnectorRef
  readonly organizationId: string
  readonly credentials: Readonly<Record<string, unknown>>
  /** See `isConnectionName`. @default as its connector */
  readonly name?: string | undefined
  readonly variables?: Readonly<Record<string, unknown>> | undefined
  readonly userId?: string | undefined
}

export interface ConnectionService {
  /** Does not ask the vendor. @throws CredentialError that names every bad field */
  create(input: NewConnection): Promise<Connection>
  /**
   * Creates one and tests it. If the test fails, nothing is kept. If the vendor has trouble, nobody knows yet: the connection
   * is kept with the state `error`, and the first test or run that is answered decides.
   * @throws CredentialError that names every bad field
   */
  connect(input: NewConnection): Promise<ConnectAttempt>
  /**
   * What people typed and is no secret, by the ids of the connections.
   */
  publicFields(filter: {
    readonly organizationId: string
    readonly connections: readonly (Pick<Connection, 'id' | 'connector'> &
      Partial<Pick<Connection, 'connectorSha256'>>)[]
  }): Promise<ReadonlyMap<string, readonly PublicField[]>>
  get(ref: Ref): Promise<Connection | undefined>
  /** Newest first. */
  list(filter: {
    readonly organizationId: string
    readonly connector?: ConnectorRef | undefined
    /** @default all */
    readonly limit?: number | undefined
    /** Only connections older than this one. */
    readonly before?: { readonly createdAt: string; readonly id: string } | undefined
  }): Promise<readonly Connection[]>
  /** Those of which something can be listed, or was, or of which the organization has said something for cross-checks. Newest first. */
  listListing(of: { readonly organizationId: string }): Promise<readonly Connection[]>
  /** Ids of the connectors of all that are not disconnected. */
  listConnectors(of: { readonly organizationId: string }): Promise<ReadonlySet<string>>
  /** One page of those that are searched for, in an order. */
  search(page: ConnectionSearchPage): Promise<readonly FoundConnection[]>
  /** How many are searched for; at most one more than `countedMax`, which is 1,000. */
  count(search: ConnectionSearch): Promise<number>
  /** `search` and `count` together, which takes less time. */
  searchCounted(
    page: ConnectionSearchPage,
  ): Promise<{ readonly found: readonly FoundConnection[]; readonly count: number }>
  /** How many there are by state, and by connector. */
  tally(of: { readonly organizationId: string }): Promise<ConnectionTally>
  /** Replaces the name (null: none of its own), variables, or credential values field by field. */
  update(
    ref: Ref,
    changes: {
      readonly name?: string | null | undefined
      readonly credentials?: Readonly<Record<string, unknown>> | undefined
      readonly variables?: Readonly<Record<string, unknown>> | undefined
    },
  ): Promise<Connection>
  /** Refuses runs until `resume`. @throws StoreError `CONNECTION_UNUSABLE` when it is disconnected */
  pause(ref: Ref): Promise<Connection>
  /**
   * A connection that is not paused stays the same. @throws StoreError `CONNECTION_UNUSABLE` when it is disconnected
   */
  resume(ref: Ref): Promise<Connection>
  /** Ends its runs, revokes the tokens if the vendor can, and wipes every credential in any case. */
  disconnect(ref: Ref): Promise<Connection>
  /**
   * Proves that the credentials work: with the `test` hook, otherwise with a GET of `test.path`. Does not throw for the
   * vendor's answer.
   */
  test(ref: Ref): Promise<ConnectionTest>
  /**
   * The options of a variable, from the connector's hook `options` of that id. Does not throw for the vendor's answer.
   * @returns undefined if the connector declares no such hook
   */
  options(ref: Ref, variableId: string): Promise<FetchedOptions | undefined>
}

/** Whether a connection can have this name: one line of at most 100 characters, not only spaces. */
export function isConnectionName(name: unknown): name is string {
  return (
    typeof name === 'string' &&
    !isBlank(name) &&
    name.isWellFormed() &&
    [...name].length <= nameLengthMax &&
    // A list shows names beside each other, so a name must not break its line or turn its direction.
    !/[\p{Cc}\u2028\u2029\p{Bidi_Control}]/u.test(name)
  )
}

/**
 * @param cancelRuns ends the runs of a connection that is disconnected
 * @param onConnected is told of each new connection that is kept
 */
export function createConnectionService(
  parts: RegistersApps & AsksVendor & RelistsFindings & Uses<'organizations' | 'disabledConnectors'>,
  cancelRuns: (connectionId: string) => Promise<void>,
  onConnected: (connection: Connection) => Promise<void>,
): Declared<ConnectionService> {
  const { store, clock } = parts
  const load = async (ref: Ref): Promise<ConnectionRecord> => {
    const { id, organizationId } = toConnectionRef(ref)
    return requireFound(await store.connections.find(id, organizationId), 'connection of that id')
  }
  const ownerOf = async (ref: Ref) => {
    const { id, organizationId } = toConnectionRef(ref)
    return (await store.connections.find(id, organizationId))?.organizationId
  }
  const test = async (ref: Ref): Promise<ConnectionTest> => {
    const record = await load(ref)
    return testStoredConnection(parts, await parts.registry.load(record), record)
  }
  const options = async (ref: Ref, variableId: string): Promise<FetchedOptions | undefined> => {
    const record = await load(ref)
    return fetchOptions(parts, await parts.registry.load(record), record, variableId)
  }
  const insert = async (
    input: NewConnection,
    keep: typeof store.connections.insert,
    method: string,
  ): Promise<ConnectionRecord> => {
    const { connector: ref, organizationId, credentials, name, variables = {}, userId } = input
    demandConnectionName(method, name)
    const connector = findConnector(parts, ref)
    requireFound(await store.organizations.find(organizationId), `organization "${organizationId}"`)
    await demandEnabled(parts, connector)
    const checked = parseStoredVariables(connector, variables)
    const id = randomUUID()
    const { sealed, scopes } = await prepareNewCredentials(parts, connector, { organizationId, id }, credentials)
    const record = createConnectionRecord({
      id,
      organizationId,
      connectorId: connector.id,
      createdAtMs: clock.nowMs(),
      connectorSha256: parts.registry.chooseSha256(connector),
      name: name ?? null,
      variables: checked,
      grantedScopes: scopes,
      userId: userId ?? null,
    })
    await keep(record, { generation: 1, refreshFailures: 0, ...sealed })
    return record
  }
  const connect = async (input: NewConnection): Promise<ConnectAttempt> => {
    const keep = (...args: Parameters<typeof store.connections.insert>) => insertUnproven(parts, ...args)
    const { id, connectorId } = await insert(input, keep, 'connect')
    const attempt = await proveConnection(parts, findConnector(parts, connectorId), id)
    if (attempt.connection) await onConnected(attempt.connection)
    return attempt
  }
  return {
    connect: {
      change: (input) => parts.unfinished.track(connect(input)),
      audit: {
        action: 'connection.create',
        fields: (input) => input,
        target: ({ connection }) => connection?.id ?? null,
        status: chooseAttemptStatus,
      },
    },
    publicFields: {
      read: async ({ organizationId, connections }) => {
        const entries = await Promise.all(
          connections.map(async ({ id, connector: connectorId, connectorSha256 = null }) => {
            const connector = await parts.registry.find({ connectorId, connectorSha256 })
            // An id of another organization has no values here: they are sealed for the pair.
            const fields = await readPublicFields(parts, connector, { organizationId, id })
            return [id, fields] as const
          }),
        )
        return new Map(entries)
      },
    },
    create: {
      change: async (input) => {
        const connection = toConnection(await insert(input, store.connections.insert, 'create'))
        await onConnected(connection)
        return connection
      },
      audit: { action: 'connection.create', fields: (input) => input },
    },
    get: {
      read: async (ref) => {
        const { id, organizationId } = toConnectionRef(ref)
        const record = await store.connections.find(id, organizationId)
        return record && toConnection(record)
      },
    },
    list: {
      read: async ({ organizationId, connector, limit, before: last }) => {
        const connectorId = connector === undefined ? undefined : findConnector(parts, connector).id
        const before = last && { createdAtMs: Date.parse(last.createdAt), id: last.id }
        return (await store.connections.list({ organizationId, connectorId, limit, before })).map(toConnection)
      },
    },
    listListing: {
      read: async ({ organizationId }) => {
        const found = await listListing(parts, organizationId)
        return found.toSorted((one, other) => other.createdAtMs - one.createdAtMs).map(toConnection)
      },
    },
    listConnectors: {
      read: async ({ organizationId }) =>
        new Set((await store.connections.listConnectors(organizationId)).map(({ connectorId }) => connectorId)),
    },
    search: {
      read: async ({ order = 'newest', limit, after, ...search }) => {
        const found = await store.connections.search({ ...toConnectionChoice(parts, search), order, limit, after })
        return found.map(({ record, place }) => toFoundConnection(record, place))
      },
    },
    count: { read: (search) => store.connections.count(toConnectionChoice(parts, search)) },
    searchCounted: {
      read: async ({ order = 'newest', limit, after, ...search }) => {
        const filter = { ...toConnectionChoice(parts, search), order, limit, after }
        const { found, count } = await store.connections.searchCounted(filter)
        return { found: found.map(({ record, place }) => toFoundConnection(record, place)), count }
      },
    },
    tally: { read: ({ organizationId }) => store.connections.tally(organizationId) },
    update: {
      change: async (ref, { name, credentials, variables }) => {
        demandConnectionName('update', name)
        const record = await load(ref)
        const before = await parts.registry.load(record)
        const connector = credentials ? chooseEnteredVersion(parts, before, credentials) : before
        const changes: ConnectionChanges = {
          name,
          variables: variables && parseStoredVariables(connector, variables),
        }
        if (!credentials)
          return toConnection(requireFound(await store.connections.update(record.id, changes, clock.nowMs()), what))
        await parts.turns.runAlone(record.id, async () => {
          const { sealed, scopes } = await prepareChangedCredentials(parts, connector, record, credentials, before)
          await replaceAll(parts, record.id, sealed, {
            changes: {
              ...changes,
              ...decideStateAfterCredentials(record),
              grantedScopes: scopes ?? undefined,
              connectorSha256: parts.registry.chooseSha256(connector),
            },
            nowMs: clock.nowMs(),
          })
        })
        return toConnection(await load(ref))
      },
      audit: {
        action: 'connection.update',
        organization: ownerOf,
        fields: (_ref, changes) => changes,
        target: (_done, ref) => toConnectionRef(ref).id,
      },
    },
    pause: {
      change: (ref) =>
        changeState(
          parts,
          () => load(ref),
          ({ state }) => {
            if (state === 'disconnected')
              throw createUnusableConnectionError('is disconnected; there is nothing to pause')
            return state === 'paused' ? undefined : { state: 'paused', stateReason: 'Paused by a person.' }
          },
        ),
      audit: { action: 'connection.pause', organization: ownerOf, target: (_done, ref) => toConnectionRef(ref).id },
    },
    resume: {
      change: (ref) =>
        changeState(
          parts,
          () => load(ref),
          ({ state }) => {
            if (state === 'disconnected') throw createUnusableConnectionError('is disconnected; reconnect')
            return state === 'paused' ? { state: 'active', stateReason: null } : undefined
          },
        ),
      audit: { action: 'connection.resume', organization: ownerOf, target: (_done, ref) => toConnectionRef(ref).id },
    },
    disconnect: {
      change: async (ref) => {
        const record = await load(ref)
        await cancelRuns(record.id)
        await parts.unfinished.track(disconnect(parts, await parts.registry.load(record), record))
        return toConnection(await load(ref))
      },
      audit: {
        action: 'connection.disconnect',
        organization: ownerOf,
        target: (_done, ref) => toConnectionRef(ref).id,
      },
    },
    test: {
      change: (ref) => parts.unfinished.track(test(ref)),
      audit: {
        unaudited:
          'It changes no setting. The state of the connection may follow the answer of the vendor, as after each run.',
      },
    },
    options: { read: (ref, variableId) => parts.unfinished.track(options(ref, variableId)) },
  }
}

/** A secret that is entered again is for the version that is published now; other values are for the one in use. */
function chooseEnteredVersion(
  { connectors }: Pick<RuntimeParts, 'connectors'>,
  before: AnyConnector,
  entered: Readonly<Record<string, unknown>>,
): AnyConnector {
  const current = connectors.get(before.id) ?? before
  const secrets = listCredentialFields(current.definition).filter(isSecret)
  return ['access_token', ...secrets.map(({ id }) => id)].some((id) => entered[id] !== undefined) ? current : before
}

function demandConnectionName(method: string, name: string | null | undefined): void {
  if (name === undefined || name === null || isConnectionName(name)) return
  throw new TypeError(`connections.${method}: name must be one line of 1 to ${nameLengthMax} characters`)
}

const what = 'connection of that id'

function createUnusableConnectionError(why: string): StoreError {
  return new StoreError(`The connection ${why}.`, { code: 'CONNECTION_UNUSABLE' })
}

/** Variables of the connector and of its checks share one set of values. */
function parseStoredVariables(connector: AnyConnector, input: Readonly<Record<string, unknown>>) {
  const declared = listDeclaredVariables(connector).map(({ variable }) => variable)
  const args = carryOverVariables(declared, input)
  // What is not given stays open: defaults belong to the connector and may change with its version.
  return parseVariables(
    declared.filter(({ id }) => Object.hasOwn(args, id)),
    args,
  )
}
