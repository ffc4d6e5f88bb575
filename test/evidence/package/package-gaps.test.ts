import { expect, test } from 'vitest'
import type { ControlHistory } from '../../../src/evidence/package/package-content.ts'
import { listGaps } from '../../../src/evidence/package/package-gaps.ts'

test('a control that no check covers is a gap on those days', async () => {
  const control: ControlHistory = {
    id: 'CC1.1',
    title: 'Integrity',
    history: [
      { from: '2026-01-01', to: '2026-01-03', state: 'uncovered' },
      { from: '2026-01-04', to: '2026-01-09', state: 'satisfied' },
    ],
    async *checks() {},
  }

  expect(await Array.fromAsync(listGaps({ controls: [control], uploads: [] }))).toEqual([
    {
      kind: 'no check',
      control: 'CC1.1',
      from: '2026-01-01',
      to: '2026-01-03',
      because: 'no check of these connections covers it',
    },
  ])
})
