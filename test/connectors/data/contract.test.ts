import { connectorContract } from 'checkwright/testing'
import { describe, test } from 'vitest'
import { isDrawn, isRowDrawn } from '../../setup/short-form.ts'
import { chosenDataIds, loadDataConnector } from './contracts.ts'
import { readHints } from './hints.ts'
import { rulesOfTheEngine } from './rules-of-the-engine.ts'
import { listStated } from './stated.ts'
import { createWorld } from './world.ts'

/** One connector in so many tries them: sixty answers of each check, and five to each of its requests. */
const longRules: Readonly<Record<string, number>> = { 'odd-record': 32, 'hollow-answers': 16 }

/** And one in so many the others that are about code. */
const ofTheEngine = 12

/** Rules of the contract by connector, each a test, without those that the short form leaves to others. */
const tries = chosenDataIds.flatMap((id) => {
  const { connector, contract, text } = loadDataConnector(id)
  const vendor = createWorld({ connector, contract, hints: readHints(text) }, contract['x-seeds'][0] ?? 1)
  const rules: { readonly rule: string; readonly run: () => Promise<void> }[] = []
  const collect = Object.assign((name: string, run: () => Promise<void>) => rules.push({ rule: name, run }), {
    skip: () => undefined,
  })
  connectorContract(connector, { test: collect, vendor, reviewed: listStated(text) })
  return rules
    .filter(({ rule }) => {
      const name = rule.replace(/^contract\/([^:]*):.*$/, '$1')
      // verdicts.test.ts tries members, on more vendors than one.
      if (name === 'members') return false
      const isOfTheEngine = rulesOfTheEngine.some((each) => each === name)
      if (!isOfTheEngine) return isRowDrawn(`${id} ${name}`, 4)
      return isDrawn(`${id} ${name}`, longRules[name] ?? ofTheEngine)
    })
    .map(({ rule, run }) => [id, rule, run] as const)
})

/** Every connector as data, held to the contract of connectors on a vendor that answers as its `<id>.contract.json` says. */
describe('connectors as data', () => {
  test.each(tries)('%s: %s', async (_id, _rule, run) => run())
})
