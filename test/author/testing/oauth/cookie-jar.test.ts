import { describe, expect, test } from 'vitest'
import { createCookieJar } from '../../../../src/author/testing/oauth/cookie-jar.ts'

const url = (path: string) => new URL(path, 'https://idp.example/')

/** A jar that got these Set-Cookie lines from a page. */
function jarWith(page: string, ...lines: string[]) {
  const jar = createCookieJar()
  jar.keep(url(page), new Headers(lines.map((line) => ['set-cookie', line])))
  return jar
}

describe('createCookieJar()', () => {
  test('sends nothing where nothing was set, and nothing to another origin', () => {
    const jar = jarWith('/a', 'id=1; Path=/')

    expect(createCookieJar().header(url('/a'))).toBeUndefined()
    expect(jar.header(new URL('https://idp.example:8443/a'))).toBeUndefined()
    expect(jar.header(new URL('http://idp.example/a'))).toBeUndefined()
  })

  test('sends a cookie to its path and below, the longer path first', () => {
    const jar = jarWith('/', 'short=1; Path=/', 'long=a=b; path=/auth/7; HttpOnly')

    expect(jar.header(url('/auth/7'))).toBe('long=a=b; short=1')
    expect(jar.header(url('/auth/7/x'))).toBe('long=a=b; short=1')
    expect(jar.header(url('/auth/77'))).toBe('short=1')
  })

  test('takes the directory of the page where no path is given', () => {
    const jar = jarWith('/auth/7', 'id=1')

    expect(jar.header(url('/auth/8'))).toBe('id=1')
    expect(jar.header(url('/other'))).toBeUndefined()
  })

  test.each(['id=; Path=/; Max-Age=0', 'id=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT'])(
    'replaces a cookie and forgets it by %s',
    (over) => {
      const jar = jarWith('/', 'id=1; Path=/', 'id=2; Path=/')
      const replaced = jar.header(url('/'))

      jar.keep(url('/'), new Headers([['set-cookie', over]]))

      expect(replaced).toBe('id=2')
      expect(jar.header(url('/'))).toBeUndefined()
    },
  )
})
