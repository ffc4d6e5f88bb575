import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Redactor } from '../../../src/http/redact/redact.ts'
import { redactBody } from '../../../src/http/redact/redact-body.ts'
import { countRuns } from '../../setup/count-runs.ts'

const secret = 'sesame-4711-open'

function shown(text: string, type?: string): string {
  const redactor = new Redactor(['pin'])
  redactor.add(secret)
  return redactBody(text, type, redactor)
}

describe('redactBody() takes out of JSON', () => {
  test.each([
    ['a value', `{"note":"x ${secret} y"}`, '{"note":"x [redacted] y"}'],
    ['a value in escapes that no encoder writes', '{"note":"\\u0073esame-4711-open"}', '{"note":"[redacted]"}'],
    ['a member name', `{"${secret}":1}`, '{"[redacted]":1}'],
    ['text under a name', '{ "access_token" : "abc", "b": "c" }', '{ "access_token" : "[redacted]", "b": "c" }'],
    ['no empty text under a name', '{"password":"","pin":["","a"]}', '{"password":"","pin":["","[redacted]"]}'],
    ['a number under a name', '{"pin":1234,"most":5}', '{"pin":"[redacted]","most":5}'],
    [
      'all text below a name, but no numbers',
      '{"password":{"a":["b",8,{"c":"d"}]},"e":"f"}',
      '{"password":{"a":["[redacted]",8,{"c":"[redacted]"}]},"e":"f"}',
    ],
  ])('%s', (_name, json, expected) => {
    expect(shown(json)).toBe(expected)
  })

  test.each([
    [
      'with a byte order mark',
      `\ufeff{"a":"\\u0073esame-4711-open","secret":{"b":"c"}}`,
      '\ufeff{"a":"[redacted]","secret":{"b":"[redacted]"}}',
    ],
    [
      'in lines',
      `{"secret":{"b":"c"},"d":1}\n{"pin":1234,"e":"\\u0073esame-4711-open"}\n`,
      '{"secret":{"b":"[redacted]"},"d":1}\n{"pin":"[redacted]","e":"[redacted]"}\n',
    ],
    ['that was cut off', '{"a":["\\u0073esame-4711-open and', '{"a":["[redacted] and'],
    ['that was cut off below a name', '{"secret":{"b":"c', '{"secret":{"b":"[redacted]'],
    ['behind a guard', `)]}'\n{"a":"\\u0073esame-4711-open"}`, `)]}'\n{"a":"[redacted]"}`],
    ['in a script', 'done({"a":"\\u0073esame-4711-open"})', 'done({"a":"[redacted]"})'],
  ])('%s', (_name, text, expected) => {
    expect(shown(text)).toBe(expected)
  })

  test.each([
    ['a string that was cut off', `"a ${secret}`],
    ['a string with a bad escape', `["a \\x ${secret}"]`],
    ['a bad escape under a name', '{"password":"a\\x","b":1}'],
    ['a value that looks like syntax', '["password":"\\"]'],
  ])('%s, which does not parse afterwards either', (_name, text) => {
    expect(() => JSON.parse(shown(text))).toThrow(SyntaxError)
  })

  test.each(['[info] "he said \\x" and {', '["', '"', '["\\', '{"a":"\\u00'])(
    '%j, which is no JSON, nothing',
    (text) => {
      expect(shown(text)).toBe(text)
    },
  )

  test('nothing else, to the letter', () => {
    const json =
      '\n{"id":12345678901234567890, "n":-1.50e+3,"2":true,"1":null,"a":"\\u00e9\\/ \\"","a":[ ],"__proto__":{}}'

    expect(shown(json)).toBe(json)
  })

  test('a secret that looks like syntax, and leaves JSON (property)', () => {
    const odd = fc.constantFrom('":"x","', '[true,true]', '}},{{"":', '\\u0073"', '1234567')

    fc.assert(
      fc.property(odd, fc.jsonValue(), (value, other) => {
        const redactor = new Redactor()
        redactor.add(value)

        const body = redactBody(JSON.stringify({ other, list: ['x', value, 'y'] }), undefined, redactor)

        expect(JSON.parse(body).list).toEqual(['x', '[redacted]', 'y'])
      }),
      { numRuns: countRuns(100) },
    )
  })

  test.each(['x', '\\"', '\\\\'])('text of megabytes in one string, of %j', (part) => {
    const long = part.repeat(3 * 1024 * 1024)

    expect(shown(`{"a":"${long}","b":"${secret}"}`)).toHaveLength(long.length + 25)
  })
})

describe('redactBody() takes out of', () => {
  test.each([
    [
      'a form, by name',
      'a=1&client_secret=x;y%20z&b=2',
      'a=1&client_secret=[redacted]&b=2',
      'application/x-www-form-urlencoded',
    ],
    [
      'a form, by an escaped name',
      'client%5Fsecret=x',
      'client_secret=[redacted]',
      'application/x-www-form-urlencoded',
    ],
    [
      'a form, by value',
      `a=${secret}&b=%73esame-4711-open`,
      'a=[redacted]&b=[redacted]',
      'application/x-www-form-urlencoded',
    ],
    [
      'XML, elements by name',
      '<r><ns:SecretAccessKey id="1">ab<![CDATA[c]]></ns:SecretAccessKey><b>d</b></r>',
      '<r><ns:SecretAccessKey id="1">[redacted]</ns:SecretAccessKey><b>d</b></r>',
      'text/xml',
    ],
    [
      'XML, elements in elements of a name',
      '<password><a>b</a></password>',
      '<password>[redacted]</password>',
      undefined,
    ],
    ['XML, attributes by name', `<a password='x"y' b="c"/>`, `<a password='[redacted]' b="c"/>`, undefined],
    ['XML, by value', `<a>${secret}</a>`, '<a>[redacted]</a>', undefined],
    ['XML that ends too early', '<password>abc', '<password>[redacted]', undefined],
    ['text, by value and name', `x ${secret} sig=abc`, 'x [redacted] sig=[redacted]', 'text/plain'],
    ['lines of JSON', '{"password":"a"}\n{"b":"c"}', '{"password":"[redacted]"}\n{"b":"c"}', undefined],
  ])('%s', (_name, text, expected, type) => {
    expect(shown(text, type)).toBe(expected)
    expect(shown(expected, type)).toBe(expected)
  })
})

test.each([
  ['a name without end', `<a ${'b'.repeat(300_000)}>`],
  ['a tag without end', `<${'a'.repeat(300_000)}`],
  ['tags without end', '<a '.repeat(100_000)],
  ['elements without end', '<a><password>'.repeat(20_000)],
  ['spaces', `<a b${' '.repeat(300_000)}>`],
  ['colons', `<a ${'b:'.repeat(100_000)}>`],
])('redactBody() reads markup in linear time: %s', (_name, markup) => {
  const startedMs = performance.now()

  shown(markup)

  expect(performance.now() - startedMs).toBeLessThan(1_500)
})
