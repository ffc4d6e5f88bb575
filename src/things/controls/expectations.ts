import type { Expectation } from '../../checks/controls/expectation-store.ts'
import type { ExpectedRun } from '../../checks/controls/expected-run.ts'
import type { Framework } from '../../checks/controls/frameworks/framework.ts'
import type { MappingEdition, MappingEditionStore } from '../../checks/controls/statements/mapping-edition-store.ts'
import { loadStatements } from '../../checks/controls/statements/statement.ts'
import { readStatementMapping, type StatementMapping } from '../../checks/controls/statements/statement-mapping.ts'
import type { TimeSpan } from '../../checks/runs/run-store.ts'
import { crossCheckConnectorId } from '../../define/index.ts'
import type { Connection } from '../connections/connection-state.ts'
import { type ExpectationParts, noteExpectations } from '../expectations/note-expectations.ts'
import type { Declared } from '../parts/declared-service.ts'
import { type ConnectedTimes, loadConnectedTimes } from '../past/connected-times.ts'

/**
 * What is expected of an organization at a moment. It is the one answer for everybody who judges controls: pages, API, command line,
 * packages, and what is missing; of now and of the past.
 */
export interface Expectations {
  /** Of a connection: every check that its connector had. undefined: it was not connected. */
  ofConnection(connection: Connection, atMs: number): ExpectedRun | undefined
  /** Whether it was connected at any moment of a time. */
  wasConnectedWithin(connection: Connection, span: TimeSpan): boolean
  /** Of the organization as a whole: every cross-check that could run, or that had run. */
  ofOrganization(atMs: number): ExpectedRun
  /** A framework with the mapping that counted at a moment. One that was mapped later says nothing about it. */
  frameworkAt(framework: Framework, atMs: number): Promise<Framework>
  /** When another mapping of a framework began to count, up to a moment; epoch ms, the oldest first. */
  listMappingChanges(framework: Framework, atMs: number): readonly number[]
}

export interface ExpectationService {
  /** What is expected, now and at every moment that the store knows of. */
  load(of: { readonly organizationId: string }): Promise<Expectations>
}

export function createExpectationService(parts: ExpectationParts): Declared<ExpectationService> {
  return {
    load: {
      read: async ({ organizationId }) =>
        openExpectations(parts, {
          organizationId,
          noted: await noteExpectations(parts, organizationId),
          times: await loadConnectedTimes(parts.store, organizationId),
          editions: Map.groupBy(await parts.store.mappingEditions.list(), ({ framework }) => framework),
        }),
    },
  }
}

interface KnownExpectations {
  readonly organizationId: string
  readonly noted: readonly Expectation[]
  readonly times: ConnectedTimes
  /** By framework, the oldest first. */
  readonly editions: ReadonlyMap<string, readonly MappingEdition[]>
}

function openExpectations(
  { registry, crossChecks, store }: ExpectationParts,
  { organizationId, noted, times, editions }: KnownExpectations,
): Expectations {
  const byConnector = Map.groupBy(noted, ({ connectorId }) => connectorId)
  const expect = (connector: ExpectedRun['connector'], connectionId: string, atMs: number): ExpectedRun => {
    const known = byConnector.get(connector.id) ?? []
    const lasting = new Set(known.filter((each) => isLasting(each, atMs)).map(({ checkId }) => checkId))
    const others = connector.checks.filter(({ id }) => !lasting.has(id)).map(({ id }) => id)
    return { connector, connectionId, unexpected: new Set(others) }
  }
  return {
    wasConnectedWithin: times.wasConnectedWithin,
    ofConnection: (connection, atMs) => {
      if (!times.wasConnected(connection, atMs)) return undefined
      const { id, connector: connectorId } = connection
      // The connector of an old connection may no longer be registered.
      const connector = registry.current.get(connectorId) ?? { id: connectorId, checks: [] }
      // Nobody has judged since the last connection of its connector was disconnected, so nothing is known to be newer.
      return byConnector.has(connectorId) ? expect(connector, id, atMs) : { connector, connectionId: id }
    },
    ofOrganization: (atMs) =>
      expect({ id: crossCheckConnectorId, checks: crossChecks.connector.checks }, organizationId, atMs),
    frameworkAt: async (framework, atMs) => {
      const { countsFromMs = 0, statements } = framework
      if (atMs < countsFromMs) return { ...framework, mappings: undefined, statements: undefined }
      const known = listEditions(framework)
      const edition = known.findLast(({ fromMs }) => fromMs <= atMs)
      if (!statements || known.length === 0 || edition?.sha256 === statements.sha256) return framework
      return { ...framework, statements: edition && (await loadEdition(store.mappingEditions, edition.sha256)) }
    },
    listMappingChanges: (framework, atMs) =>
      listEditions(framework).flatMap(({ fromMs }) => (0 < fromMs && fromMs <= atMs ? [fromMs] : [])),
  }

  function listEditions({ statements }: Framework): readonly MappingEdition[] {
    return editions.get(statements?.framework ?? '') ?? []
  }
}

/** By digest of the text. */
const rememberedMappings = new Map<string, StatementMapping>()
const rememberedMax = 50

async function loadEdition(
  store: Pick<MappingEditionStore, 'findText'>,
  sha256: string,
): Promise<StatementMapping | undefined> {
  const known = rememberedMappings.get(sha256)
  if (known) return known
  const text = await store.findText(sha256)
  if (text === undefined) return undefined
  const mapping = readStatementMapping(text, await loadStatements())
  const [oldest] = rememberedMappings.keys()
  if (rememberedMappings.size >= rememberedMax && oldest !== undefined) rememberedMappings.delete(oldest)
  rememberedMappings.set(sha256, mapping)
  return mapping
}

function isLasting({ fromMs, untilMs }: Expectation, atMs: number): boolean {
  return fromMs <= atMs && (untilMs === null || atMs < untilMs)
}
