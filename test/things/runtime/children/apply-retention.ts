// Applies retention once, and tells as a line what is gone. Stays until SIGTERM.
import { createRuntime } from '../../../../src/things/runtime/create-runtime.ts'

const [store = '', keys = ''] = process.argv.slice(2)
const ignore = () => undefined
const runtime = await createRuntime({
  connectors: [],
  store,
  keys,
  publicUrl: 'https://checks.example.com',
  retention: { runs: { maxAgeMs: 86_400_000 } },
  logger: {
    debug: ignore,
    warn: console.error,
    error: console.error,
    info: (fields, message) => {
      if (message.startsWith('Retention')) console.log(JSON.stringify(fields))
    },
  },
})
const stay = setInterval(ignore, 60_000)
process.once('SIGTERM', async () => {
  await runtime.close()
  clearInterval(stay)
})
console.log('ready')
