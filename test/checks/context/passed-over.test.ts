import { expect, test } from 'vitest'
import { addAdvice, explainPassedOver } from '../../../src/checks/context/passed-over.ts'
import { HttpError } from '../../../src/errors/index.ts'

test.each([
  ['It is refused.', 'It is refused. Ask.'],
  ['vendor text', 'vendor text. Ask.'],
  ['Really?', 'Really? Ask.'],
])('addAdvice() ends %j as a sentence first', (message, expected) => {
  expect(addAdvice({ message } as never, 'Ask.').message).toBe(expected)
})

test('explainPassedOver() names the option for a status that may be an answer', () => {
  const refused = (status: number) =>
    new HttpError('no', { code: 'HTTP_STATUS' as never, status, method: 'GET', url: 'https://acme.example/' })

  expect(explainPassedOver(refused(404))).toContain('expect: [404]')
  expect(explainPassedOver(new Error('x'), 'list')).toBe(
    'The list continued without this answer, so it cannot judge everything.',
  )
})
