import { defineConfig } from 'tsup'
import { library } from './scripts/build/bundle.ts'

// Only the types: scripts/build/bundle.ts writes the code. The command is no library, and nobody imports its types.
export default defineConfig({ entry: { ...library }, dts: { only: true }, format: 'esm', target: 'node22' })
