import { expect, test } from 'vitest'
import { DeferredFindings } from '../../../src/checks/findings/deferred-findings.ts'
import { createFindingId } from '../../../src/checks/findings/finding-id.ts'

const makeId = (nth: number) =>
  createFindingId({ connectorId: 'c', connectionId: 'o', checkId: 'k', resource: { type: 't', id: `r${nth}` } })

test('it finds what was added before the first question and after it, and nothing else', () => {
  const findings = new DeferredFindings()
  for (let nth = 0; nth < 2_000; nth++) findings.add(makeId(nth))

  expect([findings.has(makeId(0)), findings.has(makeId(1_999)), findings.has(makeId(2_000))]).toEqual([
    true,
    true,
    false,
  ])
  findings.add(makeId(2_000))
  expect([findings.has(makeId(2_000)), findings.has(makeId(2_001)), findings.has(makeId(7))]).toEqual([
    true,
    false,
    true,
  ])
})
