import { expect, test } from 'vitest'
import { readExcerpt } from '../../../src/http/redact/body-excerpt.ts'
import { Redactor } from '../../../src/http/redact/redact.ts'
import { redactBody } from '../../../src/http/redact/redact-body.ts'
import { linearMax, measureGrowth } from '../../setup/growth.ts'

const redactor = new Redactor()
redactor.add('supersecret123')
const form = 'application/x-www-form-urlencoded'
const repeat = (text: string) => (length: number) => text.repeat(Math.ceil(length / text.length))

test.each<[string, string | undefined, (length: number) => string]>([
  ['a form of separators alone', form, repeat('&')],
  ['a form of many members', form, repeat('a=b&')],
  ['a form of plus signs', form, repeat('+')],
  ['deeply nested JSON', undefined, (length) => `${'['.repeat(length / 2)}${']'.repeat(length / 2)}`],
  ['a string of escapes', undefined, (length) => `["${'\\"'.repeat(length / 2)}","password=1"]`],
  ['a secret without an end', undefined, (length) => `x "password":"${'\\n'.repeat(length / 2)}`],
  ['spaces behind a name', undefined, (length) => `x "password"${' '.repeat(length)}`],
  ['many colons', undefined, (length) => `["${':'.repeat(length)}"]`],
  ['many addresses', undefined, (length) => `x ${'://a'.repeat(length / 4)}@`],
  ['tags without an end', 'text/xml', repeat('<a ')],
  ['attributes without an end', 'text/xml', (length) => `<a${` a='"`.repeat(length / 5)}>`],
  ['secret elements without an end', 'text/xml', repeat('<secret></x>')],
  ['JSON that is cut off', undefined, (length) => `["${'\\u0041'.repeat(length / 6)}`],
  ['strings that do not parse', undefined, repeat('["\\x"')],
  ['escapes of JSON', 'text/plain', repeat('\\u0073upersecret123 ')],
  ['backslashes', 'text/plain', (length) => `${'\\'.repeat(length)}x`],
  ['backslashes and letters', 'text/plain', (length) => `${'\\'.repeat(length)}r${'\\'.repeat(length)}n`],
  ['octal digits', 'text/plain', repeat('\\163\\303')],
  ['bytes of mails', 'text/plain', repeat('=73=')],
  ['lines of mails', 'text/plain', (length) => `=${'\\'.repeat(length)}r=${'\\'.repeat(length)}n`],
  ['a run of base64', 'text/plain', repeat('Ab9')],
  ['runs of base64 that are too short', 'text/plain', repeat('abcdefghijklmno ')],
  ['percent signs', 'text/plain', (length) => `${'%25'.repeat(length / 3)}${'25'.repeat(length)}%`],
  ['a percent sign escaped very often', 'text/plain', (length) => `%${'25'.repeat(length / 2)}x %41`],
  ['ampersands escaped very often', 'text/plain', (length) => `&${'amp;'.repeat(length / 4)}#`],
  ['zeros', 'text/plain', repeat('\0')],
  ['digits of HTML', 'text/plain', (length) => `&#${'0'.repeat(length)};`],
  ['lines of base64', 'text/plain', repeat(`${'A'.repeat(60)}\n`)],
  ['bytes beyond ASCII', 'text/plain', repeat('%C3\\xa9')],
  ['escapes of URLs', undefined, (length) => `{"a":"${'%41'.repeat(length / 3)}"}`],
  ['escapes of escapes', 'text/plain', repeat('%252541')],
])('redactBody() takes time that grows with %s, and not with its square', async (_what, type, make) => {
  const { ratio } = await measureGrowth(make, (text) => redactBody(text, type, redactor), 60_000)

  expect(ratio).toBeLessThan(linearMax)
})

test('redactBody() takes no longer for a mebibyte of separators than for other text of a form', async () => {
  const beganAtMs = performance.now()

  const shown = redactBody('&'.repeat(1024 ** 2), form, redactor)

  expect(shown).toHaveLength(1024 ** 2)
  expect(performance.now() - beganAtMs).toBeLessThan(1_500)
})

test('Redactor.isClean() decodes four mebibytes of escapes in less than the time in which others would miss it', () => {
  const body = JSON.stringify({ text: '%41'.repeat((4 * 1024 ** 2) / 3) })
  const beganAtMs = performance.now()

  expect(redactor.isClean(body)).toBe(true)

  expect(performance.now() - beganAtMs).toBeLessThan(1_000)
})

test('readExcerpt() reads a page of unfinished titles in linear time', async () => {
  const make = (length: number) => new TextEncoder().encode('<title'.repeat(length / 6))

  const { ratio } = await measureGrowth(make, (body) => readExcerpt(body, undefined, redactor), 40_000)

  expect(ratio).toBeLessThan(linearMax)
})

test('Redactor.url() takes out many spellings of one name at once', async () => {
  const spell = (n: number) => [...'access_token'].map((c, at) => ((n >> at) & 1 ? c.toUpperCase() : c)).join('')
  const make = (length: number) =>
    `https://x.test/?${Array.from({ length: length / 20 }, (_, n) => `${spell(n)}=1`).join('&')}`

  const { ratio } = await measureGrowth(make, (url) => redactor.url(url), 10_000)

  expect(ratio).toBeLessThan(linearMax)
  expect(redactor.url('https://x.test/?token=a&sig=1&sig=2&b=%20')).toBe('https://x.test/?token=a&sig=[redacted]&b=+')
})

test.each<[string, (length: number) => string]>([
  ['the beginnings of a key', repeat('3f2B9c1e-7D4a-4b6f-9e21-aa10bc55d0f')],
  ['base64 of the beginnings of a key', repeat(Buffer.from('3f2B9c1e-7D4a-4b6f-9e21-aa10bc55d0f').toString('base64'))],
  ['capitals', repeat('THE QUICK BROWN FOX ')],
])(
  'Redactor.text() looks for a key in any mix of capitals in time that grows with %s, and not with its square',
  async (_what, make) => {
    const knowing = new Redactor()
    knowing.add('3f2b9c1e-7d4a-4b6f-9e21-aa10bc55d0f7')
    knowing.add('abcdefabcdefabcdefabcdef')

    const { ratio } = await measureGrowth(make, (text) => knowing.text(text), 60_000)

    expect(ratio).toBeLessThan(linearMax)
  },
)
