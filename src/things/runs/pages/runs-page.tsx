import type { RunRecord } from '../../../checks/runs/run-store.ts'
import { omitUndefined } from '../../../text/omit-undefined.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import {
  ConnectionChoice,
  type ConnectionChoiceProps,
  loadConnectionChoice,
  loadConnectionNames,
  UnclearConnection,
} from '../../connections/pieces/connection-choice.tsx'
import { GetForm, Link } from '../../pages/frame/links.tsx'
import { createPage, definePage, type OwnVisit } from '../../pages/page-route.ts'
import { Choice } from '../../pages/shared/choice.tsx'
import { ConnectionLink } from '../../pages/shared/connection-link.tsx'
import { findCheckTitle, findConnectorName } from '../../pages/shared/connector-names.ts'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import { formatDuration, Moment } from '../../pages/shared/moment.tsx'
import { OlderLink } from '../../pages/shared/older-link.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { readRunPage } from '../../pages/shared/run-list.tsx'
import { ScopedMark } from '../../pages/shared/scoped-run.tsx'
import { Scrollable } from '../../pages/shared/scrollable.tsx'
import { StatusBadge } from '../../pages/shared/status.tsx'
import { Table } from '../../pages/shared/table.tsx'

const statuses = ['error', 'fail', 'manual', 'pass', 'not_applicable', 'running', 'cancelled'] as const

/** The runs of every connection, newest first; of a viewer, those of their period. */
export const runsPage = definePage({
  path: '/runs',
  access: 'runs:read',
  show: async (visit) => {
    const { texts } = visit
    const { query } = visit
    const status = statuses.find((one) => one === query.get('status'))
    const wantedConnection = query.get('connection')?.trim().slice(0, 200) || undefined
    const choices = await loadConnectionChoice(visit, wantedConnection)
    const { chosen, labels } = choices
    const connectionId = chosen.id
    const connectorId = query.get('connector')?.slice(0, 100) || undefined
    const isFiltered = [status, wantedConnection, connectorId, query.get('after') ?? undefined].some(
      (each) => each !== undefined,
    )
    const { runs, last } = await readRunPage(visit, { connectionId, connectorId, status })
    const names = await loadConnectionNames(
      visit,
      runs.map((run) => run.connectionId),
    )
    return createPage(
      { title: texts.labels.runs },
      <>
        <PageHead title={texts.labels.runs} lead={texts.runs.list.lead} />
        <RunFilter choices={choices} status={status} />
        <UnclearConnection
          chosen={chosen}
          labels={labels}
          to={(connection) => `/runs?${new URLSearchParams(omitUndefined({ connection, status }))}`}
        />
        {runs.length === 0 && <p class="sheet">{isFiltered ? texts.runs.list.noMatch : texts.overview.runs.empty}</p>}
        {runs.length > 0 && (
          <Scrollable name={texts.labels.runs} isPaged>
            <RunTable runs={runs} visit={visit} names={names} />
          </Scrollable>
        )}
        <OlderLink at="/runs" query={query} last={last} />
      </>,
    )
  },
})

interface RunFilterProps {
  readonly choices: ConnectionChoiceProps
  readonly status: RunRecord['status'] | undefined
}

function RunFilter({ choices, status }: RunFilterProps) {
  const texts = useTexts()
  return (
    <GetForm to="/runs" role="search" class="filter">
      {choices.connections.length > 0 && <ConnectionChoice {...choices} />}
      <Choice
        name="status"
        label={texts.labels.status}
        chosen={status}
        options={statuses.map((one) => [one, texts.states.run[one]])}
      />
      <SubmitButton looks="quiet">{texts.actions.filter}</SubmitButton>
    </GetForm>
  )
}

interface RunTableProps {
  readonly runs: readonly RunRecord[]
  readonly visit: OwnVisit
  /** Of their connections. */
  readonly names: ReadonlyMap<string, string>
}

function RunTable({ runs, visit: { runtime }, names }: RunTableProps) {
  const texts = useTexts()
  return (
    <Table
      rows={runs}
      columns={[
        [
          texts.labels.startedAt,
          (run) => (
            <>
              <Link to={`/runs/${run.id}`}>
                <Moment at={run.startedAtMs} />
              </Link>{' '}
              <ScopedMark run={run} />
            </>
          ),
        ],
        [texts.labels.status, ({ status }) => <StatusBadge of={status} />],
        [
          texts.labels.connection,
          ({ connectionId, connectorId, crossCheckId }) => {
            const vendor = findConnectorName(runtime, connectorId)
            const name =
              crossCheckId === null ? names.get(connectionId) : findCheckTitle(runtime, connectorId, crossCheckId)
            return (
              <>
                <ConnectionLink id={connectionId} connector={connectorId}>
                  {name ?? vendor}
                </ConnectionLink>
                {name !== undefined && name !== vendor && <span class="small">{` ${vendor}`}</span>}
              </>
            )
          },
        ],
        [
          texts.runs.list.duration,
          ({ startedAtMs, finishedAtMs }) =>
            finishedAtMs === null ? '–' : formatDuration(texts, finishedAtMs - startedAtMs),
        ],
      ]}
    />
  )
}
