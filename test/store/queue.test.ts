import { join } from 'node:path'
import { openStore } from '../../src/store/open-store.ts'
import { describePostgres, testPostgres } from '../setup/postgres.ts'
import { queueContract } from './queue-contract.ts'
import { tempFolder } from './temp-folder.ts'

queueContract('memory:', () => openStore('memory:'))
queueContract('sqlite file', () => openStore(`sqlite:${join(tempFolder(), 'store.db')}`))
describePostgres('postgres', () => {
  queueContract('postgres:', async () => openStore(await testPostgres()))
})
