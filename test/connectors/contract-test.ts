import { test } from 'vitest'
import { isRowDrawn, isSoak } from '../setup/short-form.ts'

/** `members.test.ts` tries the same on the answers of the connector's own tests, in a tenth of the time. */
const long = /^contract\/(?:members|hollow-answers|odd-record)/

/** `test` for the contract of a connector in code. The short form tries a third of the rules, others for each connector. */
export function openContractTest(id: string) {
  return Object.assign(
    (name: string, run: () => Promise<void>) => {
      if (isSoak || (!long.test(name) && isRowDrawn(`${id} ${name}`, 3))) test(name, run)
    },
    {
      skip: (name: string, run: () => Promise<void>) => {
        // `proofs.test.ts` has the rules about witnesses.
        if (!name.includes('not yet proven')) test.skip(name, run)
      },
    },
  )
}
