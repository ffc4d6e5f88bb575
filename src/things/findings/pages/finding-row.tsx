import type { Finding } from '../../../checks/findings/finding-store.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link } from '../../pages/frame/links.tsx'
import { SeverityBadge } from '../../pages/shared/status.tsx'
import { Due, FindingState } from './finding-words.tsx'

interface FindingRowProps {
  readonly finding: Finding
  readonly nowMs: number
  /** undefined: nobody. */
  readonly owner: string | undefined
  /** Name of the connection. */
  readonly where: string
  readonly isSelectable: boolean
  /** In a list of several states. */
  readonly showsState: boolean
}

/** One line of the list. */
export function FindingRow({ finding, nowMs, owner, where, isSelectable, showsState }: FindingRowProps) {
  const texts = useTexts()
  const { id, result, severity, state, waived, judgementId } = finding
  const { title, resource } = result
  const name = resource.name ?? resource.id
  return (
    <li>
      {isSelectable && (
        <span class="pick">
          <input type="checkbox" name="finding" value={id} aria-label={texts.findings.list.select({ title, name })} />
        </span>
      )}
      <SeverityBadge of={severity} />
      <span class="what">
        <Link to={`/findings/${id}`}>{title}</Link>
        <span class="small">
          {resource.type} {name} · {where}
        </span>
      </span>
      <span class="marks">
        {showsState ? (
          <FindingState finding={finding} />
        ) : (
          state === 'regressed' && <span class="change change-regressed">{texts.findings.line.failingAgain}</span>
        )}
        {judgementId !== null && result.judged && (
          <span class="small">
            {texts.findings.line.refused({ by: result.judged.by, expires: result.judged.expires })}
          </span>
        )}
        {!showsState && waived && result.waived && (
          <span class="small">
            {texts.findings.line.acceptedUntil({ expires: result.waived.expires, approver: result.waived.approver })}
          </span>
        )}
      </span>
      <span class="owner">{owner ?? <span class="small">{texts.labels.nobody}</span>}</span>
      <span class="due">
        <Due finding={finding} nowMs={nowMs} />
      </span>
    </li>
  )
}
