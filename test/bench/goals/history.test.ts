import { expect, test } from 'vitest'
import { judgeGoals } from '../../../bench/goals/format-goals.ts'
import { addRelease } from '../../../bench/goals/history.ts'

const head = '# History\n\nThe ratios of each release.\n'
const release = { version: '1.0.0', date: '2026-01-01', machine: '2 cores.' }
const judged = judgeGoals({ 'w1 checkwright cpuUsPerRequest ×': [0.8, 0.7], 'w6 checkwright importMs': [4] })

test('addRelease() puts the newest release first and replaces earlier figures of the same one', () => {
  const first = addRelease(head, release, [])
  const second = addRelease(first, { ...release, version: '1.0.1' }, judged)
  const again = addRelease(second, { ...release, date: '2026-01-02' }, judged)

  expect(second.match(/^## .*$/gm)).toEqual(['## 1.0.1, 2026-01-01', '## 1.0.0, 2026-01-01'])
  expect(again.match(/^## .*$/gm)).toEqual(['## 1.0.0, 2026-01-02', '## 1.0.1, 2026-01-01'])
  expect(again.startsWith(head)).toBe(true)
})

test('addRelease() keeps ratios only', () => {
  const history = addRelease(head, release, judged)

  expect(history).toMatch(/\| CPU of a small GET, all features \| +0\.90× \| 0\.75× \(0\.70–0\.80\) \| met \|/)
  expect(history).not.toContain('import')
})
