import type { Kysely, Selectable } from 'kysely'
import { crossCheckConnectorId } from '../../../define/index.ts'
import type { QueuedRun, RunInputs } from '../../../service/queue/queue.ts'
import { isAmong, type Placeholders, prepareStatement } from '../../../service/store/sql/prepare-statement.ts'
import { sendTogether } from '../../../service/store/sql/send-together.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { isConnectionRow } from '../../../service/store/tables/organization-subject.ts'
import { formatDay } from '../../../text/calendar-day.ts'
import { toConnectionRecord, toSealedCredentials } from '../../connections/store/connections.ts'
import { toJudgementInForce } from '../../judgements/store/judged-row.ts'
import { isInForceBy } from '../../judgements/store/judgements-in-force.ts'
import { toStoredWaiver } from '../../waivers/store/waivers.ts'
import { parseCheckState } from './check-state.ts'

/** Reads what runs need that begin, in as many statements for all of them as for one, in the caller's transaction. */
export async function loadInputs(
  tx: Kysely<Schema>,
  runs: readonly QueuedRun[],
  atMs: number,
): Promise<readonly QueuedRun[]> {
  const ofConnections = runs.filter(({ connectorId }) => connectorId !== crossCheckConnectorId)
  if (ofConnections.length === 0) return runs
  const ids = ofConnections.map(({ connectionId }) => connectionId)
  const organizationIds = [...new Set(ofConnections.map(({ organizationId }) => organizationId))]
  const [connections, states, waivers, judgements] = await sendTogether([
    selectConnections(tx, { ids }),
    selectStates(tx, { ids }),
    selectWaivers(tx, { organizationIds }),
    selectJudgements(tx, { ids, atMs, day: formatDay(atMs) }),
  ])
  return runs.map((run) => {
    const connection = connections.find(({ id }) => id === run.connectionId)
    if (!connection) return run
    const isOfConnection = ({ connectionId }: { readonly connectionId: string }) => connectionId === run.connectionId
    const inputs = new RowsOfRun({
      connection,
      states: states.filter(isOfConnection),
      waivers: waivers.filter(({ organizationId }) => organizationId === run.organizationId),
      judgements: judgements.filter(isOfConnection),
    })
    return { ...run, inputs }
  })
}

interface OfConnections {
  readonly ids: readonly string[]
}

const selectConnections = prepareStatement((db, params: Placeholders<OfConnections>) =>
  db
    .selectFrom('connections')
    .leftJoin('credentials', 'credentials.connectionId', 'connections.id')
    .selectAll('connections')
    .select(['credentials.generation', 'credentials.sealedValues', 'credentials.expiresAtMs'])
    .select(['credentials.refreshAtMs', 'credentials.refreshFailures', 'credentials.destination'])
    .where(isAmong(db, 'connections.id', params('ids')))
    .where(isConnectionRow),
)

const selectStates = prepareStatement((db, params: Placeholders<OfConnections>) =>
  db
    .selectFrom('checkStates')
    .selectAll()
    .where(isAmong(db, 'connectionId', params('ids')))
    .orderBy('checkId'),
)

const selectWaivers = prepareStatement((db, params: Placeholders<{ readonly organizationIds: readonly string[] }>) =>
  db
    .selectFrom('waivers')
    .selectAll()
    .where(isAmong(db, 'organizationId', params('organizationIds')))
    .where('revokedAtMs', 'is', null)
    .orderBy('createdAtMs', 'desc')
    .orderBy('id', 'desc'),
)

const selectJudgements = prepareStatement(
  (db, params: Placeholders<OfConnections & { readonly atMs: number; readonly day: string }>) =>
    db
      .selectFrom('judgements')
      .selectAll()
      .where(isAmong(db, 'judgements.connectionId', params('ids')))
      .where(isInForceBy({ atMs: params('atMs'), day: params('day') }))
      .orderBy('id'),
)

type CredentialsColumn = Exclude<keyof Schema['credentials'], 'connectionId' | 'granted'>

interface RunRows {
  readonly connection: Selectable<Schema['connections']> & {
    readonly [Column in CredentialsColumn]: Selectable<Schema['credentials']>[Column] | null
  }
  readonly states: readonly Selectable<Schema['checkStates']>[]
  readonly waivers: readonly Selectable<Schema['waivers']>[]
  readonly judgements: readonly Selectable<Schema['judgements']>[]
}

/** Parses rows when they are needed: one that was altered is the problem of its run, not of those that begin with it. */
class RowsOfRun implements RunInputs {
  readonly #rows: RunRows

  constructor(rows: RunRows) {
    this.#rows = rows
  }

  get connection() {
    const { generation, sealedValues, expiresAtMs, refreshAtMs, refreshFailures, destination, ...row } =
      this.#rows.connection
    return toConnectionRecord(row)
  }

  get credentials() {
    const { generation, sealedValues, refreshFailures, destination, ...row } = this.#rows.connection
    if (generation === null || sealedValues === null || refreshFailures === null || destination === null)
      return undefined
    return toSealedCredentials({ ...row, generation, sealedValues, refreshFailures, destination })
  }

  get states() {
    return Object.fromEntries(this.#rows.states.map((row) => [row.checkId, parseCheckState(row)]))
  }

  get waivers() {
    return this.#rows.waivers.map(toStoredWaiver)
  }

  get judgements() {
    return this.#rows.judgements.map(toJudgementInForce)
  }
}
