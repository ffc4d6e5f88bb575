/** Makes a package of what a store has, as of a time. */

import { fixedClock } from '../../../../src/author/testing/vendor/fixed-clock.ts'
import { shippedFrameworks } from '../../../../src/checks/controls/frameworks/shipped-frameworks.ts'
import { writePackage } from '../../../../src/things/packages/making/store-package.ts'
import { createRuntime } from '../../../../src/things/runtime/create-runtime.ts'

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
