import type { CrossCheck } from '../../crosscheck/define/cross-check.ts'
import { type AnyConnector, type Check, crossCheckConnectorId, version } from '../../define/index.ts'

/** The cross-checks of a process: those that ship, and those that its program brings. */
export class CrossCheckRegistry {
  readonly all: readonly CrossCheck[]
  /** As those see them who look up the connector of a run, a finding or a waiver. It connects to nothing. */
  readonly connector: AnyConnector
  readonly #byId: ReadonlyMap<string, CrossCheck>

  /** @throws TypeError for what is no cross-check, and for an id that is there already */
  constructor(shipped: readonly CrossCheck[], own: readonly CrossCheck[] = []) {
    if (!Array.isArray(own)) throw new TypeError('createRuntime: crossChecks must be a list of cross-checks')
    const byId = new Map(shipped.map((each) => [each.id, each]))
    for (const crossCheck of own) {
      if (typeof crossCheck?.run !== 'function' || crossCheck.needs === undefined)
        throw new TypeError('createRuntime: crossChecks must contain cross-checks of defineCrossCheck only')
      if (byId.has(crossCheck.id)) throw new TypeError(`createRuntime: two cross-checks have the id "${crossCheck.id}"`)
      byId.set(crossCheck.id, crossCheck)
    }
    this.#byId = byId
    this.all = [...byId.values()]
    this.connector = describeAsConnector(this.all)
  }

  get ids(): readonly string[] {
    return [...this.#byId.keys()]
  }

  find(id: string | null | undefined): CrossCheck | undefined {
    return this.#byId.get(id ?? '')
  }

  /** Connectors of the process, and the one that stands for cross-checks. */
  withConnectors(connectors: Iterable<AnyConnector>): readonly AnyConnector[] {
    return [...connectors, this.connector]
  }
}

function describeAsConnector(all: readonly CrossCheck[]): AnyConnector {
  const definition = {
    id: crossCheckConnectorId,
    name: 'Cross-checks',
    version,
    baseUrl: 'https://cross-check.invalid',
    auth: { type: 'custom' },
  } as AnyConnector['definition']
  const checks = all.map(
    ({ run: _run, needs: _needs, ...data }): Check => ({
      ...data,
      connectorId: crossCheckConnectorId,
      run: () => {
        throw new TypeError('a cross-check is not run by a connector')
      },
    }),
  )
  const connector = { id: crossCheckConnectorId, definition, hooks: {}, checks, inventories: [] }
  return { ...connector, toJSON: () => ({ ...definition, hooks: [], checks: [] }) }
}
