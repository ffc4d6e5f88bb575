import { mayDo } from '../../../service/rights/permissions.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { describeRhythm } from '../../connections/pages/schedule-form.tsx'
import { presentStates } from '../../connections/pieces/connection-filter.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, defineAction, definePage } from '../../pages/page-route.ts'
import { findConnectorName, type NameSources } from '../../pages/shared/connector-names.ts'
import { FormActions } from '../../pages/shared/form-field.tsx'
import { KeyedPages } from '../../pages/shared/keyed-pages.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { Scrollable } from '../../pages/shared/scrollable.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { Table } from '../../pages/shared/table.tsx'
import type { Connection, Schedule } from '../../runtime/runtime.ts'
import { formatScheduleCursor, parseScheduleCursor } from '../reading/schedule-cursor.ts'

const pageSize = 25
const unscheduledShown = 5

/** When each connection runs next. Those without a schedule are named first, because nobody looks at them. */
export const schedulesPage = definePage({
  path: '/schedules',
  access: 'connections:read',
  show: async ({ texts, runtime, person: { organizationId, role }, query }) => {
    const after = parseScheduleCursor(query.get('after') ?? undefined)
    const present = { organizationId, state: presentStates }
    const [found, count, without, unscheduled] = await Promise.all([
      runtime.schedules.listNext({ organizationId, limit: pageSize + 1, after }),
      runtime.connections.count({ ...present, isScheduled: true }),
      runtime.connections.count({ ...present, isScheduled: false }),
      after === undefined
        ? runtime.connections.search({ ...present, isScheduled: false, order: 'name', limit: unscheduledShown })
        : [],
    ])
    const schedules = found.slice(0, pageSize)
    const last = found.length > pageSize ? schedules.at(-1) : undefined
    const connections = await runtime.connections.search({
      organizationId,
      ids: schedules.map(({ connectionId }) => connectionId),
      limit: pageSize,
    })
    const byId = new Map(connections.map(({ connection }) => [connection.id, connection]))
    return createPage(
      { title: texts.labels.schedules },
      <>
        <PageHead
          crumbs={<Link to="/connections">{texts.labels.connections}</Link>}
          title={texts.labels.schedules}
          lead={count === 0 ? texts.schedules.list.empty : texts.schedules.list.lead({ count })}
        />
        {unscheduled.length > 0 && (
          <Unscheduled
            connections={unscheduled.map(({ connection }) => connection)}
            count={without}
            runtime={runtime}
            mayChange={mayDo(role, 'connections:write')}
          />
        )}
        {schedules.length > 0 && (
          <Scrollable name={texts.labels.schedules} isPaged>
            <ScheduleTable schedules={schedules} connections={byId} runtime={runtime} />
          </Scrollable>
        )}
        <KeyedPages
          at="/schedules"
          isFirst={after === undefined}
          next={last && formatScheduleCursor(last)}
          says={texts.connections.list.shownOf({ rows: schedules.length, count })}
        />
      </>,
    )
  },
})

/** Those that have a schedule keep it. */
export const scheduleDaily = defineAction({
  path: '/schedules/daily',
  access: 'connections:write',
  audit: { action: 'schedule.set' },
  act: async ({ runtime, person: { organizationId } }) => {
    await runtime.schedules.setDaily({ organizationId })
    return { kind: 'redirect', to: '/schedules', notice: 'daily-set' }
  },
})

interface UnscheduledProps {
  readonly connections: readonly Connection[]
  readonly count: number
  readonly runtime: NameSources
  readonly mayChange: boolean
}

function Unscheduled({ connections, count, runtime, mayChange }: UnscheduledProps) {
  const texts = useTexts()
  return (
    <Sheet id="by-hand" title={texts.schedules.list.unscheduled({ count })}>
      <ul class="list">
        {connections.map((connection) => {
          const { id, connector } = connection
          const vendor = findConnectorName(runtime, connector)
          const name = connection.name ?? vendor
          return (
            <li>
              <span class="what">
                <Link to={`/connections/${id}#schedule`}>{name}</Link>{' '}
                {name !== vendor && <span class="small">{vendor}</span>}
              </span>
            </li>
          )
        })}
      </ul>
      {count > connections.length && (
        <p>
          <Link to="/connections?schedule=none">{texts.schedules.list.allUnscheduled}</Link>
        </p>
      )}
      {mayChange && (
        <PostForm to="/schedules/daily">
          <p class="small">{texts.schedules.list.dailyHelp}</p>
          <FormActions submit={texts.schedules.list.dailyForAll} />
        </PostForm>
      )}
    </Sheet>
  )
}

interface ScheduleTableProps {
  readonly schedules: readonly Schedule[]
  readonly connections: ReadonlyMap<string, Connection>
  readonly runtime: NameSources
}

function ScheduleTable({ schedules, connections, runtime }: ScheduleTableProps) {
  const texts = useTexts()
  return (
    <Table
      rows={schedules}
      columns={[
        [
          texts.labels.connection,
          ({ connectionId }) => {
            const connection = connections.get(connectionId)
            const vendor = findConnectorName(runtime, connection?.connector ?? '')
            const name = connection?.name ?? vendor
            return (
              <>
                <Link to={`/connections/${connectionId}#schedule`}>{name}</Link>
                {name !== vendor && <span class="small">{vendor}</span>}
              </>
            )
          },
        ],
        [texts.labels.runs, (schedule) => describeRhythm(texts, schedule)],
        [
          texts.labels.nextRun,
          ({ nextAt, skippedBecause }) => (
            <>
              {nextAt === undefined ? '–' : <Moment at={nextAt} />}
              {skippedBecause !== undefined && (
                <span class="small">{texts.schedules.list.skipped({ reason: skippedBecause })}</span>
              )}
            </>
          ),
        ],
        [
          texts.labels.lastRun,
          ({ lastRunId }) =>
            lastRunId === undefined ? (
              texts.states.never
            ) : (
              <Link to={`/runs/${lastRunId}`}>{texts.labels.results}</Link>
            ),
        ],
      ]}
    />
  )
}
