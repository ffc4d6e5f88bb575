import type { RunFilter, RunRecord } from '../../../checks/runs/run-store.ts'
import { findKnownTime } from '../../../service/rights/period.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link } from '../frame/links.tsx'
import type { OwnVisit } from '../page-route.ts'
import { formatDuration, Moment } from './moment.tsx'
import { type ListPlace, readListPlace } from './older-link.tsx'
import { ScopedMark } from './scoped-run.tsx'
import { StatusBadge } from './status.tsx'

const pageSize = 25

/** The page of runs that an address names, newest first: of a viewer, those of their period. @returns `last`: there are older ones */
export async function readRunPage(
  { runtime, person, query }: Pick<OwnVisit, 'runtime' | 'person' | 'query'>,
  filter: Omit<RunFilter, 'organizationId' | 'limit' | 'before' | 'within'>,
): Promise<{ readonly runs: readonly RunRecord[]; readonly last: ListPlace | undefined }> {
  const place = readListPlace(query)
  const rows = await runtime.runs.list({
    ...filter,
    organizationId: person.organizationId,
    limit: pageSize + 1,
    before: place && { startedAtMs: place.atMs, id: place.id },
    within: findKnownTime(person, runtime.workspace.clock.nowMs()),
  })
  const runs = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? runs.at(-1) : undefined
  return { runs, last: last && { atMs: last.startedAtMs, id: last.id } }
}

/** Runs of one connection or cross-check. */
export function RunList({ runs }: { readonly runs: readonly RunRecord[] }) {
  const texts = useTexts()
  return (
    <ul class="list">
      {runs.map((run) => (
        <li>
          <StatusBadge of={run.status} />
          <span class="what">
            <Link to={`/runs/${run.id}`}>
              <Moment at={run.startedAtMs} />
            </Link>{' '}
            <ScopedMark run={run} />
          </span>
          {run.finishedAtMs !== null && (
            <span class="small">{formatDuration(texts, run.finishedAtMs - run.startedAtMs)}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
