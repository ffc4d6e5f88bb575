import type {
  ControlCheck,
  ControlOutcome,
  ControlState,
  FrameworkOutcome,
} from '../../../checks/controls/evaluate-controls.ts'
import { formatFrameworkTitle } from '../../../checks/controls/frameworks/format-framework-title.ts'
import { frameworkNames } from '../../../checks/controls/frameworks/framework-names.ts'
import { frameworkIds, loadFramework } from '../../../checks/controls/frameworks/shipped-frameworks.ts'
import { type CheckStatement, loadStatements } from '../../../checks/controls/statements/statement.ts'
import { mayNameConnections } from '../../../service/rights/period.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { controlExclusion } from '../../exclusions/thing.ts'
import { listOwnFrameworks, loadFrameworkOf } from '../../own-frameworks/reading/load-own-frameworks.ts'
import { Link } from '../../pages/frame/links.tsx'
import { createPage, definePage } from '../../pages/page-route.ts'
import { ConnectionLink } from '../../pages/shared/connection-link.tsx'
import { countSpeaking } from '../../pages/shared/count-speaking.ts'
import { KeyedPages } from '../../pages/shared/keyed-pages.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { Tabs } from '../../pages/shared/tabs.tsx'
import { chooseDay } from '../reading/choose-day.ts'
import { judgeConnections } from '../reading/judge-connections.ts'
import { listCovering } from '../reading/list-covering.ts'
import { LeftOutReason, LeftOutSection } from './left-out.tsx'
import { countScope, DayChoice, formatControlsPath, Share, states, tones } from './share.tsx'
import { StatementList } from './statement-list.tsx'

/** The state of a framework by the newest runs of every connection; for a period, by those of then. */
export const controlsPage = definePage({
  path: '/controls',
  access: 'controls:read',
  show: async ({ texts, runtime, person, query }) => {
    const { organizationId } = person
    const state = states.find((one) => one === query.get('state'))
    const chosen = query.get('control') ?? undefined
    const { within, ...chosenDay } = chooseDay(person, query.get('day'), runtime.workspace.clock.nowMs())
    const { day } = chosenDay
    const own = await listOwnFrameworks(runtime, { organizationId, within })
    const asked = query.get('framework') ?? frameworkIds[0] ?? ''
    const chosenSource = await loadFrameworkOf(runtime, { organizationId, within, id: asked })
    const source = chosenSource ?? (await loadFramework(frameworkIds[0] ?? ''))
    const id = source?.id ?? ''
    const sources = source ? [source] : []
    const names = new Map(own.map((each) => [each.id, formatFrameworkTitle(each)]))
    const { frameworks, staleAfterMs, now } = await judgeConnections(runtime, organizationId, {
      frameworks: sources,
      within,
      isNamed: mayNameConnections(person),
    })
    const [framework] = frameworks
    const statements = await loadStatements()
    const days = staleAfterMs / 86_400_000
    const mayLeaveOut = mayDo(person.role, controlExclusion.scopes.write)
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
              {mayDo(person.role, 'tasks:write') && (
                <Link to={`/tasks/templates?${new URLSearchParams({ framework: id })}`} looks="quiet">
                  {texts.controls.obligationsForRest}
                </Link>
              )}
              <Link to="/evidence" looks="quiet">
                {texts.labels.evidence}
              </Link>
              <Link to="/packages" looks="quiet">
                {texts.packages.title}
              </Link>
            </>
          }
        >
          {within && (
            <p class="small">
              {texts.controls[day === undefined ? 'asOfEnd' : 'asOf']({ moment: <Moment at={now} /> })}
            </p>
          )}
        </PageHead>
        <Tabs
          name={texts.controls.frameworks}
          tabs={[...new Set([...frameworkIds, ...[...names.keys()].slice(0, ownTabsMax), id])].map((one) => ({
            to: formatControlsPath({ framework: one, day }),
            text: frameworkNames[one] ?? names.get(one) ?? one,
            current: one === id,
          }))}
        />
        <DayChoice {...chosenDay} framework={id} />
        <p class="after">
          <Link to="/frameworks">{texts.controls.allFrameworks}</Link>
        </p>
        {framework &&
          (chosen === undefined ? (
            <FrameworkState
              day={day}
              framework={framework}
              state={state}
              mayLeaveOut={mayLeaveOut}
              covering={listCovering([...runtime.connectors, runtime.crossCheckConnector], sources)}
            />
          ) : (
            <OneControl
              framework={framework}
              id={chosen}
              from={readStart(query)}
              day={day}
              statements={statements}
              mayLeaveOut={mayLeaveOut}
            />
          ))}
      </>,
    )
  },
})

/** Own frameworks with a tab; the page of all frameworks lists the others. */
const ownTabsMax = 4

interface StateProps {
  readonly framework: FrameworkOutcome
  readonly state: ControlState | undefined
  readonly day: string | undefined
  readonly mayLeaveOut: boolean
  readonly covering: ReadonlyMap<string, readonly string[]>
}

function FrameworkState({ framework, state, day, mayLeaveOut, covering }: StateProps) {
  const texts = useTexts()
  const { id, controls, summary, mapping } = framework
  const changedAt = mapping?.changedAt?.at(-1)
  const left = controls.filter(({ leftOut }) => leftOut !== undefined)
  const shown = controls
    .filter((control) => control.leftOut === undefined && (state === undefined || control.state === state))
    .toSorted((a, b) => states.indexOf(a.state) - states.indexOf(b.state))
  return (
    <>
      <h2>{formatFrameworkTitle(framework)}</h2>
      <p class="small">
        {texts.controls.inScope(countScope(framework))}{' '}
        {mayLeaveOut &&
          texts.controls.changeScope({
            categories: <Link to="/settings/category-exclusions">{texts.controls.someCategories}</Link>,
            controls: <Link to="/settings/control-exclusions">{texts.controls.someControls}</Link>,
          })}
      </p>
      <Share summary={summary} total={countScope(framework).inScope} />
      <ul class="totals">
        {states.map((one) => (
          <li>
            <Link to={formatControlsPath({ framework: id, state: one, day })} current={state === one}>
              <b>{summary[one]}</b> <span class={`badge ${tones[one]}`}>{texts.states.control[one]}</span>
            </Link>
          </li>
        ))}
        {state !== undefined && (
          <li>
            <Link to={formatControlsPath({ framework: id, day })}>{texts.actions.showAll}</Link>
          </li>
        )}
      </ul>
      <Controls
        controls={shown.filter((control) => control.state !== 'uncovered' || state !== undefined)}
        id={id}
        day={day}
        covering={covering}
      />
      {state === undefined && summary.uncovered > 0 && (
        // What to connect is all that the page can say while nothing is covered.
        <details class="folded" open={summary.uncovered === countScope(framework).inScope}>
          <summary>{texts.controls.uncovered({ count: summary.uncovered })}</summary>
          <Controls
            controls={shown.filter((control) => control.state === 'uncovered')}
            id={id}
            day={day}
            covering={covering}
          />
        </details>
      )}
      {left.length > 0 && <LeftOutSection framework={id} day={day} controls={left} />}
      {shown.length === 0 && <p class="small">{texts.controls.empty}</p>}
      {mapping && (
        <p class="small after">
          {texts.controls.mapping({
            reader: mapping.reader,
            day: mapping.read,
            digest: <code>{mapping.sha256.slice(0, 16)}</code>,
          })}
          {changedAt !== undefined && <> {texts.controls.mappingChanged({ moment: <Moment at={changedAt} /> })}</>}
        </p>
      )}
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
  readonly day: string | undefined
  readonly statements: ReadonlyMap<string, CheckStatement>
  readonly mayLeaveOut: boolean
}

/** All checks that speak for one control, a page at a time. */
function OneControl({ framework, id, from, day, statements, mayLeaveOut }: OneControlProps) {
  const texts = useTexts()
  const control = framework.controls.find((one) => one.id === id)
  const back = formatControlsPath({ framework: framework.id, day })
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
        <Link to={back}>{texts.controls.showAllControls}</Link>{' '}
        {mayLeaveOut && control.leftOut === undefined && (
          <Link to={`/settings/control-exclusions?control=${encodeURIComponent(`${framework.id}:${control.id}`)}#add`}>
            {texts.controls.leaveOut}
          </Link>
        )}
      </p>
      {control.leftOut && (
        <p class="sheet">
          <LeftOutReason why={control.leftOut} />
        </p>
      )}
      {control.statements && <StatementList coverage={control.statements} statements={statements} />}
      {checks.length > 0 && (
        <ul class="sheet plain-list">
          {checks.map((check) => (
            <Speaking check={check} />
          ))}
        </ul>
      )}
      <KeyedPages
        at={formatControlsPath({ framework: framework.id, control: control.id, day })}
        isFirst={from === 0}
        next={end < control.checks.length ? String(end) : undefined}
        says={texts.controls.checksShown({ from: from + 1, end, checks: control.checks.length })}
      />
    </>
  )
}

const checkStates = ['not_satisfied', 'undetermined', 'satisfied', 'not_applicable'] as const

/** Those that need somebody come first. */
function sortChecks(checks: readonly ControlCheck[]): readonly ControlCheck[] {
  return checks.toSorted((a, b) => checkStates.indexOf(a.state) - checkStates.indexOf(b.state))
}

interface ControlsProps {
  readonly id: string
  readonly day: string | undefined
  readonly controls: readonly ControlOutcome[]
  readonly covering: ReadonlyMap<string, readonly string[]>
}

function Controls({ id, day, controls, covering }: ControlsProps) {
  if (controls.length === 0) return null
  return (
    <ul class="sheet controls">
      {controls.map((control) => (
        <Control framework={id} day={day} control={control} covering={covering.get(`${id}:${control.id}`) ?? []} />
      ))}
    </ul>
  )
}

/** A bar with the number of controls in each state. It repeats the numbers beside it. */
interface ControlProps {
  readonly framework: string
  readonly day: string | undefined
  readonly control: ControlOutcome
  /** Names of connectors with checks for it. */
  readonly covering: readonly string[]
}

/** Of each control; the rest is on a page of its own. */
const checksShown = 10

function Control({ framework, day, control: { id, title, state, checks, statements }, covering }: ControlProps) {
  const texts = useTexts()
  const head = (
    <>
      <span class={`badge ${tones[state]}`}>{texts.states.control[state]}</span>
      <span class="what">
        <b>{id}</b> {title}
      </span>
      {statements && statements.of > 0 && <span class="small">{texts.controls.observed(statements)}</span>}
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
              <Link to={formatControlsPath({ framework, control: id, day })}>
                {texts.controls.allChecks({ count: countSpeaking(checks) })}
              </Link>
            </li>
          )}
          {checks.length <= checksShown && statements && (
            <li>
              <Link to={formatControlsPath({ framework, control: id, day })}>
                {texts.controls.observed(statements)}
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
    received,
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
      {received && (
        <>
          <span class="badge plain">{texts.imports.notObserved}</span>{' '}
        </>
      )}
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
