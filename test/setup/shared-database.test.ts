import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { describePostgres, queryPostgres } from './postgres.ts'
import { SharedDatabase } from './shared-database.ts'

const insert = "insert into organizations values ('acme', 'Acme', 1)"
const count = async (url: string) => (await queryPostgres(url, 'select from organizations')).length

describePostgres('SharedDatabase', () => {
  const shared = new SharedDatabase()
  let earlier = ''
  let left: Promise<unknown> | undefined

  test('empty() gives a test a database, and the next test the same one without its rows', async () => {
    earlier = await shared.empty()
    await queryPostgres(earlier, insert)

    expect(await count(earlier)).toBe(1)
  })

  test.fails('(a test that runs into its time limit in the middle of a transaction)', { timeout: 1_500 }, async () => {
    const url = await shared.empty()
    expect([url, await count(url)]).toEqual([earlier, 0])
    const client = new pg.Client({ connectionString: url })
    left = new Promise((resolve) => client.on('error', resolve))
    await client.connect()
    await client.query('begin')
    // What closes a store waits for its transactions.
    onTestFinished(async () => void (await left))
    await client.query('lock table organizations in access exclusive mode')
    await new Promise(() => undefined)
  })

  test('empty() gives the test after one that failed another database, and ends what was left in the first', async () => {
    const url = await shared.empty()

    expect(url).not.toBe(earlier)
    expect(await count(url)).toBe(0)
    expect(await left).toMatchObject({ message: expect.stringContaining('terminating connection') })
    await expect(count(earlier)).rejects.toThrow('does not exist')
  })
})
