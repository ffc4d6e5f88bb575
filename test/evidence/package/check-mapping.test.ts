import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMappingCheck } from '../../../src/evidence/package/check-mapping.ts'

const demand = fc.record({ needed: fc.boolean(), relation: fc.constantFrom(undefined, 'equal', 'intersects') })
const demands = fc.dictionary(fc.stringMatching(/^s[a-z0-9]{1,5}$/), demand, { maxKeys: 8 })

function writeMapping(statements: object): string {
  const text = JSON.stringify({ relation: 'subset-of', controls: { A: { reason: 'It does', statements } } })
  return `"mapping":${JSON.stringify({ sha256: createHash('sha256').update(text).digest('hex'), text })},`
}

function writeControl(state: string, statements: object | undefined): string {
  const history = [{ from: '2026-01-01', to: '2026-01-02', state, statements }]
  return `{"id":"A","title":"A","state":"${state}","history":${JSON.stringify(history)},"checks":[`
}

test('createMappingCheck() takes exactly the counts that the mapping allows (property)', () => {
  const states = fc.constantFrom('satisfied', 'not_satisfied', 'undetermined', 'uncovered')

  fc.assert(
    fc.property(demands, states, fc.nat(9), fc.nat(9), (statements, state, observed, of) => {
      const check = createMappingCheck()
      const counting = Object.values(statements).filter(({ relation }) => relation !== 'intersects')
      const needed = counting.filter((each) => each.needed).length

      expect(check(writeMapping(statements))).toEqual([])
      const problems = check(writeControl(state, of === 0 ? undefined : { observed, of }))

      const seen = of === 0 ? 0 : observed
      const isAllowed = of === counting.length && seen <= of && (state !== 'satisfied' || seen >= needed)
      expect(problems.length).toBe(isAllowed ? 0 : 1)
    }),
  )
})

test('createMappingCheck() takes no satisfied control with a needed statement unobserved, and no mapping behind the controls', () => {
  const statements = { first: { needed: true }, second: { needed: true }, third: {} }
  const check = createMappingCheck()

  expect(check(writeMapping(statements))).toEqual([])
  expect(check(writeControl('satisfied', { observed: 1, of: 3 }))).toEqual([
    'says that A is satisfied from 2026-01-01 with 1 statement observed, and it needs 2.',
  ])
  expect(check(writeControl('undetermined', { observed: 1, of: 3 }))).toEqual([])
  expect(check(writeControl('satisfied', { observed: -1, of: 3 }))).toEqual([
    'has a control that this version cannot read.',
  ])
  expect(check(writeMapping(statements))).toEqual(['has the mapping behind the controls.'])
})

test('createMappingCheck() holds a day to the mapping that counted on it, and none may count twice', () => {
  const parse = (line: string) => JSON.parse(`{${line.slice(0, -1)}}`).mapping
  const late = { ...parse(writeMapping({ first: { needed: true } })), from: '2026-01-02' }
  const early = { ...parse(writeMapping({ second: {} })), from: '2026-01-01', to: '2026-01-01' }
  const open = (earlier: object) => {
    const check = createMappingCheck()
    const heads = [`"mapping":${JSON.stringify(late)},`, `"earlierMappings":${JSON.stringify([earlier])},`]
    return { check, problems: heads.flatMap(check) }
  }
  const write = (...history: readonly object[]) =>
    `{"id":"A","title":"A","history":${JSON.stringify(history)},"checks":[`
  const span = { state: 'satisfied', statements: { observed: 1, of: 1 } }
  const first = { ...span, from: '2026-01-01', to: '2026-01-01', observed: ['second'] }
  const second = { ...span, from: '2026-01-02', to: '2026-01-02', observed: ['first'] }

  const { check, problems } = open(early)

  expect([...problems, ...check(write(first, second))]).toEqual([])
  expect(check(write({ ...first, observed: ['first'] }))).toEqual([
    'names "first" as observed of A from 2026-01-01, and the mapping does not count it.',
  ])
  // One span for both days says of the second one what the first mapping asks.
  expect(check(write({ ...first, to: '2026-01-02' }))).toEqual([
    'names "second" as observed of A from 2026-01-01, and the mapping does not count it.',
  ])
  expect(check(write({ ...first, from: '2025-12-31', to: '2025-12-31' }))).toEqual([
    'counts 1 statement of A from 2025-12-31, and the mapping has 0.',
  ])
  expect(open({ ...early, to: '2026-01-02' }).problems).toEqual(['has two mappings for the same day.'])
  expect(open({ ...early, sha256: late.sha256 }).problems).toEqual([
    'has another SHA-256 than the text of the mapping.',
  ])
})
