import { beforeAll } from 'vitest'
import { openStore } from '../../src/store/open-store.ts'
import { describePostgres, emptyTables, queryPostgres, testPostgres } from '../setup/postgres.ts'
import { type StoreTime, storeContract } from './store-contract.ts'

describePostgres('openPostgresStore()', () => {
  let url = ''
  beforeAll(async () => {
    url = await testPostgres()
  })
  const openEmpty = async () => {
    await emptyTables(url)
    return openStore(url)
  }
  storeContract('postgres:', openEmpty, () => databaseTime(url))
})

/** Time passes by making older what there is; what callers give is far from it, to no effect. */
function databaseTime(url: string): StoreTime {
  return {
    nowMs: 5,
    pass: async (ms) => {
      for (const table of ['leases', 'flows'])
        await queryPostgres(url, `update ${table} set expires_at_ms = expires_at_ms - $1`, [ms])
    },
  }
}
