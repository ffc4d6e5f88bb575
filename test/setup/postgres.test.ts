import pg from 'pg'
import { expect, test } from 'vitest'
import { describePostgres, dropDatabase, testPostgres } from './postgres.ts'

describePostgres('testPostgres()', () => {
  test('gives every caller a database of its own', async () => {
    const [one, two] = await Promise.all([testPostgres(), testPostgres()])

    await query(one, 'create table t (x int)')

    await expect(query(two, 'select * from t')).rejects.toThrow('does not exist')
    await dropDatabase(one)
    await expect(query(one, 'select 1')).rejects.toThrow('does not exist')
  })
})

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
