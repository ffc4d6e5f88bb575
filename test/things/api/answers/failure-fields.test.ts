import { expect, test } from 'vitest'
import { CheckwrightError } from '../../../../src/errors/index.ts'
import { collectFailureFields } from '../../../../src/things/api/answers/failure-fields.ts'

test('collectFailureFields() shows the message of our errors, which hold no secrets', () => {
  expect(collectFailureFields(new CheckwrightError('The form is over.', { code: 'API_INVALID' }))).toEqual({
    error: 'CheckwrightError',
    code: 'API_INVALID',
    message: 'The form is over.',
  })
})

test('collectFailureFields() shows only name and place of other errors, whose message may hold anything', () => {
  const fields = collectFailureFields(new RangeError('password hunter2\n    at first line of the message'))

  expect(fields).toMatchObject({ error: 'RangeError' })
  expect(JSON.stringify(fields)).not.toContain('hunter2')
  expect(fields.at).toHaveLength(5)
})

test.each(['hunter2', 7, null, { password: 'hunter2' }])('collectFailureFields(%j) shows its type alone', (thrown) => {
  expect(collectFailureFields(thrown)).toEqual({ error: typeof thrown })
})
