import { expect, test } from 'vitest'
import { chooseDay } from '../../../../src/things/controls/reading/choose-day.ts'

const nowMs = Date.parse('2026-11-30T10:00:00Z')
const auditor = { organizationId: 'acme', periodFrom: '2026-09-01', periodTo: '2026-10-31' }
const nobodyLimited = { organizationId: 'acme' }

test('chooseDay() gives the end of the day, and for an auditor nothing outside of their period', () => {
  expect(chooseDay(nobodyLimited, '2026-10-15', nowMs)).toEqual({
    within: { fromMs: 0, toMs: Date.parse('2026-10-16') - 1 },
    day: '2026-10-15',
    min: undefined,
    max: '2026-11-30',
  })
  expect(chooseDay(auditor, '2026-10-15', nowMs).within).toEqual({
    fromMs: Date.parse('2026-09-01'),
    toMs: Date.parse('2026-10-16') - 1,
  })
})

test.each(['2026-08-31', '2026-11-01', '2026-10-32', 'yesterday', '', null])(
  'chooseDay() of an auditor takes %j for none, and shows the end of the period',
  (asked) => {
    expect(chooseDay(auditor, asked, nowMs)).toEqual({
      within: { fromMs: Date.parse('2026-09-01'), toMs: Date.parse('2026-11-01') - 1 },
      day: undefined,
      min: '2026-09-01',
      max: '2026-10-31',
    })
  },
)

test('chooseDay() of today ends now', () => {
  expect(chooseDay(nobodyLimited, '2026-11-30', nowMs).within).toEqual({ fromMs: 0, toMs: nowMs })
})
