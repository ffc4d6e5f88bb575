import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listPlaceholders } from '../../../src/define/connector/template.ts'
import {
  cutUrlTemplate,
  type Fillings,
  fillHost,
  fillPath,
  fillText,
  fillUrl,
  matchesPattern,
} from '../../../src/define/index.ts'
import { CredentialError } from '../../../src/errors/index.ts'

const hostPattern = '[a-z0-9-]+\\.acme\\.example'

describe('listPlaceholders()', () => {
  test.each([
    ['', []],
    ['/users', []],
    ['/{a}/{b}/{a}', ['a', 'b', 'a']],
    ['{}', ['']],
    ['{a{b}}', ['b']],
    ['{a', []],
  ])('finds in %j', (template, names) => {
    expect(listPlaceholders(template)).toEqual(names)
  })
})

describe('cutUrlTemplate()', () => {
  test.each([
    ['https://a.example', { scheme: 'https:', authority: 'a.example', rest: '' }],
    ['HTTP://{x}.a.example:80/p?q#f', { scheme: 'http:', authority: '{x}.a.example:80', rest: '/p?q#f' }],
    ['https://a.example?q', { scheme: 'https:', authority: 'a.example', rest: '?q' }],
    ['{base}', { scheme: undefined, authority: '{base}', rest: '' }],
    ['{base}/v1', { scheme: undefined, authority: '{base}', rest: '/v1' }],
  ])('cuts %s', (template, cut) => {
    expect(cutUrlTemplate(template)).toEqual(cut)
  })

  test.each(['', 'a.example', '//a.example', '{base}.example', '{scheme}://a.example', 'ftp://a.example'])(
    'gives undefined for %j',
    (template) => {
      expect(cutUrlTemplate(template)).toBeUndefined()
    },
  )
})

describe('fillUrl()', () => {
  const at = 'https://{x}.acme.example/api'

  test('fills host, path and query, each by its rule', () => {
    const url = fillUrl(
      'https://{site}.acme.example:8443/teams/{team}?q={team}',
      given({ site: 'EU-1', team: 'a/b c' }),
    )

    expect(url.href).toBe('https://eu-1.acme.example:8443/teams/a%2Fb%20c?q=a%2Fb%20c')
  })

  test('takes numbers as they are written', () => {
    expect(fillUrl('https://api.acme.example/{n}', given({ n: 42 })).pathname).toBe('/42')
    expect(fillUrl('https://api.acme.example:{port}', given({ port: 8443 })).host).toBe('api.acme.example:8443')
  })

  test('never changes the host for any value in path and query', () => {
    fc.assert(
      fc.property(nasty(), (value) => {
        const url = filledOrRefused(() => fillUrl('https://api.acme.example/a/{x}/b?q={x}', given({ x: value })))
        expect(url?.origin ?? 'https://api.acme.example').toBe('https://api.acme.example')
        expect(url?.username ?? '').toBe('')
        expect(url?.pathname.startsWith('/a/') ?? true).toBe(true)
        expect(url?.pathname.split('/').length ?? 4).toBe(4)
      }),
    )
  })

  test('gives back in path and query the very text that went in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (value) => {
        fc.pre(!/^\.{1,2}$/.test(value))
        const url = fillUrl('https://api.acme.example/{x}?q={x}', given({ x: value }))
        expect(decodeURIComponent(url.pathname.slice(1))).toBe(value)
        expect(url.searchParams.get('q')).toBe(value)
        expect([...url.searchParams.keys()]).toEqual(['q'])
      }),
    )
  })

  test('lets only one DNS label into a host', () => {
    fc.assert(
      fc.property(nasty(), (value) => {
        const url = filledOrRefused(() => fillUrl(at, given({ x: value })))
        if (url !== undefined) {
          expect(value).toMatch(/^[a-z0-9-]{1,63}$/i)
          expect(url.host).toBe(`${value.toLowerCase()}.acme.example`)
        }
      }),
    )
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?$/), (value) => {
        // "xn--" begins an encoded label, and not every one decodes.
        fc.pre(!value.startsWith('xn--'))
        expect(fillUrl(at, given({ x: value })).hostname).toBe(`${value}.acme.example`)
      }),
    )
  })

  test.each([
    'evil.example',
    'evil.example/',
    'evil.example#',
    'evil.example?',
    'a@evil',
    'evil.example\\',
    '-a',
    'a-',
    'a_b',
    'ä',
    'a b',
    'a\n',
    '127.0.0.1',
    '[::1]',
    '%61',
    'x'.repeat(64),
  ])('refuses %j in a host, by name and without the value', (value) => {
    const error = refusal(() => fillUrl(at, given({ x: value })))

    expect(error).toMatchObject({ code: 'CREDENTIAL_INVALID', problems: [{ path: 'x' }] })
    if (value.length > 3) expect(error.message).not.toContain(value)
  })

  test('lets a value decide the host where its pattern holds it, and only then', () => {
    const fillings = (x: string): Fillings => given({ x }, { x: hostPattern })

    expect(fillUrl('https://{x}/api', fillings('eu.acme.example')).host).toBe('eu.acme.example')
    for (const value of ['evil.example', 'a.acme.example.evil.example', 'eu.acme.example/x', 'xeu.acme.example\n'])
      expect(refusal(() => fillUrl('https://{x}/api', fillings(value))).code, value).toBe('CREDENTIAL_INVALID')
  })

  test.each(['evil.example/', 'a@evil.example', 'evil.example#', 'evil.example\\a', '[::1]', 'a:b@c'])(
    'refuses %j in a host whatever the pattern says',
    (value) => {
      expect(refusal(() => fillUrl('https://{x}/api', given({ x: value }, { x: '.*' }))).code).toBe(
        'CREDENTIAL_INVALID',
      )
    },
  )

  test.each(['0x7f.1', '127.1', '2130706433', '127.0.0.1.'])('refuses %j, another spelling of a host', (value) => {
    expect(refusal(() => fillUrl('https://{x}/api', given({ x: value }, { x: '.*' }))).code).toBe('CREDENTIAL_INVALID')
  })

  test('takes scheme and host from a leading placeholder that its pattern holds', () => {
    const fillings = (base: string): Fillings => given({ base, id: '7' }, { base: `https://${hostPattern}(/.*)?` })

    expect(fillUrl('{base}/v1/{id}', fillings('https://eu.acme.example')).href).toBe('https://eu.acme.example/v1/7')
    expect(fillUrl('{base}', fillings('https://eu.acme.example/api/')).href).toBe('https://eu.acme.example/api')
    for (const value of [
      'http://eu.acme.example',
      'https://evil.example',
      'https://eu.acme.example/?q=1',
      'https://eu.acme.example/#f',
      'eu.acme.example',
    ])
      expect(refusal(() => fillUrl('{base}/v1', fillings(value))).code, value).toBe('CREDENTIAL_INVALID')
  })

  test('refuses a leading placeholder without pattern, and user names in its value', () => {
    expect(refusal(() => fillUrl('{base}', given({ base: 'https://a.example' }))).code).toBe('CREDENTIAL_INVALID')
    expect(refusal(() => fillUrl('{base}', given({ base: 'https://u:p@a.example' }, { base: '.*' }))).code).toBe(
      'CREDENTIAL_INVALID',
    )
  })

  test('leaves a URL without placeholders as it is', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), (url) => {
        expect(fillUrl(url, given({ x: 'y' })).href).toBe(new URL(url).href)
      }),
    )
  })

  test('throws a TypeError for what is no URL template: definitions have been checked', () => {
    expect(() => fillUrl('/users', given({}))).toThrow(TypeError)
  })
})

describe('fillPath()', () => {
  test.each([
    ['/a/{x}', '.'],
    ['/a/{x}', '..'],
    ['/{x}/b', '..'],
  ])('refuses to fill %s with %j, which would climb out', (template, value) => {
    expect(refusal(() => fillPath(template, given({ x: value }))).problems[0]?.message).toBe('must not be "." or ".."')
  })

  test('lets dots into a query, where they climb nowhere', () => {
    expect(fillPath('/a?q={x}', given({ x: '..' }))).toBe('/a?q=..')
  })

  test('refuses half a character, which no encoding holds', () => {
    expect(refusal(() => fillPath('/{x}', given({ x: 'a\ud800' }))).code).toBe('CREDENTIAL_INVALID')
  })

  test('keeps every value in its segment', () => {
    fc.assert(
      fc.property(nasty(), nasty(), (a, b) => {
        const path = filledOrRefused(() => fillPath('/x/{a}/y/{b}', given({ a, b })))
        const resolved = path === undefined ? undefined : new URL(path, 'https://api.acme.example')
        expect(resolved?.host ?? 'api.acme.example').toBe('api.acme.example')
        expect(resolved?.pathname ?? path).toBe(path)
      }),
    )
  })
})

describe('fillHost()', () => {
  test.each([
    ['{x}.acme.example', 'EU', 'eu.acme.example'],
    ['api-{x}.ACME.example:8443', 'eu', 'api-eu.acme.example:8443'],
    ['acme.example', 'unused', 'acme.example'],
  ])('fills %s with %j', (template, x, host) => {
    expect(fillHost(template, given({ x }))).toBe(host)
  })

  test('takes a pattern for an own member only', () => {
    const fillings = { values: { constructor: 'a' }, patterns: {} }

    expect(fillHost('{constructor}.acme.example', fillings)).toBe('a.acme.example')
  })

  test('does not try a pattern on a megabyte', () => {
    const fillings = given({ x: 'a'.repeat(1_000_000) }, { x: '(a+)+b' })

    expect(refusal(() => fillHost('{x}', fillings)).problems[0]?.message).toBe('is too long for a host name')
  })
})

describe('every filling', () => {
  const fills: readonly (readonly [string, (template: string, fillings: Fillings) => unknown])[] = [
    ['fillText', fillText],
    ['fillPath', fillPath],
    ['fillHost', fillHost],
    ['fillUrl', (rest, fillings) => fillUrl(`https://api.acme.example/${rest}`, fillings)],
  ]

  test.each(fills)('%s() sends nothing unfilled', (_name, fill) => {
    for (const values of [{}, { x: undefined }, { x: null }, { x: '' }, { y: 'a' }, Object.create({ x: 'a' })]) {
      const error = refusal(() => fill('a-{x}', given(values)))
      expect(error).toMatchObject({ code: 'CREDENTIAL_MISSING', problems: [{ path: 'x' }] })
    }
  })

  test.each(fills)('%s() fills a placeholder each time it stands there', (_name, fill) => {
    expect(String(fill('{x}-{x}', given({ x: 'a' })))).toContain('a-a')
  })

  test.each(fills.filter(([name]) => name !== 'fillHost'))(
    '%s() fills in one pass: a value is never a template',
    (_name, fill) => {
      const filled = String(fill('{x}', given({ x: '{y}', y: 'secret' })))

      expect(decodeURIComponent(filled)).toContain('{y}')
      expect(filled).not.toContain('secret')
    },
  )

  test('fillText() gives values back as they are, and text without placeholders unchanged', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), (text, value) => {
        const plain = text.replace(/[{}]/g, '')
        expect(fillText(plain, given({}))).toBe(plain)
        expect(fillText(`${plain}{x}${plain}`, given({ x: value }))).toBe(plain + value + plain)
      }),
    )
  })
})

describe('matchesPattern()', () => {
  test('wants the whole value, alternatives included', () => {
    expect(matchesPattern('eu', 'eu|us')).toBe(true)
    expect(matchesPattern('us.evil', 'eu|us')).toBe(false)
    expect(matchesPattern('xeu', 'eu|us')).toBe(false)
    expect(matchesPattern('eu\n', 'eu|us')).toBe(false)
    expect(matchesPattern('a\neu', '^eu')).toBe(false)
  })
})

function given(values: Readonly<Record<string, unknown>>, patterns: Readonly<Record<string, string>> = {}): Fillings {
  return { values, patterns }
}

/** Text of any kind, with the characters that URLs give a meaning more often than chance would. */
function nasty(): fc.Arbitrary<string> {
  const unit = fc.oneof(
    fc.constantFrom(...'/\\?#@:.%&=+;[]{} \t\r\n\0', '..', '%2f', '%2e', 'evil.example', '\ud800'),
    fc.constantFrom(...'abcXYZ019-'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 2 }),
  )
  return fc.array(unit, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''))
}

/** The result of a filling, or undefined if it refuses the value; any other error fails. */
function filledOrRefused<T>(fill: () => T): T | undefined {
  try {
    return fill()
  } catch (error) {
    if (error instanceof CredentialError) return undefined
    throw error
  }
}

function refusal(fill: () => unknown): CredentialError {
  try {
    fill()
  } catch (error) {
    if (error instanceof CredentialError) return error
    throw error
  }
  throw new Error('the value was accepted')
}

test('matchesPattern() gives up on an expression that would take for ever, and the value does not match', () => {
  const beganAtMs = performance.now()

  const matches = matchesPattern(`${'a'.repeat(60)}!`, '(a+)+')

  expect(matches).toBe(false)
  expect(performance.now() - beganAtMs).toBeLessThan(1_500)
})

test('matchesPattern() says the same of long values as of short ones', () => {
  const long = 'a-very-long-name-of-a-tenant'

  expect(matchesPattern(long, '[a-z-]+')).toBe(true)
  expect(matchesPattern(`${long}.`, '[a-z-]+')).toBe(false)
  expect(matchesPattern('ä'.repeat(30), '\\p{L}{30}')).toBe(true)
})
