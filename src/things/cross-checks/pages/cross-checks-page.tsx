import { findKnownTime } from '../../../service/rights/period.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, definePage } from '../../pages/page-route.ts'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { SeverityBadge, StatusBadge } from '../../pages/shared/status.tsx'
import type { CrossCheckState } from '../cross-checks.ts'

/** The checks over all connections, each with what it came to last. */
export const crossChecksPage = definePage({
  path: '/cross-checks',
  access: 'runs:read',
  show: async ({ texts, runtime, person }) => {
    const { organizationId, role } = person
    const within = findKnownTime(person, runtime.workspace.clock.nowMs())
    const states = await runtime.crossChecks.list({ organizationId, within })
    const missing = [...new Set(states.flatMap((state) => state.missing))]
    return createPage(
      { title: texts.labels.crossChecks },
      <>
        <PageHead
          title={texts.labels.crossChecks}
          lead={texts.crossChecks.lead}
          actions={mayDo(role, 'connections:write') && <Link to="/cross-checks/schedule">{texts.labels.schedule}</Link>}
        />
        {within === undefined && missing.length > 0 && (
          <Sheet id="missing" title={texts.labels.whatIsMissing}>
            <ul class="plain-list">
              {missing.map((each) => (
                <li>{each}</li>
              ))}
            </ul>
          </Sheet>
        )}
        <ul class="sheet list">
          {states.map((state) => (
            <CrossCheckRow state={state} mayRun={mayDo(role, 'runs:write')} />
          ))}
        </ul>
      </>,
    )
  },
})

function CrossCheckRow({ state, mayRun }: { readonly state: CrossCheckState; readonly mayRun: boolean }) {
  const texts = useTexts()
  const { check, missing, newest } = state
  return (
    <li>
      {newest ? <StatusBadge of={newest.status} /> : <span class="badge plain">{texts.states.neverRan}</span>}
      <span class="what">
        <Link to={`/cross-checks/${check.id}`}>{check.title}</Link>{' '}
        <span class="small">
          {newest
            ? texts.crossChecks.newestResults({
                link: <Link to={`/runs/${newest.runId}`}>{texts.labels.results}</Link>,
                moment: <Moment at={newest.atMs} />,
              })
            : (missing[0] ?? texts.shared.readyToRun)}
        </span>
      </span>
      <SeverityBadge of={check.severity ?? 'medium'} />
      {mayRun && <RunForm id={check.id} canRun={missing.length === 0} title={check.title} />}
    </li>
  )
}

export function RunForm({
  id,
  title,
  canRun,
}: {
  readonly id: string
  readonly title: string
  readonly canRun: boolean
}) {
  const texts = useTexts()
  if (!canRun) return null
  return (
    <PostForm to={`/cross-checks/${id}/runs`}>
      <SubmitButton looks="quiet" aria-label={texts.actions.runNowNamed({ name: title })}>
        {texts.actions.runNow}
      </SubmitButton>
    </PostForm>
  )
}
