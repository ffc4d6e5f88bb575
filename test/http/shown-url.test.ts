import { expect, test } from 'vitest'
import { Redactor } from '../../src/http/redact/redact.ts'
import { ShownUrl } from '../../src/http/shown-url.ts'

test('ShownUrl hides secrets that became known after the request was sent', () => {
  const redactor = new Redactor()
  const url = new ShownUrl(new URL('https://api.example.com/users/s3cr3t-token-of-a-login?sig=abc'), redactor)

  redactor.add('s3cr3t-token-of-a-login')

  expect(url.text).toBe('https://api.example.com/users/[redacted]?sig=[redacted]')
  expect(url.target.pathname).toBe('/users/s3cr3t-token-of-a-login')
})
