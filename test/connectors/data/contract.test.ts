import { describe, test } from 'vitest'
import { isRowDrawn } from '../../setup/short-form.ts'
import { chosenDataIds } from './contracts.ts'
import { listRules } from './list-rules.ts'
import { rulesOfTheEngine } from './rules-of-the-engine.ts'

/** One connector in so many tries them: sixty answers of each check, and five to each of its requests. */
const longRules: Readonly<Record<string, number>> = { 'odd-record': 32, 'hollow-answers': 16 }

const tries = chosenDataIds.flatMap((id) =>
  listRules(id)
    .filter(({ name }) => {
      const every = longRules[name] ?? (rulesOfTheEngine.some((each) => each === name) ? 16 : 6)
      return isRowDrawn(`${id} ${name}`, every)
    })
    .map(({ title, run }) => [id, title, run] as const),
)

/** Every connector as data, held to the contract of connectors. `npm run proofs` holds each that has changed to what is not drawn here. */
describe('connectors as data', () => {
  test.each(tries)('%s: %s', async (_id, _rule, run) => run())
})
