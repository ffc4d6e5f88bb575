import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseBody } from '../../../src/auth/oauth/reply-body.ts'
import { parseTokenReply, type ReplyShape } from '../../../src/auth/oauth/token-reply.ts'

import { readMember } from '../../../src/text/read-member.ts'

const shape: ReplyShape = { scopes: ['users:read'] }

const status = fc.oneof(fc.integer({ min: 0, max: 599 }), fc.constant(200))
const token = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme-ascii' }).filter((text) => text.trim() === text)
const paths = fc.constantFrom(
  undefined,
  'access_token',
  'data.access_token',
  'accessToken',
  '__proto__.access_token',
  '0',
  '',
)
const shapes = fc.record({ scopes: fc.constant(['users:read']), tokenPath: paths, errorPath: paths })

test('parseTokenReply() never throws, whatever the body (property)', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.array(fc.tuple(fc.string(), fc.string())).map((pairs) => new URLSearchParams(pairs).toString()),
    fc.constant(undefined),
  )

  fc.assert(
    fc.property(status, text, shapes, (code, body, anyShape) => {
      expect(['token', 'refused', 'unreadable']).toContain(parseTokenReply(code, body, anyShape).outcome)
    }),
  )
})

test('parseTokenReply() finds the token of every reply that has one, whatever its other members are (property)', () => {
  const names = fc.constantFrom('expires_in', 'refresh_token', 'scope', 'id_token', 'error', 'x')
  const others = fc.dictionary(names, fc.jsonValue())

  fc.assert(
    fc.property(
      token,
      others,
      fc.constantFrom('bearer', 'Bearer', null, undefined, ''),
      (accessToken, members, tokenType) => {
        const body = JSON.stringify({ ...members, access_token: accessToken, token_type: tokenType })

        const reply = parseTokenReply(200, body, shape)

        if (reply.outcome !== 'token') throw new Error(`${reply.outcome}: ${body}`)
        expect(reply.accessToken).toBe(accessToken)
        const { lifetimeSeconds = 1, refreshToken = 'x', scopes = ['x'] } = reply
        expect(Number.isSafeInteger(lifetimeSeconds) && lifetimeSeconds >= 1 && lifetimeSeconds <= 315_360_000).toBe(
          true,
        )
        expect(Number.isNaN(new Date(Date.now() + lifetimeSeconds * 1000).getTime())).toBe(false)
        expect(refreshToken).not.toBe('')
        expect(scopes.length > 0 && scopes.every((scope) => scope.trim() !== '')).toBe(true)
      },
    ),
  )
})

test('parseTokenReply() reads a form as it reads JSON (property)', () => {
  const text = fc.string({ maxLength: 12 })

  fc.assert(
    fc.property(token, text, text, fc.integer({ min: 1, max: 10_000 }), (accessToken, refreshToken, scope, seconds) => {
      const members = { access_token: accessToken, refresh_token: refreshToken, scope, expires_in: String(seconds) }

      const fromForm = parseTokenReply(200, new URLSearchParams(members).toString(), shape)
      const fromJson = parseTokenReply(200, JSON.stringify(members), shape)

      expect(fromForm).toEqual(fromJson)
      expect(fromForm.outcome).toBe('token')
    }),
  )
})

test('parseTokenReply() says nothing of the body in what it calls unreadable (property)', () => {
  const secret = 'canary-0a1b2c3d'
  const value = fc.constantFrom(secret, [secret], { token: secret }, `${secret}\n`, `${secret}é`)

  fc.assert(
    fc.property(fc.constantFrom('access_token', 'token_type', 'data', 'error'), value, (name, held) => {
      const reply = parseTokenReply(200, JSON.stringify({ access_token: 'x'.repeat(2), [name]: held }), shape)

      if (reply.outcome === 'unreadable') expect(reply.what).not.toContain(secret)
    }),
  )
})

test('parseBody() tells JSON objects and forms from everything else', () => {
  expect(parseBody('{"a":1}')).toEqual({ a: 1 })
  expect(parseBody('\uFEFF \n{"a":1}\n')).toEqual({ a: 1 })
  expect(parseBody('a=1&b=%20x+y&c=')).toEqual({ a: '1', b: ' x y', c: '' })
  for (const other of ['', '[]', '"a=b"', '<a href=x>', 'a', 'a b=c', 'Error: x=y', '{"a":1', 'null', '=a']) {
    expect(parseBody(other)).toBeUndefined()
  }
})

test('readMember() reaches own members along a dotted path, of lists too, and nothing that is inherited', () => {
  const members = { a: { b: [{ c: 1 }] }, text: 'abc' }

  expect(readMember(members, 'a.b.0.c')).toBe(1)
  for (const path of ['a.x', 'text.length', 'a.b.length.x', 'constructor', '__proto__', 'a.toString', '']) {
    expect(readMember(members, path)).toBeUndefined()
  }
})

test('parseTokenReply() takes no token from a part of an answer (206)', () => {
  const body = JSON.stringify({ access_token: 'a', token_type: 'bearer' })

  expect(parseTokenReply(206, body, shape)).toEqual({ outcome: 'unreadable', what: 'a part of an answer' })
  expect(parseTokenReply(201, body, shape).outcome).toBe('token')
})
