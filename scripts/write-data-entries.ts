import { writeDataEntries } from './data-entries.ts'

// After the build of types, which removes all others.
writeDataEntries('dist')
