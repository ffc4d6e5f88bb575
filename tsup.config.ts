import { defineConfig } from 'tsup'
import { library } from './scripts/bundle.ts'

// Only the types: scripts/bundle.ts writes the code. The command is no library, and nobody imports its types.
export default defineConfig({ entry: { ...library }, dts: { only: true }, format: 'esm', target: 'node22' })
