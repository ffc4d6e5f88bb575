import { describe, expect, test } from 'vitest'
import { createBinding, readFlowKey } from '../../../../src/auth/oauth/state.ts'
import {
  bindingCookie,
  clearBindingCookie,
  readBindingCookie,
} from '../../../../src/things/api/options/binding-cookie.ts'

const https = { publicUrl: 'https://checks.example.com' }
const http = { publicUrl: 'http://127.0.0.1:3000' }
const state = 'a-state'
const binding = createBinding(state)
const key = readFlowKey(binding)

describe('bindingCookie()', () => {
  test('binds to the very host by its name, out of reach of scripts, longer than a flow is valid', () => {
    expect(bindingCookie(https, binding)).toBe(
      `__Host-cw_oauth_${key}=${binding}; Max-Age=1200; Path=/; HttpOnly; Secure; SameSite=Lax`,
    )
  })

  test('has a plain name on http, where browsers refuse the other', () => {
    expect(bindingCookie(http, binding)).toBe(
      `cw_oauth_${key}=${binding}; Max-Age=1200; Path=/; HttpOnly; SameSite=Lax`,
    )
  })

  test('has another name for each flow, by which nobody finds the state', () => {
    expect(readFlowKey(createBinding('another'))).not.toBe(key)
    expect(key).toMatch(/^[\w-]{16}$/)
    expect(binding).toMatch(/^[\w-]{43}$/)
    expect(createBinding(state)).not.toBe(binding)
  })
})

test('clearBindingCookie() replaces the cookie of the flow by one that is over', () => {
  expect(clearBindingCookie(https, state)).toBe(
    `__Host-cw_oauth_${key}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax`,
  )
})

describe('readBindingCookie()', () => {
  const name = `__Host-cw_oauth_${key}`
  test.each([
    [`${name}=b1`, 'b1'],
    [`a=1; ${name}=b1; z=2`, 'b1'],
    [`a=1;${name}=b1`, 'b1'],
    [`x${name}=b1`, undefined],
    [`cw_oauth_${key}=b1`, undefined],
    ['__Host-cw_oauth=b1', undefined],
    [`__Host-cw_oauth_${'x'.repeat(16)}=b1`, undefined],
    [name, undefined],
    [`${name}=`, undefined],
    ['', undefined],
    // Another host of the domain, or a script of one, may have set the second.
    [`${name}=b1; ${name}=b2`, undefined],
    [`${name}=b1; ${name}=b1`, undefined],
    [undefined, undefined],
  ])('reads %j as %j', (header, expected) => {
    expect(readBindingCookie(https, header, state)).toBe(expected)
  })

  test('reads what bindingCookie() wrote, and nothing without a state', () => {
    const sent = bindingCookie(http, binding).split(';')[0]

    expect(readBindingCookie(http, sent, state)).toBe(binding)
    expect(readBindingCookie(http, sent, undefined)).toBeUndefined()
  })
})
