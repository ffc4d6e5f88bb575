/** Makes a package of what a store has, as of a time. */
import { shippedFrameworks } from '../../../../src/checks/controls/frameworks/shipped-frameworks.ts'
import { createRuntime } from '../../../../src/runtime/create-runtime.ts'
import { writePackage } from '../../../../src/runtime/packages/store-package.ts'
import { fixedClock } from '../../../../src/testing/vendor/fixed-clock.ts'

const [store = '', keys = '', now = '', from = '', to = '', target = ''] = process.argv.slice(2)

const runtime = await createRuntime({
  connectors: [],
  store,
  keys,
  publicUrl: 'https://checks.example.com',
  clock: fixedClock(now),
})
const framework = await shippedFrameworks.soc2()
const { gaps } = await writePackage(runtime, { organizationId: 'acme', framework, from, to, target })
await runtime.close()
console.log(JSON.stringify({ gaps }))
