import { writeFileSync } from 'node:fs'
import { listSharedSuffixes } from './shared-suffixes.ts'

// Run it after an update of tldts.
const file = new URL('../../src/define/rules/shared-suffixes.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(listSharedSuffixes(), undefined, 2)}\n`)
