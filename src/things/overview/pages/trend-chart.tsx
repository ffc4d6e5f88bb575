import type { TrendDay } from '../../../checks/findings/finding-store.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { ColumnChart } from '../../pages/shared/column-chart.tsx'

const statuses = ['pass', 'manual', 'error', 'fail'] as const

/** Checks by status, one column a day; the last day is today. */
export function TrendChart({ days }: { readonly days: readonly TrendDay[] }) {
  const texts = useTexts()
  return (
    <ColumnChart
      id="trend-chart"
      title={texts.overview.trend.table}
      series={statuses.map((key) => ({ key, tone: key, name: texts.states.run[key] }))}
      columns={days.map((day) => ({
        day: day.day,
        values: { pass: day.pass, manual: day.manual, error: day.error, fail: day.fail },
      }))}
    />
  )
}
