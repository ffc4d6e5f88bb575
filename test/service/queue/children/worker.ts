// Takes runs until it is asked to stop by SIGTERM, then puts back what it cannot end in time. Says when it is ready.
import { createRuntime } from '../../../../src/things/runtime/create-runtime.ts'
import type { RuntimeOptions, WorkerOptions } from '../../../../src/things/runtime/runtime.ts'
import { createStepsConnector } from '../steps-connector.ts'

export interface WorkerTask extends Pick<RuntimeOptions, 'store' | 'engine'> {
  readonly keys: string
  readonly vendorUrl: string
  readonly steps: number
  readonly worker: WorkerOptions
  readonly graceMs: number
}

const { store, engine, keys, vendorUrl, steps, worker, graceMs }: WorkerTask = JSON.parse(process.argv[2] ?? '')
const runtime = await createRuntime({
  connectors: [createStepsConnector(vendorUrl, { steps })],
  store,
  engine,
  keys,
  worker,
  publicUrl: 'https://checks.example.com',
  allowPrivateNetwork: true,
})
const stay = setInterval(() => undefined, 60_000)
process.once('SIGTERM', async () => {
  await runtime.close({ graceMs, unfinished: 'hand back' })
  clearInterval(stay)
})
console.log('ready')
