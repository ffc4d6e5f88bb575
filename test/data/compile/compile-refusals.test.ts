import { expect, test } from 'vitest'
import { findProblems, runFile, thing } from './run-file.ts'

const refusals = (list: string) => `refusals: [${list}]\n${thing('pass: item.on')}`
const refused = { 'GET /things': { status: 403, json: { error: 'plan_too_small' } } }

test('a refusal has the kind that the file says', async () => {
  const { check } = await runFile(refusals("{ when: body.error == 'plan_too_small', kind: plan }"), refused)

  expect(check.error).toMatchObject({ kind: 'plan' })
})

test('a refusal that no rule fits keeps its own kind', async () => {
  const { check } = await runFile(refusals("{ when: body.error == 'other', kind: plan }"), refused)

  expect(check.error).toMatchObject({ kind: 'permission' })
})

test('the first rule that fits decides', async () => {
  const both = "{ when: status == 403, kind: config }, { when: body.error == 'plan_too_small', kind: plan }"

  const { check } = await runFile(refusals(both), refused)

  expect(check.error).toMatchObject({ kind: 'config' })
})

test('a rule that reads no refusal is refused', () => {
  expect(findProblems(refusals('{ when: "true", kind: plan }')).join()).toContain('refusals[0].when')
})
