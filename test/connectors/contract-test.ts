import { test } from 'vitest'
import { isSoak } from './data/short-form.ts'

/** `members.test.ts` tries the same on the answers of the connector's own tests, in a tenth of the time. */
const long = /^contract\/(?:members|hollow-answers|odd-record)/

/** `test`, without the rules of the contract that `npm run soak` tries on every answer of the described vendor. */
export const contractTest = Object.assign(
  (name: string, run: () => Promise<void>) => {
    if (isSoak || !long.test(name)) test(name, run)
  },
  {
    skip: (name: string, run: () => Promise<void>) => {
      // `proofs.test.ts` has the rules about witnesses.
      if (!name.includes('not yet proven')) test.skip(name, run)
    },
  },
)
