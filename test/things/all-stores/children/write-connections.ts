// Counts the credentials of connection `c1` up as often as told, beside other processes, and takes every flow it can get.
// Prints what it has won.
import { openStore } from '../../../../src/things/all-stores/open-store.ts'

const [url = '', rounds = '0', flows = '0'] = process.argv.slice(2)
const store = await openStore(url)

let replaced = 0
while (replaced < Number(rounds)) {
  const current = await store.connections.credentials('c1')
  if (current === undefined) throw new Error('there is no connection c1')
  const values = { counter: String(Number(current.values.counter) + 1) }
  const next = { values, expiresAtMs: null, refreshAtMs: null }
  if (await store.connections.replaceCredentials('c1', current.generation, next)) replaced++
}

const taken: string[] = []
for (let index = 0; index < Number(flows); index++) {
  const flow = await store.flows.take(`state-f${index}`, 600_000, Date.now())
  if (flow !== undefined) taken.push(flow.id)
}

await store.close()
console.log(JSON.stringify({ replaced, taken }))
