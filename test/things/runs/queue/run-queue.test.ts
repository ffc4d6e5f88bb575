import { join } from 'node:path'
import { openStore } from '../../../../src/things/all-stores/open-store.ts'
import { describePostgres, testPostgres } from '../../../setup/postgres.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'
import { describeQueueContract } from '../../all-stores/contracts/queue-contract.ts'

describeQueueContract('memory:', () => openStore('memory:'))
describeQueueContract('sqlite file', () => openStore(`sqlite:${join(createTempFolder(), 'store.db')}`))
describePostgres('postgres', () => {
  describeQueueContract('postgres:', async () => openStore(await testPostgres()))
})
