import type { DataConnectorRecord, DataConnectorStore } from '../../auth/data-connector-store.ts'
import { type AnyConnector, receivedConnectorId } from '../../define/index.ts'
import { CheckError, CheckwrightError } from '../../errors/index.ts'
import { importConnector } from '../../received/runs/import-connector.ts'
import { readErrorCodeForLog } from './error-code.ts'
import type { Logger } from './runtime-options.ts'

/** What says which connector, and which version of it, a connection or flow is of. */
export interface ConnectorUse {
  readonly connectorId: string
  readonly connectorSha256: string | null
}

/** Makes a connector of a file. */
export type ReadConnector = (file: string | Uint8Array, options: { readonly name: string }) => Promise<AnyConnector>

/** Versions of connectors that are kept ready, beside those that new connections get. */
const cachedMax = 50

/**
 * The connectors of this process and those that operators added to the store. Every process reads the same few rows, so a
 * version that one of them publishes is soon in all.
 */
export class ConnectorRegistry {
  /** Those that new connections get, by id. The same map always, so that whoever holds it sees what is added. */
  readonly current = new Map<string, AnyConnector>()
  /** The same as a list, which grows in place. */
  readonly all: AnyConnector[] = []
  readonly readConnector: ReadConnector
  readonly #own: ReadonlyMap<string, AnyConnector>
  readonly #store: { readonly dataConnectors: DataConnectorStore }
  readonly #logger: Logger
  readonly #versions = new Map<string, AnyConnector>()
  #seen = ''
  #reading: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(
    own: ReadonlyMap<string, AnyConnector>,
    {
      store,
      logger,
      readConnector,
    }: {
      readonly store: { readonly dataConnectors: DataConnectorStore }
      readonly logger: Logger
      readonly readConnector: ReadConnector
    },
  ) {
    this.#own = own
    this.readConnector = readConnector
    this.#store = store
    this.#logger = logger
    for (const connector of own.values()) this.#put(connector)
  }

  /** Whether this process brings a connector of this id itself. Operators cannot add another one. */
  isOwn(id: string): boolean {
    return this.#own.has(id)
  }

  /** Reads again what is published. Many callers at a time read once. */
  refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  start(pollMs: number): void {
    this.#timer = setInterval(() => {
      this.refresh().catch((error: unknown) =>
        this.#logger.warn({ code: readErrorCodeForLog(error) }, 'Connectors of the store could not be read'),
      )
    }, pollMs)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#reading?.catch(() => undefined)
  }

  /**
   * The connector that a connection is on: its own version, whatever is published since.
   * @throws CheckwrightError `CONNECTOR_UNKNOWN`
   */
  async load({ connectorId, connectorSha256 }: ConnectorUse): Promise<AnyConnector> {
    const found = await this.find({ connectorId, connectorSha256 })
    if (found) return found
    throw new CheckwrightError(
      connectorSha256 === null
        ? `There is no connector "${connectorId}" here.`
        : `The version of "${connectorId}" that the connection is on is no longer kept. Reconnect.`,
      { code: 'CONNECTOR_UNKNOWN' },
    )
  }

  /** The same; undefined: this process does not have it. */
  async find({ connectorId, connectorSha256 }: ConnectorUse): Promise<AnyConnector | undefined> {
    if (connectorId === receivedConnectorId) return importConnector
    if (connectorSha256 === null) return this.current.get(connectorId)
    return this.findVersion(connectorId, connectorSha256)
  }

  async findVersion(connectorId: string, sha256: string): Promise<AnyConnector | undefined> {
    const current = this.current.get(connectorId)
    if (current?.source?.sha256 === sha256) return current
    const key = `${connectorId} ${sha256}`
    const known = this.#versions.get(key)
    const version = known ?? (await this.#compile(connectorId, sha256))
    if (version) this.#keep(key, version)
    return version
  }

  /** The version that a connection of this connector is on: null where the process brings the connector. */
  chooseSha256(connector: AnyConnector): string | null {
    return this.#own.get(connector.id) === connector ? null : (connector.source?.sha256 ?? null)
  }

  /** Asks the store each time, so that nothing is sent after an operator said so in another process. @throws CheckError `CONNECTOR_RETIRED` */
  async demandInService({ connectorId, connectorSha256 }: ConnectorUse): Promise<void> {
    if (connectorSha256 === null && this.#own.has(connectorId)) return
    const record = await this.#store.dataConnectors.find(connectorId)
    if (record === undefined || record.retiredAtMs === null) return
    throw new CheckError(
      'The operator of this service has retired this connector, so no request was sent. Its earlier results stay.',
      { code: 'CONNECTOR_RETIRED' },
    )
  }

  async #read(): Promise<void> {
    const rows = await this.#store.dataConnectors.list()
    const seen = rows.map(({ id, publishedSha256 }) => `${id} ${publishedSha256}`).join('\n')
    if (seen === this.#seen) return
    for (const row of rows) await this.#readOne(row)
    this.#seen = seen
  }

  async #readOne({ id, publishedSha256 }: DataConnectorRecord): Promise<void> {
    if (publishedSha256 === null || this.#own.has(id)) return
    if (this.current.get(id)?.source?.sha256 === publishedSha256) return
    const connector = await this.findVersion(id, publishedSha256).catch((error: unknown) => {
      // One that an older or newer Checkwright cannot read must not hide the others.
      this.#logger.error({ connectorId: id, code: readErrorCodeForLog(error) }, 'Connector of the store cannot be used')
      return undefined
    })
    if (connector) this.#put(connector)
  }

  async #compile(connectorId: string, sha256: string): Promise<AnyConnector | undefined> {
    const version = await this.#store.dataConnectors.findVersion(connectorId, sha256)
    return version && this.readConnector(version.text, { name: version.fileName })
  }

  #put(connector: AnyConnector): void {
    const at = this.all.findIndex(({ id }) => id === connector.id)
    if (at < 0) this.all.push(connector)
    else this.all[at] = connector
    this.current.set(connector.id, connector)
  }

  /** The ones used last, so that memory has an end. */
  #keep(key: string, connector: AnyConnector): void {
    this.#versions.delete(key)
    this.#versions.set(key, connector)
    const [oldest] = this.#versions.keys()
    if (this.#versions.size > cachedMax && oldest !== undefined) this.#versions.delete(oldest)
  }
}
