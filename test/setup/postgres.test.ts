import { expect, test } from 'vitest'
import { describePostgres, dropDatabase, emptyTables, queryPostgres, testPostgres } from './postgres.ts'

describePostgres('testPostgres()', () => {
  test('gives every caller a database of its own', async () => {
    const [one, two] = await Promise.all([testPostgres(), testPostgres()])
    const count = async (url: string) => (await queryPostgres(url, 'select from organizations')).length

    await queryPostgres(one, "insert into organizations values ('acme', 'Acme', 1)")

    expect([await count(one), await count(two)]).toEqual([1, 0])
    await emptyTables(one)
    expect(await count(one)).toBe(0)
    await dropDatabase(one)
    await expect(count(one)).rejects.toThrow('does not exist')
  })
})
