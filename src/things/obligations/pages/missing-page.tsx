import { everyFrameworkId, frameworkNames } from '../../../checks/controls/frameworks/framework-names.ts'
import { frameworkIds } from '../../../checks/controls/frameworks/shipped-frameworks.ts'
import { findKnownTime } from '../../../service/rights/period.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { listOwnFrameworks } from '../../own-frameworks/reading/load-own-frameworks.ts'
import { Link } from '../../pages/frame/links.tsx'
import { createPage, definePage } from '../../pages/page-route.ts'
import { ConnectionLink } from '../../pages/shared/connection-link.tsx'
import { countSpeaking } from '../../pages/shared/count-speaking.ts'
import { Moment } from '../../pages/shared/moment.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { Tabs } from '../../pages/shared/tabs.tsx'
import { listMissing, type MissingOfFramework, type MissingProof } from '../reading/list-missing.ts'

const order: Readonly<Record<MissingProof['lacks'], true>> = { check: true, connection: true, fresh_evidence: true }
const lacks = Object.keys(order) as readonly MissingProof['lacks'][]
const checksShown = 5
/** A longer list opens when somebody asks for it. */
const openMax = 10
const connectorsShown = 4

/** What a framework still lacks, control by control. */
export const missingPage = definePage({
  path: '/tasks/missing',
  access: 'controls:read',
  show: async ({ texts, runtime, person, query }) => {
    const { organizationId } = person
    const within = findKnownTime(person, runtime.workspace.clock.nowMs())
    const own = await listOwnFrameworks(runtime, { organizationId, within })
    const asked = query.get('framework') ?? ''
    const known = [...everyFrameworkId, ...own.map((each) => each.id)]
    const id = known.find((one) => one === asked) ?? frameworkIds[0] ?? ''
    const [framework] = await listMissing(runtime, organizationId, {
      frameworks: [id],
      within,
      isNamed: mayDo(person.role, 'connections:read'),
    })
    return createPage(
      { title: texts.labels.whatIsMissing },
      <>
        <PageHead
          crumbs={
            <>
              <Link to="/tasks">{texts.labels.obligations}</Link> ·{' '}
              <Link to={`/controls?framework=${id}`}>{texts.labels.controls}</Link>
            </>
          }
          title={texts.labels.whatIsMissing}
          lead={texts.tasks.missing.lead}
        >
          {within && <p class="small">{texts.shared.period.asOfEnd({ moment: <Moment at={within.toMs} /> })}</p>}
        </PageHead>
        <Tabs
          name={texts.controls.frameworks}
          tabs={[...new Set([...frameworkIds, id])].map((one) => ({
            to: `/tasks/missing?framework=${one}`,
            text: frameworkNames[one] ?? own.find((each) => each.id === one)?.title ?? one,
            current: one === id,
          }))}
        />
        {framework && <Missing framework={framework} mayWrite={mayDo(person.role, 'tasks:write')} />}
      </>,
    )
  },
})

function Missing({ framework, mayWrite }: { readonly framework: MissingOfFramework; readonly mayWrite: boolean }) {
  const texts = useTexts()
  const { missing, total } = framework
  return (
    <>
      <p>{texts.tasks.missing.complete({ complete: total - missing.length, total })}</p>
      {lacks.map((one) => {
        const controls = missing.filter((control) => control.lacks === one)
        if (controls.length === 0) return null
        return (
          <details class="sheet" open={controls.length <= openMax}>
            <summary>{`${texts.tasks.missing.groups[one]}: ${controls.length}`}</summary>
            <p class="small">{texts.tasks.missing.help[one]}</p>
            <ul class="list">
              {controls.map((control) => (
                <MissingRow control={control} mayWrite={mayWrite} />
              ))}
            </ul>
          </details>
        )
      })}
    </>
  )
}

function MissingRow({ control, mayWrite }: { readonly control: MissingProof; readonly mayWrite: boolean }) {
  const texts = useTexts()
  const { id, title, lacks: what, connectors, checks, templates } = control
  const more = countSpeaking(checks) - countSpeaking(checks.slice(0, checksShown))
  return (
    <li>
      <span class="what">
        <b>{id}</b> {title}
        {checks.length > 0 && (
          <ul class="plain-list small">
            {checks.slice(0, checksShown).map((check) => (
              <li>
                {check.taskId === undefined ? check.title : <Link to={`/tasks/${check.taskId}`}>{check.title}</Link>}:{' '}
                {check.because}
                {check.taskId === undefined && (
                  <>
                    {', '}
                    {check.connections === undefined ? (
                      <ConnectionLink id={check.connectionId} connector={check.connector}>
                        {check.connectionName ?? check.connector}
                      </ConnectionLink>
                    ) : (
                      texts.controls.onMoreConnections({ connections: check.connections, connector: check.connector })
                    )}
                  </>
                )}
              </li>
            ))}
            {more > 0 && <li>{texts.counts.andMore({ count: more })}</li>}
          </ul>
        )}
        {what === 'connection' && (
          <span class="small">
            {texts.controls.connectOne({
              names: connectors.slice(0, connectorsShown).join(', '),
              more: connectors.length - connectorsShown,
            })}
          </span>
        )}
        {what === 'check' && templates.length > 0 && mayWrite && (
          <span class="small">
            {texts.tasks.missing.add({
              link: <Link to="/tasks/templates">{templates.map((template) => template.title).join(', ')}</Link>,
            })}
          </span>
        )}
      </span>
    </li>
  )
}
