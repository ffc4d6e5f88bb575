import { connectorContract } from 'checkwright/testing'
import { beforeAll, describe, test } from 'vitest'
import { chosenDataIds, loadDataConnector } from './contracts.ts'
import { readHints } from './hints.ts'
import { listStated } from './stated.ts'
import { createWorld } from './world.ts'
import { tryWorlds } from './worlds.ts'

/** Every connector as data, held to the contract of connectors on a vendor that answers as its `<id>.contract.json` says. */
describe.each(chosenDataIds.map((id) => [id] as const))('%s', (id) => {
  const { connector, contract, text } = loadDataConnector(id)
  const vendor: ReturnType<typeof createWorld> = {} as never
  beforeAll(async () => {
    const { best } = await tryWorlds({ connector, contract, text })
    Object.assign(vendor, createWorld({ connector, contract, hints: readHints(text) }, best))
  })

  connectorContract(connector, { test, vendor, reviewed: listStated(text) })
})
