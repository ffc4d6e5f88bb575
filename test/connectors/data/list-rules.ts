import { connectorContract } from 'checkwright/testing'
import { loadDataConnector } from './contracts.ts'
import { readHints } from './hints.ts'
import { listStated } from './stated.ts'
import { createWorld } from './world.ts'

/** A rule of the contract of connectors, to be held on a vendor that answers as `<id>.contract.json` says. */
export interface HeldRule {
  /** `hollow-answers` */
  readonly name: string
  readonly title: string
  run(): Promise<void>
}

/** Rules by which a connector as data is held, without those about members: these are tried on more vendors than one. */
export function listRules(id: string): readonly HeldRule[] {
  const { connector, contract, text } = loadDataConnector(id)
  const vendor = createWorld({ connector, contract, hints: readHints(text) }, contract['x-seeds'][0] ?? 1)
  const rules: HeldRule[] = []
  const collect = (title: string, run: () => Promise<void>) => {
    const name = title.replace(/^contract\/([^:]*):.*$/, '$1')
    if (name !== 'members') rules.push({ name, title, run })
  }
  connectorContract(connector, {
    test: Object.assign(collect, { skip: () => undefined }),
    vendor,
    reviewed: listStated(text),
  })
  return rules
}
