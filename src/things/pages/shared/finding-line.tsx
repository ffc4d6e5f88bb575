import type { PropsWithChildren } from 'hono/jsx'
import type { Finding } from '../../../checks/findings/finding-store.ts'
import { Link } from '../frame/links.tsx'
import { SeverityBadge } from './status.tsx'

interface FindingLineProps {
  readonly finding: Finding
  /** Shown after the resource. @default nothing */
  readonly where?: string | undefined
}

/** A finding in a list, with a link to its page. @param props.children shown at the end of the line */
export function FindingLine({ finding, where, children }: PropsWithChildren<FindingLineProps>) {
  const { id, severity, result } = finding
  const { type, name, id: resourceId } = result.resource
  return (
    <li>
      <SeverityBadge of={severity} />
      <span class="what">
        <Link to={`/findings/${id}`}>{result.title}</Link>{' '}
        <span class="small">
          {type} {name ?? resourceId}
          {where !== undefined && ` · ${where}`}
        </span>
      </span>
      <span class="small">{children}</span>
    </li>
  )
}
