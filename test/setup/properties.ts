import fc from 'fast-check'
import { registerAfterFile } from './after-file.ts'
import { isSoak } from './short-form.ts'

registerAfterFile()

/**
 * `npm test` draws the same examples every time, so that a change is judged by what it changed; `npm run soak` draws
 * others each time, and many more.
 */
fc.configureGlobal(isSoak ? { numRuns: 2_000 } : { seed: 20_260_501 })
