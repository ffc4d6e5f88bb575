import type { RunRecord } from '../../checks/run-store.ts'
import type { Person } from '../../host/host-options.ts'
import { isInPeriod } from '../../host/services/demand.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { Link } from '../frame/links.tsx'
import type { PageAnswer } from '../page-route.ts'
import { Moment } from '../shared/moment.tsx'
import { ScopedMark } from '../shared/scoped.tsx'
import { StatusBadge } from '../shared/status.tsx'

const runsShown = 200
const dayMs = 86_400_000

/** Where a viewer begins: the runs that they may look at, the newest first. */
export async function createViewerPage(runtime: Runtime, person: Person): Promise<PageAnswer> {
  const { periodFrom, periodTo } = person
  const runs = await listViewedRuns(runtime, person)
  return {
    kind: 'page',
    title: 'Runs',
    content: (
      <>
        <header class="head">
          <div>
            <h1>Runs</h1>
            <p class="lead">
              {`You see runs ${periodFrom ? `from ${periodFrom}` : 'from the beginning'} ${periodTo ? `to ${periodTo}` : 'until now'}, at most the newest ${runsShown}.`}
            </p>
          </div>
        </header>
        {runs.length === 0 && <p>No run was asked for in this time.</p>}
        <ul class="sheet list">
          {runs.map((run) => (
            <li class="row">
              <StatusBadge of={run.status} />
              <span class="what">
                <Link to={`/runs/${run.id}`}>
                  {runtime.connectors.find(({ id }) => id === run.connectorId)?.definition.name ?? run.connectorId}
                </Link>{' '}
                <ScopedMark run={run} />
              </span>
              <Moment at={run.startedAtMs} />
            </li>
          ))}
        </ul>
      </>
    ),
  }
}

async function listViewedRuns({ runs }: Runtime, person: Person): Promise<readonly RunRecord[]> {
  const { organizationId, periodTo } = person
  // Behind the last moment of the last day.
  const before = periodTo ? { startedAtMs: Date.parse(`${periodTo}T00:00:00Z`) + dayMs, id: '' } : undefined
  const page = await runs.list({ organizationId, limit: runsShown, before })
  return page.filter((run) => isInPeriod(run, person))
}
