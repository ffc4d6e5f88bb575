import { describe, expect, test } from 'vitest'
import type { ControlCheck, ControlsReport } from '../../src/checks/controls/evaluate-controls.ts'
import { renderControlsMarkdown, renderControlsTable } from '../../src/report/controls.ts'
import { countColumns } from '../../src/report/pieces/wrap-text.ts'

const check = (changes: Partial<ControlCheck> = {}): ControlCheck => ({
  connector: 'github',
  id: 'members-two-factor',
  runId: 'r1',
  title: 'Members have a second factor',
  state: 'satisfied',
  because: 'passes',
  ...changes,
})

const report: ControlsReport = {
  schema: 'checkwright.controls/v1',
  now: '2026-06-15T12:00:00.000Z',
  staleAfterMs: 1,
  frameworks: [
    {
      id: 'acme',
      title: 'Acme baseline',
      version: '3',
      controls: [
        {
          id: 'A1',
          title: 'Everybody signs in with a second factor',
          group: 'Access',
          state: 'not_satisfied',
          checks: [
            check({ connectionId: 'c1' }),
            check({ connectionId: 'c2', state: 'not_satisfied', because: '2 failing results' }),
          ],
        },
        { id: 'A2', title: 'Few', group: 'Access', state: 'uncovered', checks: [] },
        { id: 'B1', title: 'Logs', group: 'Logging', state: 'uncovered', checks: [] },
        { id: 'B2', title: 'Logs are kept', group: 'Logging', state: 'uncovered', checks: [] },
        { id: 'C1', title: 'Backups', state: 'satisfied', checks: [check({ id: 'backups' })] },
      ],
      summary: { satisfied: 1, not_satisfied: 1, undetermined: 0, uncovered: 3 },
    },
  ],
}

describe('renderControlsTable()', () => {
  test('names connections by their names, and by their ids where two have the same', () => {
    const [framework] = report.frameworks
    const [control] = framework?.controls ?? []
    const named = (...names: readonly string[]) => {
      const checks = control?.checks.map((each, index) => ({ ...each, connectionName: names[index] ?? '' })) ?? []
      const controls = control ? [{ ...control, checks }] : []
      return renderControlsTable(
        { ...report, frameworks: framework ? [{ ...framework, controls }] : [] },
        { width: 120 },
      )
    }

    expect(named('Production', 'Sandbox')).toContain('members-two-factor (Sandbox): 2 failing results')
    expect(named('Production', 'Production')).toContain('members-two-factor (connection c2): 2 failing results')
  })

  test('shows covered controls with their checks, and names the others', () => {
    const table = renderControlsTable(report, { width: 80 })

    expect(table).toBe(`Acme baseline, 3

✗ not satisfied  A1  Everybody signs in with a second factor
                     ✓ github/members-two-factor (connection c1): passes
                     ✗ github/members-two-factor (connection c2): 2 failing
                       results
✓ satisfied      C1  Backups
                     ✓ github/backups: passes
– No check speaks for A2; Logging (2)

5 controls: 1 not satisfied, 1 satisfied, 3 uncovered
`)
  })

  test.each([40, 60, 80, 120])('keeps within %d columns, whatever the ids', (width) => {
    const [framework] = report.frameworks
    const wide = {
      ...report,
      frameworks: framework
        ? [
            {
              ...framework,
              controls: framework.controls.map((control) => ({ ...control, id: `164.308(a)(1)(ii)(${control.id})` })),
            },
          ]
        : [],
    }

    const lines = renderControlsTable(wide, { width }).split('\n')

    expect(Math.max(...lines.map(countColumns))).toBeLessThanOrEqual(width)
  })

  test('lets nothing act on the terminal', () => {
    const hostile = JSON.parse(JSON.stringify(report).replaceAll('Everybody', '\\u001b[31mEverybody\\u202e'))

    expect(renderControlsTable(hostile)).toBe(renderControlsTable(report))
  })
})

test('renderControlsMarkdown() shows the same as a table, in which nothing acts', () => {
  const hostile = JSON.parse(JSON.stringify(report).replaceAll('Backups', '[x](y) | @ada <b>'))

  const markdown = renderControlsMarkdown(hostile)

  expect(markdown).toBe(`## Acme baseline, 3

5 controls: 1 not satisfied, 1 satisfied, 3 uncovered, on 2026-06-15.

| State | Control | Title | Checks |
| --- | --- | --- | --- |
| ✗ not satisfied | \`A1\` | Everybody signs in with a second factor | \`github/members-two-factor (connection c1)\` passes<br>\`github/members-two-factor (connection c2)\` 2 failing results |
| ✓ satisfied | \`C1\` | \\[x\\](y) \\| \`@ada\` \\<b\\> | \`github/backups\` passes |

No check speaks for \`A2\`; Logging (2)
`)
})
