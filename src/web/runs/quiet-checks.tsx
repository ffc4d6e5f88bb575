import { Link } from '../frame/links.tsx'
import { formatCount } from '../shared/moment.tsx'
import { StatusBadge } from '../shared/status.tsx'
import type { Section } from './section.ts'

interface QuietChecksProps {
  readonly sections: readonly Section[]
  readonly runId: string
}

/** The checks that need nobody, one line each, closed at first. */
export function QuietChecks({ sections, runId }: QuietChecksProps) {
  if (sections.length === 0) return null
  return (
    <details class="sheet quiet-checks">
      <summary>
        <h2>{`${formatCount(sections.length, 'check')} that ${sections.length === 1 ? 'needs' : 'need'} no action`}</h2>
      </summary>
      <ul class="list">
        {sections.map(({ check, count }) => (
          <li>
            <StatusBadge of={check.status} />
            <span class="what">
              <Link to={`/runs/${runId}?check=${encodeURIComponent(check.id)}`}>{check.title}</Link>
            </span>
            <span class="small">{formatCount(count, 'result')}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
