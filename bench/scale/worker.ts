// A worker like `checkwright worker`, with the connector of this measurement. Ends by SIGTERM.
import { createRuntime } from '../../src/things/runtime/create-runtime.ts'
import { scaleConnector } from './connector.ts'

const { store, keys, vendorUrl, concurrency, engine } = JSON.parse(process.argv[2] ?? '')
const runtime = await createRuntime({
  connectors: [scaleConnector(vendorUrl)],
  store,
  keys,
  engine,
  publicUrl: 'http://127.0.0.1',
  allowPrivateNetwork: true,
  worker: { concurrency, pollMs: 500 },
})
const stay = setInterval(() => undefined, 60_000)
process.once('SIGTERM', async () => {
  await runtime.close({ graceMs: 5_000, unfinished: 'hand back' })
  clearInterval(stay)
})
console.log('ready')
