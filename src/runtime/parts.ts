import type { Vault } from '../auth/vault.ts'
import type { AnyConnector, Clock } from '../define/index.ts'
import { CheckwrightError, StoreError } from '../errors/index.ts'
import type { Transport } from '../http/transport.ts'
import type { Store } from '../store/index.ts'
import type { ConnectorRef, Logger, Ref, RuntimeOptions } from './runtime.ts'

/** What the services of a runtime share. */
export interface Parts {
  readonly options: RuntimeOptions
  readonly connectors: ReadonlyMap<string, AnyConnector>
  readonly store: Store
  readonly vault: Vault
  readonly transport: Transport
  readonly clock: Clock
  readonly logger: Logger
  readonly callbackUrl: string
}

/** @throws CheckwrightError `CONNECTOR_UNKNOWN` */
export function connectorOf({ connectors }: Pick<Parts, 'connectors'>, ref: ConnectorRef): AnyConnector {
  const id = typeof ref === 'string' ? ref : ref?.id
  const connector = connectors.get(id)
  if (connector) return connector
  const known = [...connectors.keys()].join(', ') || 'none'
  throw new CheckwrightError(`There is no connector "${id}". Registered are: ${known}.`, { code: 'CONNECTOR_UNKNOWN' })
}

export function refOf(ref: Ref): { readonly id: string; readonly organizationId: string | undefined } {
  return typeof ref === 'string'
    ? { id: ref, organizationId: undefined }
    : { id: ref.id, organizationId: ref.organizationId }
}

/** @throws StoreError `NOT_FOUND` */
export function found<T>(value: T | undefined, what: string): T {
  if (value !== undefined) return value
  throw new StoreError(`There is no ${what}.`, { code: 'NOT_FOUND' })
}

export function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}
