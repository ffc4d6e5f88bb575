import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  compareSpecificity,
  isOverlapping,
  matchPath,
  parseRoute,
} from '../../../../src/author/testing/vendor/route-patterns.ts'

describe('parseRoute()', () => {
  test('takes GET where no method is given', () => {
    expect(parseRoute('/users/:id').text).toBe('GET /users/:id')
  })
})

describe('matchPath()', () => {
  test.each([
    ['/users/:id', '/users/7', { id: '7' }],
    ['/users/:id', '/users/a%2Fb', { id: 'a/b' }],
    ['/users/:id', '/users/', undefined],
    ['/users/:id', '/users/7/', undefined],
    ['/users/:id', '/users', undefined],
    ['/users/:id', '/users/%E0%A4%A', { id: '%E0%A4%A' }],
    ['/a%20b', '/%61%20b', {}],
    ['/shop/:id.json', '/shop/7.json', { id: '7' }],
    ['/shop/:id.json', '/shop/7.xml', undefined],
    ['/shop/:id.json', '/shop/.json', undefined],
    ['/v1/users:search', '/v1/users:search', {}],
    ['/v1/:name:cancel', '/v1/job-1:cancel', { name: 'job-1' }],
    ['/files/*', '/files/a/b%20c/', { '*': 'a/b c/' }],
    ['/files/*', '/files', undefined],
    ['/', '/', {}],
  ])('%s against %s gives %j', (route, path, params) => {
    expect(matchPath(parseRoute(route), path)).toEqual(params)
  })

  test('gives back any values that were encoded into the path', () => {
    const value = fc.string({ unit: 'grapheme', minLength: 1 })

    fc.assert(
      fc.property(value, value, (org, user) => {
        const path = `/orgs/${encodeURIComponent(org)}/members/${encodeURIComponent(user)}`
        expect(matchPath(parseRoute('/orgs/:org/members/:user'), path)).toEqual({ org, user })
      }),
    )
  })
})

describe('compareSpecificity()', () => {
  test('puts the more fixed route first, whatever the order', () => {
    const texts = ['/*', '/users/:id', '/users/*', '/users/:id.json', '/users/me', '/:any/me']

    const forwards = texts.map(parseRoute).sort(compareSpecificity)
    const backwards = texts.toReversed().map(parseRoute).sort(compareSpecificity)

    const expected = ['/users/me', '/users/:id.json', '/users/:id', '/users/*', '/:any/me', '/*'].map(
      (path) => `GET ${path}`,
    )
    expect(forwards.map((route) => route.text)).toEqual(expected)
    expect(backwards.map((route) => route.text)).toEqual(expected)
  })
})

describe('isOverlapping()', () => {
  test.each([
    ['/users/7', '/users/:id', true],
    ['/users/:id', '/users/:id', true],
    ['/users/*', '/users/:id/keys', true],
    ['/user/7', '/users/:id', false],
    ['/users', '/users/:id', false],
    ['/users/:id/keys', '/users/:id', false],
    ['/users/:id.json', '/users/7.xml', false],
    ['/users/:id.json', '/users/7.json', true],
    ['POST /users', 'GET /users', false],
  ])('%s and %s: %s', (a, b, expected) => {
    expect(isOverlapping(parseRoute(a), parseRoute(b))).toBe(expected)
    expect(isOverlapping(parseRoute(b), parseRoute(a))).toBe(expected)
  })
})
