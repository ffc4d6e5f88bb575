import type { EndpointFetch } from '../../auth/oauth/endpoint-fetch.ts'
import type { RefreshTurns } from '../../auth/refresh-turns.ts'
import type { Vault } from '../../auth/vault.ts'
import type { AnyConnector, Clock } from '../../define/index.ts'
import { CheckwrightError, StoreError } from '../../errors/index.ts'
import type { Transport } from '../../http/transport/transport.ts'
import { limitStoredBytes } from '../../service/files/limit-stored-bytes.ts'
import type { ObjectStore } from '../../service/files/objects.ts'
import type { Store } from '../all-stores/store.ts'
import type { ConnectorRegistry } from './connector-registry.ts'
import type { CrossCheckRegistry } from './cross-check-registry.ts'
import type { Pacers } from './pacers.ts'
import { resolveQuotas } from './quotas.ts'
import type { Reaches } from './reaches.ts'
import type { Logger, RuntimeOptions } from './runtime-options.ts'
import type { UnfinishedWork } from './unfinished-work.ts'
import type { UnkeptTokens } from './unkept-tokens.ts'

export { readErrorCodeForLog, readFailureReason } from './error-code.ts'

/** The parts that services of a runtime share. */
export interface RuntimeParts {
  readonly options: RuntimeOptions
  /** Those that new connections get. Operators may add some at any time. */
  readonly connectors: ReadonlyMap<string, AnyConnector>
  readonly registry: ConnectorRegistry
  readonly crossChecks: CrossCheckRegistry
  readonly store: Store
  readonly vault: Vault
  readonly transport: Transport
  /** The transport for OAuth endpoints. */
  readonly fetch: EndpointFetch
  /** The same by connection, because some may reach private addresses. */
  readonly reaches: Pick<Reaches, 'chooseReach'>
  readonly clock: Clock
  readonly logger: Logger
  readonly callbackUrl: string
  /** Origins to which a browser may return. */
  readonly returnOrigins: readonly string[]
  readonly turns: RefreshTurns
  readonly pacers: Pacers
  readonly unfinished: UnfinishedWork
  readonly unkept: UnkeptTokens
  /** Aborted when the runtime closes. */
  readonly closing: AbortSignal
}

/** A connector by id or itself. */
export type ConnectorRef = string | AnyConnector

/** A row by id alone, or only within an organization. */
export type Ref = string | { readonly id: string; readonly organizationId?: string | undefined }

/** Some of the parts, and some tables of the store: a function then cannot do more than it needs. */
export type Uses<Tables extends keyof Store, Rest extends Exclude<keyof RuntimeParts, 'store'> = never> = Pick<
  RuntimeParts,
  Rest
> & {
  readonly store: Pick<Store, Tables>
}

/** The place where files are kept. */
export function chooseObjectStore({ store, options }: Uses<'objects' | 'files', 'options'>): ObjectStore {
  return limitObjectStore({ store, options }, options.objects ?? store.objects)
}

/** The same for a host's own store, with the quota of the organization. */
export function limitObjectStore({ store, options }: Uses<'files', 'options'>, objects: ObjectStore): ObjectStore {
  const { storedBytes: bytesMax } = resolveQuotas(options.quotas)
  return limitStoredBytes(objects, { bytesMax, sumBytes: (organizationId) => store.files.sumBytes(organizationId) })
}

/** @throws CheckwrightError `CONNECTOR_UNKNOWN` */
export function findConnector({ connectors }: Pick<RuntimeParts, 'connectors'>, ref: ConnectorRef): AnyConnector {
  const id = typeof ref === 'string' ? ref : ref?.id
  const connector = connectors.get(id)
  if (connector) return connector
  const known = [...connectors.keys()].join(', ') || 'none'
  throw new CheckwrightError(`There is no connector "${id}". Registered are: ${known}.`, { code: 'CONNECTOR_UNKNOWN' })
}

export function toConnectionRef(ref: Ref): { readonly id: string; readonly organizationId: string | undefined } {
  return typeof ref === 'string'
    ? { id: ref, organizationId: undefined }
    : { id: ref.id, organizationId: ref.organizationId }
}

/** @throws StoreError `NOT_FOUND` */
export function requireFound<T>(value: T | undefined, what: string): T {
  if (value !== undefined) return value
  throw new StoreError(`There is no ${what}.`, { code: 'NOT_FOUND' })
}

export function toIsoTime(ms: number): string {
  return new Date(ms).toISOString()
}
