import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseStoreUrl } from '../../../../src/service/store/places/store-url.ts'

describe('parseStoreUrl()', () => {
  test.each([
    ['memory:', { kind: 'memory' }],
    ['sqlite::memory:', { kind: 'memory' }],
    ['sqlite:./data/store.db', { kind: 'sqlite', file: resolve('/srv/app/data/store.db') }],
    ['sqlite:store.db', { kind: 'sqlite', file: resolve('/srv/app/store.db') }],
    ['sqlite:/var/lib/store.db', { kind: 'sqlite', file: resolve('/var/lib/store.db') }],
    ['sqlite:///var/lib/store.db', { kind: 'sqlite', file: resolve('/var/lib/store.db') }],
    ['sqlite:./100%25 mine?.db', { kind: 'sqlite', file: resolve('/srv/app/100%25 mine?.db') }],
    ['postgres://db.example.com/checks', { kind: 'postgres' }],
    ['postgresql://db.example.com/checks', { kind: 'postgres' }],
  ])('reads %s', (url, expected) => {
    expect(parseStoreUrl(url, '/srv/app')).toEqual(expected)
  })

  test.each([
    ['mysql://root:hunter2@db/checks', 'There is no store for mysql: URLs.'],
    ['./data/store.db', 'The store URL has no scheme.'],
    ['', 'The store URL has no scheme.'],
    ['sqlite:', 'The store URL has no path of a SQLite file.'],
    ['sqlite://host/hunter2.db', 'The store URL has no path of a SQLite file.'],
    ['sqlite:a\0b', 'The store URL has no path of a SQLite file.'],
    ['hunter2', 'The store URL has no scheme.'],
  ])('refuses %j, says which forms there are, and does not repeat it', (url, what) => {
    const parse = () => parseStoreUrl(url)

    expect(parse).toThrow(expect.objectContaining({ name: 'StoreError', code: 'STORE_UNAVAILABLE' }))
    expect(parse).toThrow(`${what} Use sqlite:./path/to.db for a file`)
    expect(parse).not.toThrow(/hunter2/)
  })
})
