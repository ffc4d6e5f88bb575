import { expect, test } from 'vitest'
import { toRecordedRun } from '../../../src/checks/runs/recorded-run.ts'
import { viewRun } from '../../../src/report/view/view-run.ts'
import { check, createResult, run } from '../records.ts'
import { shapes } from '../shapes.ts'

const judged = {
  id: 'j1',
  decision: 'refused',
  by: 'ada@acme.example',
  at: '2026-05-01T12:00:00.000Z',
  reason: 'Not our auditor.',
  expires: '2026-12-31',
  evidenceSha256: 'a'.repeat(64),
  files: [],
} as const

test('viewRun() says what a run is, how many checks and results it has, and what people decided', async () => {
  const results = Array.from({ length: 1_200 }, () => createResult({}))
  const view = await viewRun({
    run: toRecordedRun({
      ...run(check({ status: 'manual', results: [...results, createResult({ status: 'manual', judged })] })),
      connectionName: 'Production',
    }),
  })

  expect(view.title).toBe('acme 1.0.0 (Production)')
  expect(view.counts.map(({ text }) => text)).toEqual(['1 needs review'])
  expect(view.checks[0]?.counts.map(({ text }) => text)).toEqual(['1 needs review', '1,200 pass'])
  expect(view.checks[0]?.decided).toEqual(['1 refused'])
})

test('viewRun() gives the results of a status the most severe first, each with its notes and parts', async () => {
  const waived = { justification: 'Replaced in June.', approver: 'grace@acme.example', expires: '2026-06-30' }
  const fail = { status: 'fail', remediation: 'Enrol one.' } as const
  const results = [
    createResult({ ...fail, severity: 'low', title: 'Second' }),
    createResult({ ...fail, severity: 'critical', title: 'First', waived }),
    createResult({ status: 'manual', title: 'Third', description: 'Is it complete?', judged }),
    createResult({}),
  ]
  const [view] = (await viewRun({ run: toRecordedRun(run(check({ status: 'fail', results }))) })).checks

  const open = await view?.readOpen(2)
  const all = await view?.readOpen(10)

  expect(open?.shown.map(({ title }) => title)).toEqual(['First', 'Second'])
  expect(open?.left).toBe(1)
  expect(all?.shown.map(({ notes }) => notes.map(({ text }) => text))).toEqual([
    ['critical', 'waived'],
    ['low'],
    ['refused'],
  ])
  expect(all?.shown.map(({ parts }) => parts.map(({ kind, title, text }) => [kind, title, text]))).toEqual([
    [
      ['remedy', 'What to do', 'Enrol one.'],
      ['waiver', 'Waived by grace@acme.example until 2026-06-30', 'Replaced in June.'],
    ],
    [['remedy', 'What to do', 'Enrol one.']],
    [
      ['description', undefined, 'Is it complete?'],
      ['judgement', 'Refused by ada@acme.example until 2026-12-31', 'Not our auditor.'],
    ],
  ])
})

test('viewRun() counts a finding once, however often it was reported, and says what has changed', async () => {
  const [compared] = shapes.compared ?? []
  if (!compared) throw new Error('There is no run.')

  const { since } = await viewRun(compared)

  expect(since?.text).toBe('1 new, 1 regressed, 1 persisting, 2 resolved, 1 unseen')
  expect(since?.counts.map(({ count }) => count)).toEqual([1, 1, 1, 2, 1])
})
