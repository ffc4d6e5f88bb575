import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Redactor } from '../../../src/http/redact/redact.ts'
import { countRuns } from '../../setup/count-runs.ts'
import { createKnowingRedactor, listLeaves } from './support.ts'

const encodings: Record<string, (secret: string) => string> = {
  raw: (secret) => secret,
  percent: (secret) => encodeURIComponent(secret.toWellFormed()),
  'percent in small letters': (secret) =>
    encodeURIComponent(secret.toWellFormed()).replaceAll(/%../g, (octet) => octet.toLowerCase()),
  form: (secret) => new URLSearchParams({ a: secret }).toString().slice(2),
  'URL query': (secret) => new URL(`https://x/?${secret.replaceAll('#', '%23')}#end`).search.slice(1),
  JSON: (secret) => JSON.stringify(secret).slice(1, -1),
  'JSON of PHP': (secret) => JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
  'JSON in ASCII': (secret) =>
    JSON.stringify(secret)
      .slice(1, -1)
      .replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  HTML: (secret) =>
    secret
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
  base64: (secret) => Buffer.from(secret).toString('base64'),
  'base64 without padding': (secret) => Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  base64url: (secret) => Buffer.from(secret).toString('base64url'),
  hexadecimal: (secret) => Buffer.from(secret).toString('hex'),
  HEXADECIMAL: (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
}

/** Secrets as vendors make and people choose them; at least six characters, so that they are found anywhere. */
const secretText = fc
  .oneof(
    fc.string({ minLength: 6, maxLength: 40 }),
    fc.string({ unit: 'binary', minLength: 6, maxLength: 20 }),
    fc.base64String({ minLength: 8, maxLength: 60 }),
    fc.uuid(),
    fc.stringMatching(/^[\w+/=.~$^*()[\]{}|\\?-]{6,30}$/),
  )
  .filter((secret) => secret.trim() !== '' && !'[redacted]'.includes(secret) && !secret.includes('\ufffd'))
const surroundings = fc.string({ unit: fc.constantFrom('a', ' ', '"', '/', '&', '=', '%', '9', '\n'), maxLength: 12 })

describe('no registered secret survives', () => {
  test.each(Object.entries(encodings))('text() in %s (property)', (name, encode) => {
    fc.assert(
      fc.property(secretText, surroundings, surroundings, (secret, before, after) => {
        // A URL loses them before anything is encoded.
        fc.pre(name !== 'URL query' || !/[\t\n\r]/.test(secret))
        const redactor = createKnowingRedactor(secret)
        const written = encode(secret)

        const text = redactor.text(`${before}${written}${after}`)

        expect(redactor.finds(written)).toBe(true)
        expect(redactor.finds(text)).toBe(false)
      }),
      { numRuns: countRuns(60) },
    )
  })

  test('json() as value, key, or part of either, at any depth (property)', () => {
    const place = fc.constantFrom<(secret: string) => unknown>(
      (secret) => secret,
      (secret) => [`x ${secret} y`],
      (secret) => ({ [secret]: 1 }),
      (secret) => new Map([[secret, { a: secret }]]),
      (secret) => new Set([secret]),
      (secret) => new Error(`no ${secret}`),
      (secret) => ({ toJSON: () => secret }),
      (secret) => new Headers({ 'x-note': encodeURIComponent(secret.toWellFormed()) }),
      (secret) => new URLSearchParams({ q: secret }),
    )

    fc.assert(
      fc.property(secretText, place, fc.nat(20), (secret, put, depth) => {
        const redactor = createKnowingRedactor(secret)
        let value = put(secret)
        for (let level = 0; level < depth; level++) value = level % 2 ? { deeper: value } : [value]

        const json = redactor.json(value)

        // As values, not as text: JSON's own syntax and the names above must not be taken for the secret.
        const texts = listLeaves(json)
        expect(texts.filter((text) => redactor.finds(text))).toEqual([])
        expect(JSON.stringify(json)).toContain('[redacted]')
      }),
      { numRuns: countRuns(150) },
    )
  })

  test('url() in path, query and fragment (property)', () => {
    fc.assert(
      fc.property(secretText, fc.constantFrom('path', 'query', 'fragment'), (secret, place) => {
        const redactor = createKnowingRedactor(secret)
        const url = new URL('https://api.acme.example/a')
        if (place === 'path') url.pathname = `/x/${encodeURIComponent(secret.toWellFormed())}/y`
        if (place === 'query') url.searchParams.set('q', secret)
        if (place === 'fragment') url.hash = encodeURIComponent(secret.toWellFormed())

        expect(redactor.finds(redactor.url(url))).toBe(false)
      }),
      { numRuns: countRuns(100) },
    )
  })
})

describe('Redactor.isClean()', () => {
  const names = fc.constantFrom('id', 'note', 'Pass-Word', '__api_key', 'ACCESS_TOKEN', 'sig', 'password_age', 'a.key')
  const texts = fc.oneof(
    fc.string({ maxLength: 10 }),
    fc.constantFrom(
      'https://ann:pw@x.example/',
      'a=1',
      '?SIG=abc',
      '\nsig=abc',
      'x-amz-signature=1',
      '{"password":"x"}',
    ),
  )

  test('is true only where json() finds nothing either, however the JSON is written (property)', () => {
    const { json } = fc.letrec<{ json: unknown; leaf: unknown }>((tie) => ({
      leaf: fc.oneof(texts, fc.integer(), fc.boolean(), fc.constant(null)),
      json: fc.oneof(
        { depthSize: 'small' },
        tie('leaf'),
        fc.array(tie('json'), { maxLength: 3 }),
        fc.dictionary(fc.oneof(names, texts), tie('json'), { maxKeys: 3 }),
      ),
    }))
    const spelled = fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => JSON.stringify(JSON.parse(text), null, 2).replaceAll('":', '"\n :'),
      (text) => text.replaceAll('/', '\\/'),
      (text) => text.replaceAll('a', '\\u0061'),
    )

    fc.assert(
      fc.property(json, secretText, fc.boolean(), spelled, (value, secret, planted, spell) => {
        const redactor = new Redactor(['a.key'])
        redactor.add(secret)
        const text = spell(JSON.stringify(planted ? [value, secret] : value))

        const clean = redactor.isClean(text)

        if (clean) expect(redactor.json(JSON.parse(text))).toEqual(JSON.parse(text))
        expect(clean && planted).toBe(false)
      }),
      { numRuns: countRuns(500) },
    )
  })

  test.each([
    ['{"id":1,"name":"repo-1","at":"2026-01-31T12:00:00Z","url":"https://x.example/?a=1"}', true],
    ['[{"password_age":90}, {"text":"a \\"quoted\\" word:\\n"}]', true],
    ['{"Pass-Word" : "x"}', false],
    ['{"text":"{\\"password\\":\\"x\\"}"}', false],
    ['{"text":"\\nsig=x"}', false],
    ['{"text":"ftp://ann:pw@x.example"}', false],
    ['{"text":"SECRET-123"}', false],
  ])('of %s is %s', (json, clean) => {
    expect(createKnowingRedactor('SECRET-123').isClean(json)).toBe(clean)
  })
})

describe('Redactor.text()', () => {
  test('takes the longest secret first, and all of them', () => {
    expect(createKnowingRedactor('secret', 'secret-longer').text('secret-longer secret')).toBe('[redacted] [redacted]')
  })

  test('takes a short secret only where it stands alone', () => {
    const redactor = createKnowingRedactor('ab1', '7')

    expect(redactor.text('ab1 xab1 ab12 (ab1) "ab1" ab1.')).toBe(
      '[redacted] xab1 ab12 ([redacted]) "[redacted]" [redacted].',
    )
    expect(redactor.text('7 77 a7 /7/')).toBe('[redacted] 77 a7 /[redacted]/')
  })

  test('does not look for encodings of a very short secret, which innocent text holds', () => {
    expect(createKnowingRedactor('x').text('78 eA')).toBe('78 eA')
  })

  test('leaves text alone without secrets, and ignores empty ones', () => {
    expect(new Redactor().text('hello')).toBe('hello')
    expect(createKnowingRedactor('', '  ').text('a  b')).toBe('a  b')
  })

  test('knows the pair of HTTP Basic', () => {
    const redactor = new Redactor()
    redactor.addPair('admin', 'pw')

    expect(redactor.text(`Basic ${Buffer.from('admin:pw').toString('base64')}`)).toBe('Basic [redacted]')
    expect(redactor.text('admin')).toBe('admin')
  })

  test.each([
    ['https://s3.example/f?X-Amz-Signature=abc123&x=1', 'https://s3.example/f?X-Amz-Signature=[redacted]&x=1'],
    ['login with password=hunter2, please', 'login with password=[redacted] please'],
    ['{"access_token": "minted", "expires_in": 5}', '{"access_token": "[redacted]", "expires_in": 5}'],
    ['{"refreshToken":"a\\"b","x":"y"}', '{"refreshToken":"[redacted]","x":"y"}'],
    ['grant=a&client_secret=xyz&b=c', 'grant=a&client_secret=[redacted]&b=c'],
    ['postgres://user:pass@host/db', 'postgres://[redacted]@host/db'],
    ['my_password=kept? yes: another name', 'my_password=kept? yes: another name'],
    ['mail to a@b.example', 'mail to a@b.example'],
  ])('hides by name in %s', (text, expected) => {
    expect(new Redactor().text(text)).toBe(expected)
  })

  test('is linear: twice the text takes about twice the time', () => {
    const redactor = createKnowingRedactor(
      ...Array.from({ length: 20 }, (_each, index) => `secret-number-${index}-${'abc'.repeat(index)}`),
    )
    const chunk = '{"id": 17, "name": "secret-numbe", "url": "https://x/?a=b&c=d", "aaaaaaaa": "abcabcabc"} '
    const timeOf = (times: number) => {
      const text = chunk.repeat(times)
      const startedAt = performance.now()
      redactor.text(text)
      return performance.now() - startedAt
    }
    timeOf(2000)

    const [once, tenfold] = [timeOf(2000), timeOf(20_000)]

    expect(tenfold).toBeLessThan(Math.max(once, 5) * 40)
    expect(tenfold).toBeLessThan(1500)
  })
})

describe('Redactor.json()', () => {
  const plain = new Redactor(['X-Vendor-Key'])

  test('hides by name, however it is spelt', () => {
    expect(
      plain.json({
        access_token: 'a',
        accessToken: 'b',
        'Set-Cookie': ['c', 'd'],
        SecretAccessKey: 'e',
        xVendorKey: 'f',
        privateKey: { pem: 'g' },
        password: 7,
        secret: 8n,
        other: 'h',
      }),
    ).toEqual({
      access_token: '[redacted]',
      accessToken: '[redacted]',
      'Set-Cookie': ['[redacted]', '[redacted]'],
      SecretAccessKey: '[redacted]',
      xVendorKey: '[redacted]',
      privateKey: { pem: '[redacted]' },
      password: '[redacted]',
      secret: '[redacted]',
      other: 'h',
    })
  })

  test('keeps what is no secret below such a name: a password policy is evidence', () => {
    expect(plain.json({ password: { minLength: 12, requireSymbols: true, history: null, hint: 'text' } })).toEqual({
      password: { minLength: 12, requireSymbols: true, history: null, hint: '[redacted]' },
    })
    expect(plain.json({ password: true, secret: null })).toEqual({ password: true, secret: null })
    expect(plain.json({ password: '', secret: { key: '' } })).toEqual({ password: '', secret: { key: '' } })
    expect(plain.text('{"password": "", "secret": "x"}')).toBe('{"password": "", "secret": "[redacted]"}')
  })

  test('hides numbers that are secrets', () => {
    const redactor = createKnowingRedactor('123456', '42')

    expect(redactor.json([123456, 1234567, 42, 420, 42n])).toEqual([
      '[redacted]',
      '[redacted]7',
      '[redacted]',
      420,
      '[redacted]',
    ])
  })

  test.each<[string, unknown, unknown]>([
    ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['an invalid date', new Date(Number.NaN), 'Invalid Date'],
    ['a URL', new URL('https://u:p@x.example/?sig=1'), 'https://[redacted]@x.example/?sig=[redacted]'],
    ['an error', new TypeError('bad'), 'TypeError: bad'],
    ['bytes', new Uint8Array(5), '[5 bytes]'],
    ['a buffer', Buffer.from('secret'), '[6 bytes]'],
    ['undefined', undefined, null],
    ['a function', () => 1, '[function]'],
    ['a symbol', Symbol('x'), '[symbol]'],
    ['NaN', Number.NaN, 'NaN'],
    ['Infinity', Number.POSITIVE_INFINITY, 'Infinity'],
    ['a big integer', 12345678901234567890n, '12345678901234567890'],
    [
      'a map',
      new Map<unknown, unknown>([
        ['a', 1],
        [2, 'b'],
      ]),
      { a: 1, 2: 'b' },
    ],
    ['a set', new Set([1, 'a']), [1, 'a']],
    ['headers', new Headers({ authorization: 'Bearer x', accept: 'y' }), { accept: 'y', authorization: '[redacted]' }],
    ['undefined members', { a: undefined, b: 1 }, { b: 1 }],
    ['holes', new Array(2), [null, null]],
    ['an object without prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    ['toJSON', { toJSON: () => ({ a: 1 }) }, { a: 1 }],
    [
      'a getter that throws, and what is beside it',
      {
        get a() {
          throw new Error('no')
        },
        b: 1,
      },
      { a: '[unreadable]', b: 1 },
    ],
    [
      'a proxy that throws',
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error('no')
          },
        },
      ),
      '[unreadable]',
    ],
  ])('describes %s', (_name, value, expected) => {
    expect(plain.json({ value })).toEqual(value === undefined ? {} : { value: expected })
  })

  test('keeps a member called __proto__ as a member', () => {
    const json = plain.json(JSON.parse('{"__proto__": {"admin": true}, "a": 1}'))

    expect(JSON.stringify(json)).toBe('{"__proto__":{"admin":true},"a":1}')
    expect((json as { admin?: unknown }).admin).toBeUndefined()
  })

  test('breaks circles, also through maps, sets and toJSON', () => {
    const circle: Record<string, unknown> = { name: 'a' }
    circle.self = circle
    circle.map = new Map([['back', circle]])
    const map = new Map<string, unknown>()
    map.set('itself', map)
    const returning: Record<string, unknown> = {}
    returning.toJSON = () => returning

    expect(plain.json(circle)).toEqual({ name: 'a', self: '[circular]', map: { back: '[circular]' } })
    expect(plain.json(map)).toEqual({ itself: '[circular]' })
    expect(plain.json(returning)).toBe('[circular]')
  })

  test('shows what appears twice without being a circle twice', () => {
    const shared = { a: 1 }

    expect(plain.json([shared, shared])).toEqual([{ a: 1 }, { a: 1 }])
  })

  test('bears endless depth and width', () => {
    let deep: unknown = 'end'
    for (let level = 0; level < 10_000; level++) deep = [deep]
    let wide: unknown = ['x']
    for (let level = 0; level < 60; level++) wide = [wide, wide]

    expect(inspect(plain.json(deep), { depth: null })).toContain('[too deep]')
    expect(JSON.stringify(plain.json(wide)).length).toBeLessThan(20_000_000)
    expect(plain.json(new Array(5_000_000))).toHaveLength(500_001)
  })

  test('gives what JSON can hold, whatever it is given (property)', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSet: true,
          withTypedArray: true,
          withNullPrototype: true,
          withSparseArray: true,
        }),
        (value) => {
          const json = plain.json(value)

          expect(JSON.parse(JSON.stringify(json))).toEqual(json)
        },
      ),
      { numRuns: countRuns(300) },
    )
  })
})

describe('Redactor.url()', () => {
  test('hides user information, and parameters by name without touching others', () => {
    const redactor = new Redactor(['ticket'])

    expect(redactor.url('https://user:pass@x.example/a?b=%20c&Ticket=t&access_token=x')).toBe(
      'https://x.example/a?b=+c&Ticket=[redacted]&access_token=[redacted]',
    )
    expect(redactor.url('https://x.example/a?b=%20c')).toBe('https://x.example/a?b=%20c')
  })
})

describe('redactor.data()', () => {
  test('keeps the form of plain data, and takes secrets out of texts, numbers and names', () => {
    const redactor = new Redactor()
    redactor.add('canary-secret-1')
    redactor.add('123456789')

    const shown = redactor.data({
      id: 'u1',
      name: 'Ada canary-secret-1',
      pin: 123456789,
      count: 4,
      isActive: true,
      lastSeen: null,
      roles: ['a', 'canary-secret-1'],
      'canary-secret-1': 'x',
    })

    expect(shown).toMatchObject({
      id: 'u1',
      count: 4,
      isActive: true,
      lastSeen: null,
      roles: ['a', expect.any(String)],
    })
    expect(JSON.stringify(shown)).not.toMatch(/canary-secret-1|123456789/)
    expect(typeof shown.name).toBe('string')
    expect(typeof shown.pin).toBe('string')
  })
})
