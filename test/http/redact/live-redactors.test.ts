import { expect, test } from 'vitest'
import { holdRedactor, redactByLive } from '../../../src/http/redact/live-redactors.ts'
import { Redactor } from '../../../src/http/redact/redact.ts'
import { createKnowingRedactor } from './support.ts'

test('redactByLive() takes out the secrets of all work that is running, and of none that has ended', () => {
  const releaseOne = holdRedactor(createKnowingRedactor('first-secret-1'))
  const releaseTwo = holdRedactor(createKnowingRedactor('second-secret-2'))

  const during = redactByLive('first-secret-1 and second-secret-2')
  releaseOne()
  releaseOne()
  const after = redactByLive('first-secret-1 and second-secret-2')
  releaseTwo()

  expect(during).not.toMatch(/first-secret|second-secret/)
  expect(after).toContain('first-secret-1')
  expect(after).not.toContain('second-secret')
  expect(redactByLive('second-secret-2')).toBe('second-secret-2')
})

test('redactByLive() knows a secret that its run learned later', () => {
  const redactor = new Redactor()
  const release = holdRedactor(redactor)
  redactor.add('token-of-later-1')

  const text = redactByLive('It is token-of-later-1.')
  release()

  expect(text).not.toContain('token-of-later-1')
})
