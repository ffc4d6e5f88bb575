import { build } from 'tsup'
import { stampBuild } from './build-stamp.ts'
import { bundle, library } from './bundle.ts'
import { writeClientTypes } from './client-api.ts'
import { writeDataTypes } from './data-entries.ts'

await writeClientTypes()
// Code and types at once, each on a core of its own: `bundle` has emptied the folder before the types begin.
const code = bundle('dist')
// The command is no library, and nobody imports its types.
const types = build({
  config: false,
  entry: { ...library },
  dts: { only: true },
  format: 'esm',
  target: 'node22',
})
await Promise.all([code, types])
// The build of types removes all others.
writeDataTypes('dist')
stampBuild()
