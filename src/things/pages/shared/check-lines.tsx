import type { Child } from 'hono/jsx'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link } from '../frame/links.tsx'
import { type ShownRunStatus, StatusBadge } from './status.tsx'

export interface CheckLine {
  /** undefined: it never ran. */
  readonly status: ShownRunStatus | undefined
  readonly title: string
  /** Where its results are; undefined: there are none. */
  readonly to: string | undefined
  /** Shown at the end of the line. */
  readonly end: Child
}

/** Checks, one line each. */
export function CheckLines({ lines }: { readonly lines: readonly CheckLine[] }) {
  const texts = useTexts()
  return (
    <ul class="list">
      {lines.map(({ status, title, to, end }) => (
        <li>
          {status === undefined ? (
            <span class="badge plain">{texts.states.neverRan}</span>
          ) : (
            <StatusBadge of={status} />
          )}
          <span class="what">{to === undefined ? title : <Link to={to}>{title}</Link>}</span>
          {end}
        </li>
      ))}
    </ul>
  )
}

/** Whether a check with this status needs nobody. */
export function isQuiet({ status }: { readonly status: ShownRunStatus | undefined }): boolean {
  return status === 'pass' || status === 'not_applicable'
}
