import type { Connection, Schedule } from '../../runtime/runtime.ts'
import { Link } from '../frame/links.tsx'
import { definePage } from '../page-route.ts'
import { formatCount, Moment } from '../shared/moment.tsx'
import { NumberedPages, takeNumberedPage } from '../shared/pages-of.tsx'
import { Scrollable } from '../shared/scrollable.tsx'
import { describeRhythm } from './schedule-form.tsx'

const pageSize = 50
const schedulesMax = 5_000

interface ScheduleEntry {
  readonly connection: Connection
  readonly schedule: Schedule | undefined
}

/** When each connection runs next: those without a schedule first, because nobody looks at them. */
export const schedulesPage = definePage({
  path: '/schedules',
  access: 'connections:read',
  show: async ({ runtime, person: { organizationId }, query }) => {
    const [connections, schedules] = await Promise.all([
      runtime.connections.list({ organizationId }),
      runtime.schedules.list({ organizationId, limit: schedulesMax }),
    ])
    const byConnection = new Map(schedules.map((schedule) => [schedule.connectionId, schedule]))
    const all = connections
      .filter(({ state }) => state !== 'disconnected')
      .map((connection) => ({ connection, schedule: byConnection.get(connection.id) }))
      .toSorted(compareNext)
    const { rows, page, pageCount } = takeNumberedPage(all, query, pageSize)
    const without = all.filter(({ schedule }) => schedule === undefined).length
    const vendors = new Map(runtime.connectors.map(({ id, definition }) => [id, definition.name]))
    return {
      kind: 'page',
      title: 'Schedules',
      content: (
        <>
          <header class="head">
            <div>
              <p class="crumbs">
                <Link to="/connections">Connections</Link>
              </p>
              <h1>Schedules</h1>
              <p class="lead">
                {`${formatCount(all.length, 'connection')}. `}
                {without > 0 &&
                  `${without} of them ${without === 1 ? 'has' : 'have'} no schedule and run only by hand.`}
              </p>
            </div>
          </header>
          {rows.length > 0 && (
            <Scrollable name="Schedules">
              <table class="table">
                <thead>
                  <tr>
                    <th scope="col">Connection</th>
                    <th scope="col">Runs</th>
                    <th scope="col">Next run</th>
                    <th scope="col">Last run</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map(({ connection, schedule }) => {
                    const vendor = vendors.get(connection.connector) ?? connection.connector
                    const name = connection.name ?? vendor
                    return (
                      <tr>
                        <th scope="row">
                          <Link to={`/connections/${connection.id}#schedule`}>{name}</Link>
                          {name !== vendor && <span class="small">{vendor}</span>}
                        </th>
                        <td data-label="Runs">{schedule ? describeRhythm(schedule) : 'Only by hand'}</td>
                        <td data-label="Next run">
                          {schedule?.nextAt ? <Moment at={schedule.nextAt} /> : '–'}
                          {schedule?.skippedBecause && (
                            <span class="small">{` The last one was skipped: ${schedule.skippedBecause}`}</span>
                          )}
                        </td>
                        <td data-label="Last run">
                          {schedule?.lastRunId ? <Link to={`/runs/${schedule.lastRunId}`}>Results</Link> : '–'}
                        </td>
                      </tr>
                    )
                  })}
                </tbody>
              </table>
            </Scrollable>
          )}
          <NumberedPages at="/schedules" query={query} page={page} pageCount={pageCount} />
        </>
      ),
    }
  },
})

function compareNext(a: ScheduleEntry, b: ScheduleEntry): number {
  const next = ({ schedule }: ScheduleEntry) =>
    schedule === undefined ? 0 : schedule.nextAt === undefined ? 1 : Date.parse(schedule.nextAt)
  return next(a) - next(b) || (a.connection.id < b.connection.id ? -1 : 1)
}
