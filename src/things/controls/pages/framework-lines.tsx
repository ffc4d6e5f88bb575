import type { FrameworkOutcome } from '../../../checks/controls/evaluate-controls.ts'
import { frameworkNames } from '../../../checks/controls/frameworks/framework-names.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link } from '../../pages/frame/links.tsx'
import { ColumnChart } from '../../pages/shared/column-chart.tsx'
import type { NextStep } from '../reading/choose-next-step.ts'
import type { FrameworkDay } from '../reading/load-framework-trends.ts'
import { countScope, formatControlsPath, Share, states, tones } from './share.tsx'

interface FrameworkLine {
  readonly id: string
  /** Undefined: it comes later, and takes the same place. */
  readonly outcome?: Pick<FrameworkOutcome, 'summary' | 'controls' | 'leftOut'> | undefined
  /** The oldest first, and the present last. @default none are shown */
  readonly days?: readonly FrameworkDay[] | undefined
  readonly next?: NextStep | undefined
}

/** How things stand with each framework: its state, how that came about, and what to do next. */
export function FrameworkLines({
  of,
  day,
}: {
  readonly of: readonly FrameworkLine[]
  readonly day?: string | undefined
}) {
  const texts = useTexts()
  return (
    <ul class="frameworks">
      {of.map(({ id, outcome, days, next }) => (
        <li>
          <p class="name">
            <Link to={formatControlsPath({ framework: id, day })}>{frameworkNames[id] ?? id}</Link>
            {outcome?.leftOut !== undefined && (
              <span class="small"> {texts.controls.inScope(countScope(outcome))}</span>
            )}
          </p>
          <Share summary={outcome?.summary} total={outcome ? countScope(outcome).inScope : 0} />
          <p class="shares">
            {states.map((state) => (
              <Link to={formatControlsPath({ framework: id, state, day })}>
                <b>{outcome?.summary[state] ?? '…'}</b>{' '}
                <span class={`badge ${tones[state]}`}>{texts.states.control[state]}</span>
              </Link>
            ))}
          </p>
          <div class="history">{days?.some(hasAny) && <History id={id} days={days} />}</div>
          <p class="next">{outcome && <Next framework={id} step={next} day={day} />}</p>
        </li>
      ))}
    </ul>
  )
}

/** Without what no check covers, which would make the rest small. */
const charted = ['satisfied', 'undetermined', 'not_satisfied'] as const

/** A day on which a check spoke for a control. */
function hasAny({ summary }: FrameworkDay): boolean {
  return charted.some((state) => summary[state] > 0)
}

function History({ id, days }: { readonly id: string; readonly days: readonly FrameworkDay[] }) {
  const texts = useTexts()
  return (
    <ColumnChart
      id={`history-${id}`}
      title={texts.controls.history({ name: frameworkNames[id] ?? id })}
      series={charted.map((state) => ({ key: state, tone: tones[state], name: texts.states.control[state] }))}
      columns={days.map(({ day, summary }) => ({ day, values: summary }))}
      isSmall
    />
  )
}

interface NextProps {
  readonly framework: string
  readonly step: NextStep | undefined
  readonly day: string | undefined
}

function Next({ framework, step, day }: NextProps) {
  const texts = useTexts()
  if (!step) return texts.controls.next.nothing
  if (step.is === 'connect')
    return texts.controls.next.connect({
      name: <Link to={`/connect?q=${encodeURIComponent(step.connector)}`}>{step.connector}</Link>,
      count: step.controls,
    })
  return texts.controls.next[step.is]({
    title: <Link to={formatControlsPath({ framework, control: step.control.id, day })}>{step.check.title}</Link>,
    count: step.controls,
  })
}
