import type { RecordedRun } from '../../checks/runs/recorded-run.ts'
import type { RunRecord } from '../../checks/runs/run-store.ts'
import { type AnyConnector, crossCheckConnectorId, receivedConnectorId, taskSourceId } from '../../define/index.ts'
import { ApiError } from '../../errors/index.ts'
import { isInPeriod, type PeriodLimit } from '../../service/rights/period.ts'
import type { Connection, Runtime } from '../runtime/runtime.ts'

/** @throws ApiError 404 */
export function demandConnector({ connectors }: Pick<Runtime, 'connectors'>, id: string | undefined): AnyConnector {
  const connector = connectors.find((one) => one.id === id)
  if (connector) return connector
  throw new ApiError('There is no such connector.', { code: 'CONNECTOR_UNKNOWN' })
}

/** What findings and judgements may be of: a connector, cross-checks or obligations. @throws ApiError 404 */
export function demandFindingSource(runtime: Pick<Runtime, 'connectors'>, id: string): void {
  if (![crossCheckConnectorId, receivedConnectorId, taskSourceId].includes(id)) demandConnector(runtime, id)
}

/** The version of its connector that a connection is on. @throws ApiError 404 */
export async function demandConnectorOf(
  runtime: Pick<Runtime, 'connectorOf'>,
  connection: Connection,
): Promise<AnyConnector> {
  const connector = await runtime.connectorOf(connection)
  if (connector) return connector
  throw new ApiError('There is no such connector.', { code: 'CONNECTOR_UNKNOWN' })
}

/** The version of its connector that judged a run. If it is no longer kept: what new connections get, if anything. */
export async function findConnectorOfRun(
  { connectorOf, connectors }: Pick<Runtime, 'connectorOf' | 'connectors'>,
  { id, source }: RecordedRun['head']['connector'],
): Promise<AnyConnector | undefined> {
  const judged = await connectorOf({ connector: id, connectorSha256: source?.sha256 })
  return judged ?? connectors.find((one) => one.id === id)
}

/** @throws ApiError 404, for another organization's too */
export async function demandConnection(
  { connections }: Pick<Runtime, 'connections'>,
  organizationId: string,
  id: string,
): Promise<Connection> {
  const connection = await connections.get({ id, organizationId })
  if (connection) return connection
  throw new ApiError('There is no such connection.', { code: 'NOT_FOUND' })
}

type StoredRun = RunRecord & { readonly recorded: RecordedRun | undefined }

/** A run, for a person: outside of their period there is none. @throws ApiError 404 */
export async function demandVisibleRun(
  runtime: Pick<Runtime, 'runs'>,
  person: PeriodLimit,
  id: string,
): Promise<StoredRun> {
  const run = await demandRun(runtime, person.organizationId, id)
  if (isInPeriod(run, person)) return run
  throw new ApiError('There is no such run.', { code: 'NOT_FOUND' })
}

/** @throws ApiError 404, for another organization's too */
export async function demandRun(
  { runs }: Pick<Runtime, 'runs'>,
  organizationId: string,
  id: string,
): Promise<RunRecord & { readonly recorded: RecordedRun | undefined }> {
  const run = await runs.kept({ id, organizationId })
  if (run) return run
  throw new ApiError('There is no such run.', { code: 'NOT_FOUND' })
}

/** @throws ApiError 404, outside of the person's period too; 409 for one that has no result yet */
export async function demandRecordedRun(
  runtime: Pick<Runtime, 'runs'>,
  person: PeriodLimit,
  id: string,
): Promise<RecordedRun> {
  const { recorded } = await demandVisibleRun(runtime, person, id)
  if (recorded) return recorded
  throw new ApiError('The run has not ended, so there are no results yet. Try again when it has.', {
    code: 'STORE_CONFLICT',
  })
}
