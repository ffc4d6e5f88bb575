import { stampBuild } from './build-stamp.ts'
import { writeDataTypes } from './data-entries.ts'

// After the build of types, which removes all others.
writeDataTypes('dist')
stampBuild()
