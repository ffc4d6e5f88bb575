import type { Finding } from '../../../checks/findings/finding-store.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link } from '../../pages/frame/links.tsx'
import { createPage, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'
import { SeverityBadge } from '../../pages/shared/status.tsx'
import { formatFindingsPath, parseFindingsFilter } from './finding-filter.ts'

/** As many as a page of the list has, and some. */
const chosenMax = 100

/** The findings that somebody has ticked, each once; those of nobody are left out. */
export async function loadChosen(
  { runtime, person: { organizationId } }: OwnVisit,
  counts: readonly string[],
): Promise<readonly Finding[]> {
  const ids = [...new Set(counts)].slice(0, chosenMax)
  if (ids.length === 0) return []
  const [only] = ids
  // One may be of a connection that was disconnected, which lists leave out.
  if (ids.length === 1 && only !== undefined) {
    const found = await runtime.findings.get({ id: only, organizationId })
    return found ? [found] : []
  }
  const state = ['open', 'regressed', 'resolved'] as const
  return runtime.findings.list({ organizationId, ids, state, order: 'severity', limit: chosenMax })
}

/** The list as it was. */
export function readBack(filter: string): string {
  return formatFindingsPath(parseFindingsFilter(new URLSearchParams(filter)))
}

/** The page for somebody who has ticked nothing. */
export function createNothingChosen(texts: Texts, filter: string, hint = ''): PageAnswer {
  return createPage(
    { title: texts.findings.nothingSelected.title },
    <section class="lone">
      <h1>{texts.findings.nothingSelected.heading}</h1>
      <p>
        {texts.findings.nothingSelected.text} {hint}
      </p>
      <p>
        <Link to={readBack(filter)} looks="primary">
          {texts.findings.nothingSelected.back}
        </Link>
      </p>
    </section>,
  )
}

/** What is about to be changed. */
export function ChosenList({ findings }: { readonly findings: readonly Finding[] }) {
  const texts = useTexts()
  return (
    <details class="chosen" open={findings.length <= 5}>
      <summary>{texts.counts.findings({ count: findings.length })}</summary>
      <ul class="list">
        {findings.map(({ result, severity }) => (
          <li>
            <SeverityBadge of={severity} />
            <span class="what">
              {result.title}{' '}
              <span class="small">
                {result.resource.type} {result.resource.name ?? result.resource.id}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
