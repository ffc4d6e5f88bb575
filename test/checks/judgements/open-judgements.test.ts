import { expect, test } from 'vitest'
import { computeEvidenceDigest } from '../../../src/checks/judgements/evidence-digest.ts'
import { type FindingJudgement, openJudgements } from '../../../src/checks/judgements/open-judgements.ts'

const evidence = { role: 'reader' }
const judgement: FindingJudgement = {
  id: 'j1',
  findingId: 'f1',
  decision: 'accepted',
  by: 'ada',
  at: '2026-05-01T00:00:00.000Z',
  reason: 'r',
  files: [],
  expires: '2026-06-30',
  evidenceSha256: computeEvidenceDigest({ evidence }, {}),
}
const result = { status: 'manual', findingId: 'f1', evidence } as const

test('judgementFor() covers what needs review, of the same finding and evidence, to the end of the last day in UTC', () => {
  const { findingId: _, ...judged } = judgement
  const at = (time: string) => openJudgements([judgement], new Date(time))
  const inForce = at('2026-06-30T23:59:59.999Z')

  expect(inForce.judgementFor(result, {})).toEqual(judged)
  expect(inForce.judgementFor({ ...result, findingId: 'f2' }, {})).toBeUndefined()
  expect(inForce.judgementFor({ ...result, evidence: { role: 'owner' } }, {})).toBeUndefined()
  for (const status of ['pass', 'fail', 'not_applicable'] as const)
    expect(inForce.judgementFor({ ...result, status }, {})).toBeUndefined()
  expect(at('2026-07-01T00:00:00Z').judgementFor(result, {})).toBeUndefined()
})

test('a judgement with an invalid day never holds', () => {
  const never = openJudgements([{ ...judgement, expires: 'never' }], new Date('2026-06-01T00:00:00Z'))

  expect(never.judgementFor(result, {})).toBeUndefined()
})
