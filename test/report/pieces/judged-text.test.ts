import { describe, expect, test } from 'vitest'
import { toRecordedRun } from '../../../src/checks/runs/recorded-run.ts'
import type { Judged, ResultRecord, RunResult } from '../../../src/define/index.ts'
import { type Format, formats, reports } from '../../../src/report/reports.ts'
import { createValidator } from '../official-schemas.ts'
import { joinPieces } from '../records.ts'
import { createHostileRun } from '../shapes.ts'

const judged: Judged = {
  id: 'j1',
  decision: 'accepted',
  by: 'ada@acme.example',
  at: '2026-05-01T12:00:00.000Z',
  reason: 'Our auditor.',
  expires: '2026-12-31',
  evidenceSha256: 'a'.repeat(64),
  files: [{ id: 'f1', name: 'contract.pdf', sha256: 'b'.repeat(64) }],
}

/** A run with one result that needs review, and the decision about it. */
function createJudgedRun(decision: Judged['decision']): RunResult {
  const run = createHostileRun('A guest', { role: 'reader' })
  const [check] = run.checks
  const [result] = check?.results ?? []
  if (!check || !result) throw new Error('The run has no result.')
  const { severity: _, remediation: __, waived: ___, ...rest } = result
  const manual: ResultRecord = { ...rest, status: 'manual', judged: { ...judged, decision } }
  const none = { pass: 0, fail: 0, not_applicable: 0 }
  return {
    ...run,
    status: 'manual',
    checks: [{ ...check, status: 'manual', results: [manual] }],
    summary: {
      ...run.summary,
      checks: { ...none, manual: 1, error: 0 },
      results: { ...none, manual: 1, waived: 0 },
      judged: { accepted: 0, refused: 0, [decision]: 1 },
    },
  }
}

const render = (format: Format, decision: Judged['decision']) =>
  joinPieces(reports[format].write([{ run: toRecordedRun(createJudgedRun(decision)) }]))

// A verification result has names of what passes and nothing else.
describe.each(formats.filter((format) => format !== 'svr'))('the format %s', (format) => {
  test('shows who decided what', async () => {
    for (const decision of ['accepted', 'refused'] as const) {
      const text = await render(format, decision)

      expect(text.toLowerCase()).toContain(decision)
      // The table has one line a result, and only says that it was judged.
      if (format !== 'table') expect(text).toContain('ada@acme.example')
    }
  })
})

test('for tools that know no judgements a refused result fails, and an accepted one does not', async () => {
  const [junit, sarif, ocsf] = [
    [await render('junit', 'refused'), await render('junit', 'accepted')],
    [await render('sarif', 'refused'), await render('sarif', 'accepted')],
    [await render('ocsf', 'refused'), await render('ocsf', 'accepted')],
  ]

  expect(junit.map((text) => [text.includes('<failure'), text.includes('failures="1"')])).toEqual([
    [true, true],
    [false, false],
  ])
  const sarifResults = sarif.map((text) => JSON.parse(text).runs[0].results[0])
  expect(sarifResults.map(({ kind, suppressions }) => [kind, suppressions?.length])).toEqual([
    ['fail', undefined],
    ['review', 1],
  ])
  expect(ocsf.map((text) => JSON.parse(text.split('\n')[0] ?? '').status)).toEqual(['New', 'Suppressed'])
})

test.for([
  ['sarif', 'sarif-2.1.0.schema.json'],
  ['ocsf', 'ocsf-compliance-finding-1.8.0.schema.json'],
  ['oscal', 'oscal-assessment-results-1.2.1.schema.json'],
] as const)('a judged result in %s is valid by the official schema', async ([format, schema], context) => {
  const violated = createValidator(schema, context)

  for (const decision of ['accepted', 'refused'] as const) {
    const text = await render(format, decision)
    const documents = format === 'ocsf' ? text.trim().split('\n') : [text]
    expect(documents.map((each) => violated(JSON.parse(each))).filter(Boolean)).toEqual([])
  }
})
