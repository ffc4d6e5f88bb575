import { writeFileSync } from 'node:fs'
import { listSharedSuffixes, renderSharedSuffixes } from './shared-suffixes.ts'

const file = new URL('../src/define/rules/shared-suffixes.ts', import.meta.url)
writeFileSync(file, renderSharedSuffixes(listSharedSuffixes()))
