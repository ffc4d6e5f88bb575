import { expect, test } from 'vitest'
import { judgeDevice } from '../../../src/questions/rules/judge-flag.ts'
import type { JudgeContext } from '../../../src/questions/rules/question.ts'

const context = { vendor: 'Acme', now: new Date(0), variables: {}, tells: new Set() } as unknown as JudgeContext
const says = { yes: 'is encrypted', no: 'is not encrypted' }
const judge = (diskEncrypted: unknown) =>
  judgeDevice({ id: 'd1', name: 'Laptop', os: 'macOS', diskEncrypted } as never, 'diskEncrypted', says, context)

test('judgeDevice() passes and fails with what it looked at', () => {
  expect(judge(true)).toEqual({
    status: 'pass',
    title: 'Laptop is encrypted',
    evidence: { os: 'macOS', diskEncrypted: true },
  })
  expect(judge(false)).toMatchObject({ status: 'fail', title: 'Laptop is not encrypted' })
})

test.each([undefined, null, 'true', 1, 'encrypted'])('judgeDevice() cannot tell by %j', (value) => {
  expect(judge(value)).toEqual({
    status: 'undecided',
    because: 'Acme does not say whether its disk is encrypted (Laptop).',
  })
})
