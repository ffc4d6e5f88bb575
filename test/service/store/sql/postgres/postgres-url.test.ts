import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parsePostgresUrl } from '../../../../../src/service/store/sql/postgres/postgres-url.ts'

describe('parsePostgresUrl()', () => {
  test('reads host, port, database, user and password, with %XX in each, and knows what is not given', () => {
    expect(parsePostgresUrl('postgres://ch%40eck:p%2Fw%23@db.example.com:6543/che%20cks')).toEqual({
      where: 'PostgreSQL database "che cks" on db.example.com:6543',
      host: 'db.example.com',
      port: 6543,
      database: 'che cks',
      user: 'ch@eck',
      password: 'p/w#',
      schema: undefined,
      tls: { mode: 'verify-full', rootCert: undefined, cert: undefined, key: undefined },
      poolSize: 10,
      statementTimeoutMs: 30_000,
      connectTimeoutMs: 10_000,
    })
    expect(parsePostgresUrl('postgresql://localhost/checks')).toMatchObject({
      port: 5432,
      user: undefined,
      password: undefined,
    })
  })

  test.each([
    ['postgres://localhost/c', 'disable'],
    ['postgres://127.0.0.2/c', 'disable'],
    ['postgres://[::1]/c', 'disable'],
    ['postgres:///c?host=/run/postgresql', 'disable'],
    ['postgres://localhost.example.com/c', 'verify-full'],
    ['postgres://10.0.0.7/c', 'verify-full'],
    ['postgres://db/c?sslmode=disable', 'disable'],
    ['postgres://db/c?sslmode=require', 'require'],
    ['postgres://db/c?sslmode=verify-ca&sslrootcert=/etc/ca.pem', 'verify-ca'],
    ['postgres://localhost/c?sslmode=verify-full', 'verify-full'],
  ])('takes %s as sslmode %s', (url, mode) => {
    expect(parsePostgresUrl(url).tls.mode).toBe(mode)
  })

  test('reads every parameter', () => {
    const location = parsePostgresUrl(
      'postgres:///c?host=/run/pg&schema=checkwright&sslmode=require&sslrootcert=a.pem&sslcert=b.pem&sslkey=c.pem&pool_size=3&statement_timeout=500&connect_timeout=2',
    )

    expect(location).toMatchObject({
      host: '/run/pg',
      schema: 'checkwright',
      tls: { mode: 'require', rootCert: 'a.pem', cert: 'b.pem', key: 'c.pem' },
      poolSize: 3,
      statementTimeoutMs: 500,
      connectTimeoutMs: 2_000,
    })
  })

  test.each([
    ['postgres://u:hunter2@db:port/c', 'cannot be read'],
    ['postgres://u:hunter2@/c', 'cannot be read'],
    ['postgres:///hunter2', 'has no host'],
    ['postgres://u:hunter2@db', 'has no database'],
    ['postgres://u:hunter2@db/', 'has no database'],
    ['postgres://u:hunter2@db/a/b', 'has no database'],
    ['postgres://u:hunter2%zz@db/c', 'has a % without two hexadecimal digits after it'],
    ['postgres://u:p@db/c?sslmode=prefer', 'unknown sslmode. Known modes: disable, require, verify-ca, verify-full'],
    ['postgres://u:p@db/c?sslmode=verify-ca', 'has sslmode=verify-ca without an authority; add sslrootcert'],
    ['postgres://u:12?hunter2=x@db/c', 'has an unknown parameter. Known parameters: host, schema, sslmode'],
    ['postgres://u:p@db/c?pool_size=1&pool_size=2', 'has the parameter "pool_size" twice'],
    ['postgres://u:p@db/c?pool_size=0', 'has a pool_size that is not a whole number above 0'],
    ['postgres://u:p@db/c?statement_timeout=1s', 'has a statement_timeout that is not a whole number above 0'],
    ['postgres://u:p@db/c?schema=x%22%3B--', 'has a schema other than lower-case letters'],
  ])('refuses %s, says why and how it is right, and repeats nothing of it', (url, why) => {
    const parse = () => parsePostgresUrl(url)

    expect(parse).toThrow(expect.objectContaining({ name: 'StoreError', code: 'STORE_UNAVAILABLE' }))
    expect(parse).toThrow(why)
    expect(parse).toThrow('Its form is postgres://user:password@host:5432/database?sslmode=verify-full.')
    expect(inspect(thrownBy(parse), { showHidden: true })).not.toContain('hunter')
  })
})

function thrownBy(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
