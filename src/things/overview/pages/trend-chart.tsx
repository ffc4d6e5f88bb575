import type { TrendDay } from '../../../checks/findings/finding-store.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Scrollable } from '../../pages/shared/scrollable.tsx'

const series = ['pass', 'manual', 'error', 'fail'] as const

const width = 600
const height = 120
const gap = 2

/** Checks by status, one column a day; the last day is today. The table below has the same numbers. */
export function TrendChart({ days }: { readonly days: readonly TrendDay[] }) {
  const texts = useTexts()
  const most = Math.max(1, ...days.map((day) => series.reduce((sum, key) => sum + day[key], 0)))
  const step = width / Math.max(1, days.length)
  return (
    <figure class="trend">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {days.map((day, index) => (
          <Column day={day} x={index * step} width={step - gap} most={most} />
        ))}
      </svg>
      <figcaption>
        <span>{days[0]?.day}</span>
        <ul class="legend">
          {series.map((key) => (
            <li>
              <span class={`dot ${key}`} /> {texts.states.run[key]}
            </li>
          ))}
        </ul>
        <span>{days.at(-1)?.day}</span>
      </figcaption>
      <details>
        <summary>{texts.overview.trend.showTable}</summary>
        <TrendTable days={days} />
      </details>
    </figure>
  )
}

interface ColumnProps {
  readonly day: TrendDay
  readonly x: number
  readonly width: number
  readonly most: number
}

function Column({ day, x, width: columnWidth, most }: ColumnProps) {
  let top = height
  return (
    <g>
      {series.map((key) => {
        const size = (day[key] / most) * height
        top -= size
        return size > 0 && <rect class={`tone ${key}`} x={x} y={top} width={columnWidth} height={size} />
      })}
    </g>
  )
}

function TrendTable({ days }: { readonly days: readonly TrendDay[] }) {
  const texts = useTexts()
  return (
    <Scrollable name={texts.overview.trend.table}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.overview.trend.day}</th>
            {series.map((key) => (
              <th scope="col">{texts.states.run[key]}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr>
              <th scope="row">{day.day}</th>
              {series.map((key) => (
                <td>{day[key]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  )
}
