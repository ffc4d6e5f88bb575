/**
 * Delivers the notices of a store until it is killed. Its clock runs faster, so that hours between attempts pass.
 */
import { createRuntime } from '../../../../src/things/runtime/create-runtime.ts'

const { store, keys, speed, leaseMs, startMs, aheadMs }: Task = JSON.parse(process.argv[2] ?? '')

export interface Task {
  readonly store: string
  readonly keys: string
  readonly speed: number
  readonly leaseMs: number
  readonly startMs: number
  /** How far ahead of the others this clock is: a lease that one of before held is over. */
  readonly aheadMs: number
}

await createRuntime({
  connectors: [],
  store,
  keys,
  publicUrl: 'https://checks.example.com',
  allowPrivateNetwork: true,
  worker: { pollMs: 50, leaseMs },
  clock: {
    nowMs: () => startMs + aheadMs + (Date.now() - startMs) * speed,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms / speed)),
  },
})
// The runtime by itself does not keep a process alive.
setInterval(() => undefined, 60_000)
process.stdout.write('ready\n')
