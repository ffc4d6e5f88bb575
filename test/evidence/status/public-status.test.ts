import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PackageLine } from '../../../src/evidence/package/read-controls.ts'
import { gatherPublicControls, withoutUnproven } from '../../../src/evidence/status/public-status.ts'

const dayMs = 86_400_000
const toDay = (index: number) => new Date(Date.parse('2026-02-20') + index * dayMs).toISOString().slice(0, 10)

test('withoutUnproven() says of each day what its own evidence allows, in as few spans as there are (property)', () => {
  const states = fc.array(fc.constantFrom('satisfied', 'not_satisfied', 'undetermined'), {
    minLength: 1,
    maxLength: 40,
  })
  const spans = fc.array(fc.tuple(fc.nat(45), fc.nat(20)), { maxLength: 6 })

  fc.assert(
    fc.property(states, spans, (each, gaps) => {
      const history = each.map((state, index) => ({ from: toDay(index), to: toDay(index), state }) as const)
      const unproven = gaps.map(([from, length]) => ({ from: toDay(from), to: toDay(from + length) }))

      const shown = withoutUnproven(history, unproven)

      const expected = each.map((state, index) => {
        const isUnproven = gaps.some(([from, length]) => from <= index && index <= from + length)
        return state === 'satisfied' && isUnproven ? 'undetermined' : state
      })
      const days = each.map(
        (_, index) => shown.find(({ from, to }) => from <= toDay(index) && toDay(index) <= to)?.state,
      )
      expect(days).toEqual(expected)
      expect(shown.length).toBe(expected.filter((state, index) => state !== expected[index - 1]).length)
      expect(shown.slice(1).map(({ from }) => from)).toEqual(
        shown.slice(0, -1).map(({ to }) => new Date(Date.parse(to) + dayMs).toISOString().slice(0, 10)),
      )
    }),
  )
})

test('a control is satisfied, and its statements are counted, only on days on which each of its checks has signed evidence', async () => {
  const days = { from: '2026-01-01', to: '2026-01-09' }
  const kept = { state: 'satisfied', evidence: 'kept', digest: 'aa', at: '2026-01-09T03:00:00.000Z' } as const
  const statements = { observed: 3, of: 5 }
  async function* lines(): AsyncGenerator<PackageLine> {
    yield {
      control: { id: 'A', title: 'A', state: 'satisfied', history: [{ ...days, state: 'satisfied', statements }] },
    }
    yield { check: { connector: 'x', id: 'proven', history: [{ ...days, ...kept }] } }
    yield {
      check: {
        connector: 'x',
        id: 'once-not',
        history: [
          { from: '2026-01-01', to: '2026-01-03', state: 'satisfied', evidence: 'not kept' },
          { ...kept, from: '2026-01-04', to: '2026-01-09', digest: 'bb' },
        ],
      },
    }
    yield {
      control: { id: 'B', title: 'B', state: 'satisfied', history: [{ ...days, state: 'satisfied', statements }] },
    }
    yield { check: { connector: 'task', id: 'said', history: [{ ...days, state: 'satisfied' }] } }
    yield { control: { id: 'C', title: 'C', state: 'satisfied', history: [{ ...days, state: 'satisfied' }] } }
  }

  const { controls, hidden } = await gatherPublicControls(lines(), (id) => id !== 'C')

  expect(controls).toEqual([
    {
      id: 'A',
      title: 'A',
      state: 'satisfied',
      statements,
      proofs: ['aa', 'bb'],
      history: [
        { from: '2026-01-01', to: '2026-01-03', state: 'undetermined' },
        { from: '2026-01-04', to: '2026-01-09', state: 'satisfied' },
      ],
      evidence: { checks: 2, oldest: kept.at, newest: kept.at },
    },
    {
      id: 'B',
      title: 'B',
      state: 'undetermined',
      proofs: [],
      evidence: { checks: 0 },
      history: [{ ...days, state: 'undetermined' }],
    },
  ])
  expect(hidden).toBe(1)
})
