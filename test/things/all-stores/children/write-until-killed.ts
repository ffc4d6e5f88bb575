// Writes connections named after the prefix until it is killed, each in two transactions of two rows; prints the id of each
// when both are done.
import { openStore } from '../../../../src/things/all-stores/open-store.ts'
import { createConnection, createCredentials } from '../records.ts'

const [url = '', prefix = ''] = process.argv.slice(2)
const store = await openStore(url)
for (let index = 0; ; index++) {
  const id = `${prefix}-${index}`
  await store.connections.insert(createConnection(id), createCredentials({ values: { owner: id } }))
  const next = { values: { owner: id }, expiresAtMs: null, refreshAtMs: null }
  await store.connections.replaceCredentials(id, 1, next, { changes: { stateReason: 'replaced' }, nowMs: index })
  console.log(id)
}
