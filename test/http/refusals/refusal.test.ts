import { expect, test } from 'vitest'
import { createRefusal } from '../../../src/http/refusals/refusal.ts'

const redactor = {
  text: (text: string) => text.replaceAll('hunter2', '[redacted]'),
  url: (url: URL | string) => String(url).replaceAll('hunter2', '[redacted]'),
} as never

test.each(['https://acme.example/?key=hunter2', '//not a url hunter2'])(
  'createRefusal() for %s repeats no secret of the request, nor of the reason',
  (url) => {
    const error = createRefusal(
      'HTTP_ORIGIN_REFUSED' as never,
      { method: 'GET', url },
      'hunter2 is not allowed',
      redactor,
    )

    expect(`${error.message} ${error.url}`).not.toContain('hunter2')
    expect(error).toMatchObject({ method: 'GET', message: expect.stringContaining('[redacted] is not allowed') })
  },
)
