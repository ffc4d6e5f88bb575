import { describe, expect, test } from 'vitest'
import { listShippedFrameworks, loadFramework } from '../../../../src/checks/controls/frameworks/shipped-frameworks.ts'
import { countsFor } from '../../../../src/checks/controls/statements/counts-for.ts'
import { spreadFirstDay } from '../../../../src/checks/obligations/first-day.ts'
import { deriveGroupTemplates } from '../../../../src/checks/obligations/templates/derive-group-templates.ts'
import { titleLengthMax } from '../../../../src/service/records/text-limits.ts'

const shipped = await listShippedFrameworks()

describe.each(shipped)('obligations of $id', ({ id }) => {
  test('name each control that asks for no statement once, and no other, by groups of at most 50', async () => {
    const framework = await loadFramework(id)
    const asking = new Set(
      Object.entries(framework?.statements?.controls ?? {}).flatMap(([control, { statements }]) =>
        Object.values(statements).some((demand) => framework?.statements && countsFor(framework.statements, demand))
          ? [control]
          : [],
      ),
    )

    const templates = framework ? deriveGroupTemplates(framework) : []

    const rest = (framework?.controls ?? []).filter((control) => !asking.has(control.id))
    expect(templates.flatMap(({ controls }) => controls).toSorted()).toEqual(
      rest.map((control) => `${id}:${control.id}`).toSorted(),
    )
    expect(new Set(templates.map((template) => template.id)).size).toBe(templates.length)
    for (const { title, description, controls } of templates) {
      expect([title.length <= titleLengthMax, description.length <= 10_000, controls.length <= 50]).toEqual([
        true,
        true,
        true,
      ])
      const groups = rest.filter((control) => controls.includes(`${id}:${control.id}`)).map(({ group }) => group)
      expect(new Set(groups).size).toBe(1)
    }
  })
})

test('spreadFirstDay() spreads first days over the cadence, on working days', () => {
  const nowMs = Date.parse('2026-05-01T12:00:00Z')

  const days = Array.from({ length: 12 }, (_, index) => spreadFirstDay(index, 12, 366, nowMs))

  expect(new Set(days).size).toBe(12)
  expect([days[0], days.at(-1)]).toEqual(['2026-06-12', '2027-04-30'])
  for (const day of days) expect([0, 6]).not.toContain(new Date(`${day}T00:00:00Z`).getUTCDay())
})
