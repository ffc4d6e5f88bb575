import { describe, expect, test } from 'vitest'
import { bindingCookie, clearBindingCookie, readBindingCookie } from '../../src/host/binding-cookie.ts'

const https = { publicUrl: 'https://checks.example.com' }
const http = { publicUrl: 'http://127.0.0.1:3000' }

describe('bindingCookie()', () => {
  test('binds to the very host by its name, out of reach of scripts, for ten minutes', () => {
    expect(bindingCookie(https, 'b1')).toBe('__Host-cw_oauth=b1; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax')
  })

  test('has a plain name on http, where browsers refuse the other', () => {
    expect(bindingCookie(http, 'b1')).toBe('cw_oauth=b1; Max-Age=600; Path=/; HttpOnly; SameSite=Lax')
  })
})

test('clearBindingCookie() replaces the cookie by one that is over', () => {
  expect(clearBindingCookie(https)).toBe('__Host-cw_oauth=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax')
})

describe('readBindingCookie()', () => {
  test.each([
    ['__Host-cw_oauth=b1', 'b1'],
    ['a=1; __Host-cw_oauth=b1; z=2', 'b1'],
    ['a=1;__Host-cw_oauth=b1', 'b1'],
    ['x__Host-cw_oauth=b1', undefined],
    ['cw_oauth=b1', undefined],
    ['__Host-cw_oauth', undefined],
    ['__Host-cw_oauth=', undefined],
    ['', undefined],
    // Another host of the domain, or a script of one, may have set the second.
    ['__Host-cw_oauth=b1; __Host-cw_oauth=b2', undefined],
    ['__Host-cw_oauth=b1; __Host-cw_oauth=b1', undefined],
    [undefined, undefined],
  ])('reads %j as %j', (header, binding) => {
    expect(readBindingCookie(https, header)).toBe(binding)
  })

  test('reads what bindingCookie() wrote', () => {
    const sent = bindingCookie(http, 'Ab-_9').split(';')[0]

    expect(readBindingCookie(http, sent)).toBe('Ab-_9')
  })
})
