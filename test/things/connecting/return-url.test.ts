import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkReturnUrl } from '../../../src/things/connecting/return-url.ts'
import { countRuns } from '../../setup/count-runs.ts'

const origins = ['https://app.example.com', 'http://localhost:3000']

describe('checkReturnUrl()', () => {
  test.each([
    ['/', '/'],
    ['/connections', '/connections'],
    ['/connections?ok=1&next=%2Fruns#top', '/connections?ok=1&next=%2Fruns#top'],
    ['/name/J%C3%BCrgen', '/name/J%C3%BCrgen'],
    ['/name/Jürgen/日本', '/name/J%C3%BCrgen/%E6%97%A5%E6%9C%AC'],
    ['/a/..//evil.example', '/a/..//evil.example'],
    ['/discount/100%25', '/discount/100%25'],
    ['/search?q=two%20words&from=%2Fruns', '/search?q=two%20words&from=%2Fruns'],
    ['https://app.example.com', 'https://app.example.com/'],
    ['https://app.example.com/a?b#c', 'https://app.example.com/a?b#c'],
    ['HTTPS://APP.example.com/a', 'https://app.example.com/a'],
    ['http://localhost:3000/done', 'http://localhost:3000/done'],
    ['https://app.example.com:443/', 'https://app.example.com/'],
  ])('lets %s through as %s', (given, returned) => {
    expect(checkReturnUrl(given, origins)).toBe(returned)
  })

  test.each([
    '',
    ' /x',
    'connections',
    './x',
    '../x',
    '?x',
    '#x',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '\\\\evil.example',
    '/\\/evil.example',
    '/%2f%2fevil.example',
    '/%2Fevil.example',
    '/%5cevil.example',
    '/%5Cevil.example',
    '/%252fevil.example',
    '/%252fevil.example%25zz',
    '/%25252fevil.example',
    '/%255cevil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r/evil.example',
    '\t//evil.example',
    '/%09/evil.example',
    '/%0a/evil.example',
    '/%0d%0aSet-Cookie:x=y',
    '/x\r\nSet-Cookie: x=y',
    '/\u0000//evil.example',
    '/%',
    '/\ud800',
    '/%zz',
    '/%c3%28',
    'https:evil.example',
    'https:/evil.example',
    'https:///evil.example',
    'http:evil.example',
    'https://evil.example',
    'https://evil.example/https://app.example.com',
    'https://evil.example?https://app.example.com',
    'https://evil.example#https://app.example.com',
    'https://app.example.com.evil.example',
    'https://app.example.comevil.example',
    'https://evil.example/app.example.com',
    'https://app.example.com@evil.example',
    'https://app.example.com:pw@evil.example',
    'https://evil.example\\@app.example.com',
    'https://evil.example\\.app.example.com',
    'https://user@app.example.com/',
    'https://user:pw@app.example.com/',
    'https://app.example.com\\evil',
    'https://app.example.com:8443/',
    'http://app.example.com/',
    'https://localhost:3000/',
    'http://localhost:3001/',
    'https://аpp.example.com/',
    'https://app。example.com.evil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://app.example.com/x',
    'ftp://app.example.com/',
    ' https://app.example.com/',
    'https://app.example.com/\n',
    'https://app.example.com/ x',
  ])('refuses %j', (given) => {
    expect(() => checkReturnUrl(given, origins)).toThrow(
      expect.objectContaining({ name: 'AuthError', code: 'AUTH_RETURN_URL_REFUSED' }),
    )
  })

  test('lets nothing through that a browser would follow to another origin', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '%2f',
      '%5c',
      '%252f',
      '\t',
      '\n',
      '%09',
      '.',
      '..',
      ':',
      '@',
      '?',
      '#',
      'evil.example',
      'https:',
      'app.example.com',
      'a',
      '%',
      ';',
      '&',
    )
    const own = 'https://checks.example.com/v1/callback'
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const given = parts.join('')
        let returned: string
        try {
          returned = checkReturnUrl(given, origins)
        } catch {
          return
        }
        expect([new URL(own).origin, ...origins]).toContain(new URL(returned, own).origin)
      }),
      { numRuns: countRuns(2_000) },
    )
  })
})
