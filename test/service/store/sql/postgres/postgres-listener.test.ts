import { expect, onTestFinished, test, vi } from 'vitest'
import { createPostgresPool } from '../../../../../src/service/store/sql/postgres/postgres-pool.ts'
import { parsePostgresUrl } from '../../../../../src/service/store/sql/postgres/postgres-url.ts'
import { describePostgres, queryPostgres, testPostgres } from '../../../../setup/postgres.ts'

describePostgres('PostgresPool.listen()', () => {
  const open = async () => {
    const url = await testPostgres()
    const pool = await createPostgresPool(parsePostgresUrl(url))
    onTestFinished(() => pool.close())
    const told = vi.fn()
    const stop = pool.listen(told)
    // Whoever connects looks once, because it may have missed something.
    await expect.poll(() => told.mock.calls.length).toBe(1)
    return { url, told, stop }
  }
  const tell = (url: string, schema: string) =>
    queryPostgres(url, 'select pg_notify($1, $2)', ['checkwright_runs', schema])

  test('is told of runs of its own schema, until it is stopped', async () => {
    const { url, told, stop } = await open()

    await tell(url, 'other')
    await tell(url, 'public')
    await expect.poll(() => told.mock.calls.length).toBe(2)
    stop()
    const listening = "select 1 from pg_stat_activity where datname = current_database() and query ilike 'listen%'"
    await expect.poll(() => queryPostgres(url, listening)).toEqual([])

    await tell(url, 'public')
    expect(told).toHaveBeenCalledTimes(2)
  })

  test('connects again when the server ends its connection, and looks then', async () => {
    const { url, told } = await open()

    await queryPostgres(
      url,
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'",
    )

    await expect.poll(() => told.mock.calls.length).toBe(2)
    await tell(url, 'public')
    await expect.poll(() => told.mock.calls.length).toBe(3)
  })
})
