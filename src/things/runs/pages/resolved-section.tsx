import type { EarlierFinding, RunComparison } from '../../../checks/findings/comparison.ts'
import type { RunHead } from '../../../checks/runs/recorded-run.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link } from '../../pages/frame/links.tsx'

const resolvedShown = 50

/** Findings that failed in the previous run and are not among the results of this one. */
export function ResolvedSection({ comparison, head }: { readonly comparison: RunComparison; readonly head: RunHead }) {
  const texts = useTexts()
  return (
    <section class="sheet" id="resolved" aria-labelledby="resolved-title">
      <h2 id="resolved-title">{texts.runs.resolved.title}</h2>
      <Findings
        title={texts.states.resolved}
        none={texts.runs.resolved.empty}
        findings={comparison.resolved}
        head={head}
      />
      {comparison.unseen.length > 0 && (
        <Findings title={texts.runs.resolved.notChecked} none="" findings={comparison.unseen} head={head} />
      )}
    </section>
  )
}

interface ResolvedFindingsProps {
  readonly title: string
  readonly none: string
  readonly findings: readonly EarlierFinding[]
  readonly head: RunHead
}

function Findings({ title, none, findings, head }: ResolvedFindingsProps) {
  const texts = useTexts()
  if (findings.length === 0) return <p class="small">{none}</p>
  return (
    <>
      <h3>{`${title} (${findings.length})`}</h3>
      <ul class="plain-list">
        {findings.slice(0, resolvedShown).map(({ checkId, result: { findingId, title: found, resource } }) => (
          <li>
            <Link to={`/findings/${findingId}`}>{found}</Link>{' '}
            <span class="small">
              {resource.type} {resource.name ?? resource.id} ·{' '}
              {head.checks.find(({ id }) => id === checkId)?.title ?? checkId}
            </span>
          </li>
        ))}
      </ul>
      {findings.length > resolvedShown && (
        <p class="small">{texts.counts.andMore({ count: findings.length - resolvedShown })}</p>
      )}
    </>
  )
}
