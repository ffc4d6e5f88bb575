import { frameworkIds } from '../../checks/controls/shipped-frameworks.ts'
import { findKnownTime } from '../../host/services/period.ts'
import { listMissing, type MissingOfFramework, type MissingProof } from '../../runtime/tasks/list-missing.ts'
import { mayDo } from '../../workspace/permissions.ts'
import { Link } from '../frame/links.tsx'
import { definePage } from '../page-route.ts'
import { ConnectionLink } from '../shared/connection-link.tsx'
import { Moment } from '../shared/moment.tsx'

const names: Readonly<Record<string, string>> = { soc2: 'SOC 2', iso27001: 'ISO 27001', hipaa: 'HIPAA', gdpr: 'GDPR' }

const lacksWords: Readonly<Record<MissingProof['lacks'], string>> = {
  check: 'Without a check',
  connection: 'Without a connection',
  fresh_evidence: 'Without fresh evidence',
}

const helps: Readonly<Record<MissingProof['lacks'], string>> = {
  check: 'No connector has a check for these, and no obligation names them. Add an obligation.',
  connection: 'Connectors have a check for these, and none of them is connected.',
  fresh_evidence: 'Something was not run, is too old, or is not done yet.',
}

const lacks = Object.keys(lacksWords) as readonly MissingProof['lacks'][]
const checksShown = 5
/** A longer list opens when somebody asks for it. */
const openMax = 10
const connectorsShown = 4

/** What a framework still lacks, control by control. */
export const missingPage = definePage({
  path: '/tasks/missing',
  access: 'controls:read',
  show: async ({ runtime, person, query }) => {
    const id = frameworkIds.find((one) => one === query.get('framework')) ?? frameworkIds[0] ?? ''
    const within = findKnownTime(person, runtime.workspace.clock.nowMs())
    const [framework] = await listMissing(runtime, person.organizationId, {
      ...{ frameworks: [id], within },
      isNamed: mayDo(person.role, 'connections:read'),
    })
    return {
      kind: 'page',
      title: 'What is missing',
      content: (
        <>
          <header class="head">
            <div>
              <p class="crumbs">
                <Link to="/tasks">Obligations</Link> · <Link to={`/controls?framework=${id}`}>Controls</Link>
              </p>
              <h1>What is missing</h1>
              <p class="lead">What you still need before an auditor can see each control.</p>
              {within && (
                <p class="small">
                  As it was at the end of your period, <Moment at={within.toMs} />.
                </p>
              )}
            </div>
          </header>
          <nav aria-label="Frameworks" class="tabs">
            <ul>
              {frameworkIds.map((one) => (
                <li>
                  <Link to={`/tasks/missing?framework=${one}`} current={one === id}>
                    {names[one] ?? one}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          {framework && <Missing framework={framework} mayWrite={mayDo(person.role, 'tasks:write')} />}
        </>
      ),
    }
  },
})

function Missing({ framework, mayWrite }: { readonly framework: MissingOfFramework; readonly mayWrite: boolean }) {
  const { missing, total } = framework
  return (
    <>
      <p>{`${total - missing.length} of ${total} controls have what they need.`}</p>
      {lacks.map((one) => {
        const controls = missing.filter((control) => control.lacks === one)
        if (controls.length === 0) return null
        return (
          <details class="sheet" open={controls.length <= openMax}>
            <summary>{`${lacksWords[one]}: ${controls.length}`}</summary>
            <p class="small">{helps[one]}</p>
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
  const { id, title, lacks: what, connectors, checks, templates } = control
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
                    <ConnectionLink id={check.connectionId} connector={check.connector}>
                      {check.connectionName ?? check.connector}
                    </ConnectionLink>
                  </>
                )}
              </li>
            ))}
            {checks.length > checksShown && <li>{`and ${checks.length - checksShown} more`}</li>}
          </ul>
        )}
        {what === 'connection' && <span class="small">{`Connect ${nameSome(connectors)}.`}</span>}
        {what === 'check' && templates.length > 0 && mayWrite && (
          <span class="small">
            {'Add: '}
            <Link to="/tasks/templates">{templates.map((template) => template.title).join(', ')}</Link>
          </span>
        )}
      </span>
    </li>
  )
}

function nameSome(connectors: readonly string[]): string {
  const more = connectors.length - connectorsShown
  return `${connectors.slice(0, connectorsShown).join(', ')}${more > 0 ? ` or one of ${more} more` : ''}`
}
