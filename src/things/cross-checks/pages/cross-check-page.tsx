import { toControlId } from '../../../define/index.ts'
import { ApiError } from '../../../errors/index.ts'
import { findKnownTime } from '../../../service/rights/period.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { toTextList } from '../../connections/pages/variables-form.tsx'
import { formatFindingsPath } from '../../findings/pages/finding-filter.ts'
import { Link } from '../../pages/frame/links.tsx'
import { createPage, defineAction, definePage, type OwnVisit } from '../../pages/page-route.ts'
import { OlderLink } from '../../pages/shared/older-link.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { RunList, readRunPage } from '../../pages/shared/run-list.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import type { CrossCheckState } from '../cross-checks.ts'
import { RunForm } from './cross-checks-page.tsx'

/** One cross-check: what it asks, and its runs. */
export const crossCheckPage = definePage({
  path: '/cross-checks/:crossCheckId',
  access: 'runs:read',
  show: async (visit) => {
    const { texts } = visit
    const { runtime, query } = visit
    const { role } = visit.person
    const { check, missing, variables } = await demandCrossCheck(visit)
    const { id, title } = check
    const { runs, last } = await readRunPage(visit, { crossCheckId: id })
    return createPage(
      { title },
      <>
        <PageHead
          crumbs={<Link to="/cross-checks">{texts.labels.crossChecks}</Link>}
          title={title}
          actions={mayDo(role, 'runs:write') && <RunForm id={id} title={title} canRun={missing.length === 0} />}
        >
          {check.description !== undefined && <p class="lead">{check.description}</p>}
        </PageHead>
        {missing.map((each) => (
          <p class="sheet">{each}</p>
        ))}
        <Sheet id="about" title={texts.labels.details}>
          <dl class="pairs">
            <dt>{texts.labels.findings}</dt>
            <dd>
              <Link to={formatFindingsPath({ connector: runtime.crossCheckConnector.id, check: id })}>
                {texts.crossChecks.openFindings}
              </Link>
            </dd>
            <dt>{texts.crossChecks.reads}</dt>
            <dd>{Object.keys(check.needs).join(', ')}</dd>
            <dt>{texts.labels.controls}</dt>
            <dd>{(check.controls ?? []).map(toControlId).join(', ') || texts.shared.notSpecified}</dd>
            <CrossCheckValues check={check} variables={variables} mayChange={mayDo(role, 'connections:write')} />
          </dl>
        </Sheet>
        <Sheet id="runs" title={texts.labels.runs}>
          {runs.length === 0 && <p class="small">{texts.crossChecks.noRuns}</p>}
          <RunList runs={runs} />
        </Sheet>
        <OlderLink at={`/cross-checks/${id}`} query={query} last={last} />
      </>,
    )
  },
})

/** The values by which it judges. */
function CrossCheckValues({
  check: { id, variables: declared = [] },
  variables,
  mayChange,
}: Pick<CrossCheckState, 'check' | 'variables'> & { readonly mayChange: boolean }) {
  const texts = useTexts()
  if (declared.length === 0) return null
  return (
    <>
      <dt>{texts.crossChecks.variables.title}</dt>
      <dd>
        <ul class="plain-list">
          {declared.map((variable) => (
            <li>
              {`${variable.label}: ${toTextList(variables[variable.id] ?? variable.default).join(', ') || texts.shared.notSpecified}`}
              {variables[variable.id] === undefined && (
                <span class="small"> {texts.crossChecks.variables.default}</span>
              )}
            </li>
          ))}
        </ul>
        {mayChange && <Link to={`/cross-checks/${id}/variables`}>{texts.crossChecks.variables.change}</Link>}
      </dd>
    </>
  )
}

export const runCrossCheckNow = defineAction({
  path: '/cross-checks/:crossCheckId/runs',
  access: 'runs:write',
  audit: { action: 'run.start', target: 'crossCheckId' },
  act: async (submission) => {
    const { check } = await demandCrossCheck(submission)
    const { organizationId } = submission.person
    const { id } = await submission.runtime.crossChecks.run({ organizationId, id: check.id })
    return { kind: 'redirect', to: `/runs/${id}` }
  },
})

/** @throws ApiError 404 */
export async function demandCrossCheck({
  runtime,
  person,
  params,
}: Pick<OwnVisit, 'runtime' | 'person' | 'params'>): Promise<CrossCheckState> {
  const { organizationId } = person
  const within = findKnownTime(person, runtime.workspace.clock.nowMs())
  const state = await runtime.crossChecks.get({ organizationId, id: params.crossCheckId ?? '', within })
  if (state) return state
  throw new ApiError('There is no such cross-check.', { code: 'CROSS_CHECK_UNKNOWN' })
}
