import { expect, test } from 'vitest'
import { stateCompleteness } from '../../../src/evidence/sampling/state-completeness.ts'

/** The same numbers each time. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test('1,000 omissions in 20 lists: each that a total or a second source can show is shown, and none of them is complete', () => {
  const random = createRandom(42)
  const lists = Array.from({ length: 20 }, (_, list) =>
    Array.from({ length: 20 + Math.floor(random() * 200) }, (_, index) => `list-${list}-${index}`),
  )
  let visible = 0
  let shown = 0
  let complete = 0
  for (let omission = 0; omission < 1_000; omission++) {
    const all = lists[omission % 20] ?? []
    const missing = Math.floor(random() * all.length)
    const ids = all.filter((_, index) => index !== missing)
    const hasTotal = omission % 3 === 0
    const hasSecond = omission % 4 === 0
    // Other sources have only a part, and it may be the part that is missing.
    const second = hasSecond ? { name: 'Directory', ids: all.filter(() => random() < 0.9) } : undefined
    const total = hasTotal ? all.length : undefined
    const seesIt = hasTotal || (second?.ids.some((id) => !ids.includes(id)) ?? false)
    expect(ids).toHaveLength(all.length - 1)

    const { state } = stateCompleteness({ complete: true, leavesOut: [], ids }, { total, second })

    if (seesIt) visible++
    if (seesIt && state === 'incomplete') shown++
    if (state === 'complete') complete++
  }

  expect(visible).toBeGreaterThan(300)
  expect(shown).toBe(visible)
  expect(complete).toBe(0)
})

test.each([
  ['a list that was not read to its end', { complete: false, leavesOut: [] }, { total: 2 }, 'incomplete'],
  ['a list that leaves something out', { complete: true, leavesOut: ['guests'] }, { total: 2 }, 'incomplete'],
  ['a list alone', { complete: true, leavesOut: [] }, {}, 'unconfirmed'],
  ['a list with its total', { complete: true, leavesOut: [] }, { total: 2 }, 'complete'],
  ['a list with more than its total', { complete: true, leavesOut: [] }, { total: 1 }, 'incomplete'],
] as const)('%s', (_what, list, confirmed, state) => {
  expect(stateCompleteness({ ...list, ids: ['a', 'b'] }, confirmed).state).toBe(state)
})
