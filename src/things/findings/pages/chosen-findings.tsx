import type { Finding } from '../../../checks/findings/finding-store.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link } from '../../pages/frame/links.tsx'
import { createPage, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'
import { SeverityBadge } from '../../pages/shared/status.tsx'
import { chooseByFilter, formatFindingsPath, parseFindingsFilter } from './finding-filter.ts'

/** As many as a page of the list has, and some. */
const chosenMax = 200

/** What somebody has ticked. */
export interface ChosenIds {
  readonly findings: readonly string[]
  /** Checks as `connector/check`: all open findings of them that the filter of the list leaves. @default none */
  readonly checks?: readonly string[] | undefined
  readonly filter?: string | undefined
}

/** What a list sends. */
export function readTicked(query: URLSearchParams): ChosenIds {
  return {
    findings: query.getAll('finding'),
    checks: query.getAll('check'),
    filter: query.get('filter') ?? undefined,
  }
}

/** The findings that somebody has ticked, each once; those of nobody are left out. */
export async function loadChosen(visit: OwnVisit, chosen: ChosenIds): Promise<readonly Finding[]> {
  const { organizationId } = visit.person
  const { runtime } = visit
  const ids = [...new Set([...chosen.findings, ...(await listIdsOfChecks(visit, chosen))])].slice(0, chosenMax)
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

async function listIdsOfChecks(
  { runtime, person: { organizationId } }: OwnVisit,
  { checks = [], filter = '' }: ChosenIds,
): Promise<readonly string[]> {
  const nowMs = runtime.workspace.clock.nowMs()
  const choice = chooseByFilter(parseFindingsFilter(new URLSearchParams(filter)), { organizationId, nowMs })
  const ids: string[] = []
  for (const check of new Set(checks)) {
    const [connectorId = '', checkId = ''] = check.split('/')
    const limit = chosenMax - ids.length
    if (limit === 0) break
    const found = await runtime.findings.list({
      ...choice,
      connectorId,
      checkId,
      waived: false,
      order: 'severity',
      limit,
    })
    ids.push(...found.map(({ id }) => id))
  }
  return ids
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
      <summary>
        {texts.counts.findings({ count: findings.length })}
        {findings.length === chosenMax && ` · ${texts.findings.list.chosenMax({ count: chosenMax })}`}
      </summary>
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
