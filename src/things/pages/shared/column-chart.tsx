import { useTexts } from '../../all-texts/use-texts.ts'
import { Scrollable } from './scrollable.tsx'

export interface ChartSeries {
  readonly key: string
  /** The colour, by its name in the style. */
  readonly tone: string
  readonly name: string
}

export interface ChartColumn {
  /** A day in UTC: `2026-12-31`. */
  readonly day: string
  /** By the key of the series. */
  readonly values: Readonly<Record<string, number>>
}

interface ChartProps {
  /** Of the figure, unique on the page. */
  readonly id: string
  readonly title: string
  /** From the bottom to the top. */
  readonly series: readonly ChartSeries[]
  /** The oldest first. */
  readonly columns: readonly ChartColumn[]
  /** Without a legend, which another part of the page has. @default false */
  readonly isSmall?: boolean
}

const width = 600
const height = 120
const gap = 2

/** Numbers of days as stacked columns, made on the server: with a title and a description for screen readers, and all numbers as a table. */
export function ColumnChart({ id, title, series, columns, isSmall = false }: ChartProps) {
  const texts = useTexts()
  const most = Math.max(1, ...columns.map(({ values }) => sum(series.map(({ key }) => values[key] ?? 0))))
  const step = width / Math.max(1, columns.length)
  const formatChartDay = (day: string | undefined) => (day === undefined ? '' : texts.format.day(new Date(day)))
  const first = columns[0]
  const last = columns.at(-1)
  const describe = (values: ChartColumn['values']) =>
    series.map(({ key, name }) => texts.shared.chart.value({ name, count: values[key] ?? 0 })).join(', ')
  return (
    <figure class={isSmall ? 'chart small-chart' : 'chart'}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-description`}
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-description`}>
          {first &&
            last &&
            texts.shared.chart.description({
              first: formatChartDay(first.day),
              firstValues: describe(first.values),
              last: formatChartDay(last.day),
              lastValues: describe(last.values),
            })}
        </desc>
        {columns.map(({ values }, index) => (
          <Column series={series} values={values} x={index * step} width={step - gap} most={most} />
        ))}
      </svg>
      <figcaption>
        <span>{formatChartDay(first?.day)}</span>
        {!isSmall && (
          <ul class="legend">
            {series.map(({ tone, name }) => (
              <li>
                <span class={`dot ${tone}`} /> {name}
              </li>
            ))}
          </ul>
        )}
        <span>{formatChartDay(last?.day)}</span>
      </figcaption>
      <details>
        <summary>
          {texts.shared.chart.showTable}
          <span class="sr">: {title}</span>
        </summary>
        <Scrollable name={title}>
          <table>
            <thead>
              <tr>
                <th scope="col">{texts.shared.chart.day}</th>
                {series.map(({ name }) => (
                  <th scope="col">{name}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {columns.toReversed().map(({ day, values }) => (
                <tr>
                  <th scope="row">{formatChartDay(day)}</th>
                  {series.map(({ key }) => (
                    <td>{texts.format.number(values[key] ?? 0)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scrollable>
      </details>
    </figure>
  )
}

interface ColumnProps {
  readonly series: readonly ChartSeries[]
  readonly values: ChartColumn['values']
  readonly x: number
  readonly width: number
  readonly most: number
}

function Column({ series, values, x, width: columnWidth, most }: ColumnProps) {
  let top = height
  return (
    <g>
      {series.map(({ key, tone }) => {
        const size = ((values[key] ?? 0) / most) * height
        top -= size
        return size > 0 && <rect class={`tone ${tone}`} x={x} y={top} width={columnWidth} height={size} />
      })}
    </g>
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
