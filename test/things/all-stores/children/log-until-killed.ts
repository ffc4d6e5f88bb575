// Begins and ends runs named after the prefix until it is killed, and gives waiting entries of the log their numbers, few at once.
// Prints the id of each run when its end is kept, and `<size> <root>` of the log each time it gave numbers.
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreError } from '../../../../src/errors/index.ts'
import { joinNodes } from '../../../../src/evidence/log/tree.ts'
import { openStore } from '../../../../src/things/all-stores/open-store.ts'
import { endRun } from '../kept-runs.ts'
import { createConnection, createCredentials } from '../records.ts'

const [url = '', prefix = '', task = ''] = process.argv.slice(2)
const store = await openStore(url)
await store.connections.insert(createConnection(prefix), createCredentials())
for (let index = 0; ; index++) {
  if (task.includes('run')) {
    const id = `${prefix}-${index}`
    const isKept = await attempt(() => endRun(store, { id, connectionId: prefix, atMs: Date.now(), checks: {} }))
    if (isKept) console.log(id)
  }
  if (task.includes('number')) {
    await attempt(async () => (await store.log.number('acme', 3)) === 0 && sleep(5))
    const head = await store.log.findHead('acme')
    if (head) console.log(`${head.size} ${Buffer.from(joinNodes(head.nodes)).toString('base64')}`)
  }
}

/** Whether it was done: on a busy machine the others may hold the lock for too long. */
async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof StoreError && error.retryable) return false
    throw error
  }
}
