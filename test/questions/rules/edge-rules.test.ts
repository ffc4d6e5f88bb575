import { expect, test } from 'vitest'
import { edgeRules, findEdgeRule, judgeRecord } from '../../../src/questions/rules/edge-rules.ts'
import type { JudgeContext, RecordQuestion, RecordVerdict } from '../../../src/questions/rules/question.ts'

const context = { vendor: 'Acme', now: new Date(0), variables: {}, tells: new Set() } as unknown as JudgeContext
const account = (members: object) => ({ id: 'a', name: 'Ada', kind: 'person', status: 'active', ...members }) as never
const ask = (verdict: RecordVerdict) =>
  ({ of: 'account', name: 'secondFactor', judge: () => verdict }) as unknown as RecordQuestion<'account'>
const bad = ask({ status: 'fail', title: 'bad' })
const good = ask({ status: 'pass', title: 'good' })

test('judgeRecord() has no result for a deleted account', () => {
  expect(judgeRecord(bad, account({ status: 'deleted' }), context)).toBeUndefined()
})

test.each(['suspended', 'invited'])('judgeRecord() does not apply to an account that is %s', (status) => {
  expect(judgeRecord(bad, account({ status }), context)).toMatchObject({ status: 'notApplicable' })
})

test('judgeRecord() fails no account of which nobody knows whether it is active, and passes it', () => {
  for (const status of ['unknown', 'ACTIVE', null, undefined]) {
    expect(judgeRecord(bad, account({ status }), context)).toMatchObject({ status: 'undecided' })
    expect(judgeRecord(good, account({ status }), context)).toMatchObject({ status: 'pass' })
  }
})

test('findEdgeRule() takes a rule that decides before one that leaves a doubt', () => {
  const rule = findEdgeRule(bad, account({ kind: 'service', status: 'unknown' }), context)

  expect(rule?.consequence).toBe('not applicable')
})

test('edgeRules name no question both as exception and as the only one', () => {
  expect(edgeRules.filter(({ except, only }) => except && only)).toEqual([])
})
