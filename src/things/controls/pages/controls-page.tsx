import type {
  ControlCheck,
  ControlOutcome,
  ControlState,
  FrameworkOutcome,
} from '../../../checks/controls/evaluate-controls.ts'
import { frameworkNames } from '../../../checks/controls/frameworks/framework-names.ts'
import { frameworkIds } from '../../../checks/controls/frameworks/shipped-frameworks.ts'
import { findKnownTime, mayNameConnections } from '../../../service/rights/period.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link } from '../../pages/frame/links.tsx'
import { createPage, definePage } from '../../pages/page-route.ts'
import { ConnectionLink } from '../../pages/shared/connection-link.tsx'
import { countSpeaking } from '../../pages/shared/count-speaking.ts'
import { KeyedPages } from '../../pages/shared/keyed-pages.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { Tabs } from '../../pages/shared/tabs.tsx'
import { judgeConnections } from '../reading/judge-connections.ts'
import { listCovering } from '../reading/list-covering.ts'
import { Share, states, tones } from './share.tsx'

/** The state of a framework by the newest runs of every connection; for a period, by those of then. */
export const controlsPage = definePage({
  path: '/controls',
  access: 'controls:read',
  show: async ({ texts, runtime, person, query }) => {
    const id = frameworkIds.find((one) => one === query.get('framework')) ?? frameworkIds[0] ?? ''
    const state = states.find((one) => one === query.get('state'))
    const chosen = query.get('control') ?? undefined
    const within = findKnownTime(person, runtime.workspace.clock.nowMs())
    const { frameworks, staleAfterMs, now } = await judgeConnections(runtime, person.organizationId, {
      frameworks: [id],
      within,
      isNamed: mayNameConnections(person),
    })
    const [framework] = frameworks
    const days = staleAfterMs / 86_400_000
    return createPage(
      { title: texts.labels.controls },
      <>
        <PageHead
          title={texts.labels.controls}
          lead={texts.controls.lead({ days })}
          actions={
            <>
              <Link to="/judgements" looks="quiet">
                {texts.states.run.manual}
              </Link>
              <Link to="/tasks/missing" looks="quiet">
                {texts.labels.whatIsMissing}
              </Link>
              <Link to="/evidence" looks="quiet">
                {texts.labels.evidence}
              </Link>
              <Link to="/packages" looks="quiet">
                {texts.packages.title}
              </Link>
            </>
          }
        >
          {within && <p class="small">{texts.controls.asOfEnd({ moment: <Moment at={now} /> })}</p>}
        </PageHead>
        <Tabs
          name={texts.controls.frameworks}
          tabs={frameworkIds.map((one) => ({
            to: `/controls?framework=${one}`,
            text: frameworkNames[one] ?? one,
            current: one === id,
          }))}
        />
        {framework &&
          (chosen === undefined ? (
            <FrameworkState framework={framework} state={state} covering={listCovering(runtime)} />
          ) : (
            <OneControl framework={framework} id={chosen} from={readStart(query)} />
          ))}
      </>,
    )
  },
})

interface StateProps {
  readonly framework: FrameworkOutcome
  readonly state: ControlState | undefined
  readonly covering: ReadonlyMap<string, readonly string[]>
}

function FrameworkState({ framework, state, covering }: StateProps) {
  const texts = useTexts()
  const { id, title, version, controls, summary } = framework
  const shown = controls
    .filter((control) => state === undefined || control.state === state)
    .toSorted((a, b) => states.indexOf(a.state) - states.indexOf(b.state))
  return (
    <>
      <h2>
        {title} {version}
      </h2>
      <Share summary={summary} total={controls.length} />
      <ul class="totals">
        {states.map((one) => (
          <li>
            <Link to={`/controls?framework=${id}&state=${one}`} current={state === one}>
              <b>{summary[one]}</b> <span class={`badge ${tones[one]}`}>{texts.states.control[one]}</span>
            </Link>
          </li>
        ))}
        {state !== undefined && (
          <li>
            <Link to={`/controls?framework=${id}`}>{texts.actions.showAll}</Link>
          </li>
        )}
      </ul>
      <Controls
        controls={shown.filter((control) => control.state !== 'uncovered' || state !== undefined)}
        id={id}
        covering={covering}
      />
      {state === undefined && summary.uncovered > 0 && (
        // What to connect is all that the page can say while nothing is covered.
        // What to connect is all that the page can say while nothing is covered.
        <details class="folded" open={summary.uncovered === controls.length}>
          <summary>{texts.controls.uncovered({ count: summary.uncovered })}</summary>
          <Controls controls={shown.filter((control) => control.state === 'uncovered')} id={id} covering={covering} />
        </details>
      )}
      {shown.length === 0 && <p class="small">{texts.controls.empty}</p>}
    </>
  )
}

const checksOfOne = 50

/** Where a page of the checks of one control begins. */
function readStart(query: URLSearchParams): number {
  const after = query.get('after') ?? ''
  return /^\d{1,9}$/.test(after) ? Number(after) : 0
}

interface OneControlProps {
  readonly framework: FrameworkOutcome
  /** Of the control. */
  readonly id: string
  readonly from: number
}

/** All checks that speak for one control, a page at a time. */
function OneControl({ framework, id, from }: OneControlProps) {
  const texts = useTexts()
  const control = framework.controls.find((one) => one.id === id)
  const back = `/controls?framework=${framework.id}`
  if (control === undefined)
    return (
      <p class="sheet">{texts.controls.unknown({ link: <Link to={back}>{texts.controls.showAllControls}</Link> })}</p>
    )
  const checks = sortChecks(control.checks).slice(from, from + checksOfOne)
  const end = from + checks.length
  return (
    <>
      <h2 class="row">
        <span class={`badge ${tones[control.state]}`}>{texts.states.control[control.state]}</span> {control.id}{' '}
        {control.title}
      </h2>
      <p class="after">
        <Link to={back}>{texts.controls.showAllControls}</Link>
      </p>
      {checks.length > 0 && (
        <ul class="sheet plain-list">
          {checks.map((check) => (
            <Speaking check={check} />
          ))}
        </ul>
      )}
      <KeyedPages
        at={formatControlPath(framework.id, control.id)}
        isFirst={from === 0}
        next={end < control.checks.length ? String(end) : undefined}
        says={texts.controls.checksShown({ from: from + 1, end, checks: control.checks.length })}
      />
    </>
  )
}

function formatControlPath(framework: string, control: string): string {
  return `/controls?${new URLSearchParams({ framework, control })}`
}

const checkStates = ['not_satisfied', 'undetermined', 'satisfied', 'not_applicable'] as const

/** Those that need somebody come first. */
function sortChecks(checks: readonly ControlCheck[]): readonly ControlCheck[] {
  return checks.toSorted((a, b) => checkStates.indexOf(a.state) - checkStates.indexOf(b.state))
}

interface ControlsProps {
  readonly id: string
  readonly controls: readonly ControlOutcome[]
  readonly covering: ReadonlyMap<string, readonly string[]>
}

function Controls({ id, controls, covering }: ControlsProps) {
  if (controls.length === 0) return null
  return (
    <ul class="sheet controls">
      {controls.map((control) => (
        <Control framework={id} control={control} covering={covering.get(`${id}:${control.id}`) ?? []} />
      ))}
    </ul>
  )
}

/** A bar with the number of controls in each state. It repeats the numbers beside it. */
interface ControlProps {
  readonly framework: string
  readonly control: ControlOutcome
  /** Names of connectors with checks for it. */
  readonly covering: readonly string[]
}

/** Of each control; the rest is on a page of its own. */
const checksShown = 10

function Control({ framework, control: { id, title, state, checks }, covering }: ControlProps) {
  const texts = useTexts()
  const head = (
    <>
      <span class={`badge ${tones[state]}`}>{texts.states.control[state]}</span>
      <span class="what">
        <b>{id}</b> {title}
      </span>
    </>
  )
  if (checks.length === 0)
    return (
      <li class="row result">
        {head}
        <span class="small">{describeCovering(texts, covering)}</span>
      </li>
    )
  return (
    <li class="result">
      <details>
        <summary>
          {head}
          <span class="small">{texts.counts.checks({ count: countSpeaking(checks) })}</span>
        </summary>
        <ul class="inside plain-list">
          {sortChecks(checks)
            .slice(0, checksShown)
            .map((check) => (
              <Speaking check={check} />
            ))}
          {checks.length > checksShown && (
            <li>
              <Link to={formatControlPath(framework, id)}>
                {texts.controls.allChecks({ count: countSpeaking(checks) })}
              </Link>
            </li>
          )}
        </ul>
      </details>
    </li>
  )
}

const namedMax = 4

function describeCovering(texts: Texts, names: readonly string[]): string {
  if (names.length === 0) return texts.controls.noConnector
  const more = names.length - namedMax
  return texts.controls.connectOne({ names: names.slice(0, namedMax).join(', '), more })
}

const checkTones = { satisfied: 'pass', not_satisfied: 'fail', undetermined: 'error', not_applicable: 'plain' } as const

function Speaking({
  check: {
    connector,
    connectionId,
    connectionName = connector,
    connections,
    runId,
    reviewId,
    taskId,
    id,
    title,
    state,
    because,
    at,
    results,
  },
}: {
  readonly check: ControlCheck
}) {
  const texts = useTexts()
  // It may fail by what somebody refused alone.
  const failing = results !== undefined && results.fail === 0 ? 'manual' : 'fail'
  const query = state === 'not_satisfied' ? `&status=${failing}` : ''
  return (
    <li>
      <span class={`badge ${checkTones[state]}`}>{texts.controls.checkStates[state]}</span>{' '}
      {reviewId !== undefined || taskId !== undefined ? (
        <Link to={reviewId === undefined ? `/tasks/${taskId}` : `/access/${reviewId}`}>{title}</Link>
      ) : runId === undefined ? (
        title
      ) : (
        <Link to={`/runs/${runId}?check=${encodeURIComponent(id)}${query}`}>{title}</Link>
      )}
      <p class="small">
        {because}{' '}
        {connections !== undefined
          ? texts.controls.onMoreConnections({ connections, connector })
          : taskId === undefined && (
              <ConnectionLink id={connectionId} connector={connectionName}>
                {connector}
              </ConnectionLink>
            )}
        {at !== undefined && (
          <>
            , <Moment at={at} />
          </>
        )}
      </p>
    </li>
  )
}
