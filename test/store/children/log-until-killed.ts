// Begins and ends runs named after the prefix until it is killed, and gives waiting entries of the log their numbers, few at once.
// Prints the id of each run when its end is kept, and `<size> <root>` of the log each time it gave numbers.
import { setTimeout as sleep } from 'node:timers/promises'
import { joinNodes } from '../../../src/evidence/log/tree.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { endRun } from '../kept-runs.ts'
import { createConnection, createCredentials } from '../records.ts'

const [url = '', prefix = '', task = ''] = process.argv.slice(2)
const store = await openStore(url)
await store.connections.insert(createConnection(prefix), createCredentials())
for (let index = 0; ; index++) {
  if (task.includes('run')) {
    const id = `${prefix}-${index}`
    await endRun(store, { id, connectionId: prefix, atMs: Date.now(), checks: {} })
    console.log(id)
  }
  if (task.includes('number')) {
    if ((await store.log.number('acme', 3)) === 0) await sleep(5)
    const head = await store.log.findHead('acme')
    if (head) console.log(`${head.size} ${Buffer.from(joinNodes(head.nodes)).toString('base64')}`)
  }
}
