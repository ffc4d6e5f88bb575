import { existsSync } from 'node:fs'
import { connectorIds, connectors, dataConnectorIds } from 'checkwright/connectors'
import { connectorContract } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { findStaleParts, readProofFile } from '../../src/author/prove/kept-proof.ts'
import { proveConnector } from '../../src/author/prove/prove-connector.ts'
import { toProofFile } from '../../src/author/prove/to-proof-file.ts'
import { listLacking } from '../../src/author/prove/witnesses/count-witnesses.ts'
import { draw } from '../../src/author/prove/witnesses/draw.ts'
import { readWitnesses } from '../../src/author/prove/witnesses/read-witnesses.ts'
import type { CheckProof } from '../../src/define/index.ts'
import { findDescription } from './data/provider.ts'
import { isSoak, isTried } from './data/short-form.ts'
import { notYetProven, siblingsNotYetRead, wordsNotYetNamed } from './not-yet-proven.ts'
import { note } from './note.ts'

/** CHECKWRIGHT_CONNECTORS=okta,hetzner tries all of these alone. */
const chosen = process.env.CHECKWRIGHT_CONNECTORS?.split(',')
const proved = connectorIds.filter((id) => existsSync(locate(id)) && (chosen?.includes(id) ?? true))

function locate(id: string): string {
  return `connectors/${id}/${id}.witnesses.yaml`
}

async function load(id: string) {
  const connector = await connectors[id]?.()
  if (!connector) throw new Error(`There is no connector "${id}".`)
  return { connector, witnesses: await readWitnesses(locate(id), connector) }
}

test('a connector has witnesses, or is one of those that are not yet proven', () => {
  const without = connectorIds.filter((id) => !existsSync(locate(id)))

  expect(without, 'test/connectors/not-yet-proven.ts').toEqual(notYetProven)
  // Lower it with the list.
  expect(notYetProven.length).toBeLessThanOrEqual(58)
})

// A proof of code is one of its source files, and a package has them built.
const kept = proved.filter((id) => dataConnectorIds.includes(id))

test.each(kept)('the proof of %s is of the present code, witnesses and mistakes, and a run takes it', async (id) => {
  const { connector, witnesses } = await load(id)
  const file = readProofFile(locate(id))

  expect(findStaleParts(file, connector, witnesses), `npm run proofs ${id} writes it anew`).toEqual([])
  expect(connector.proofs).toEqual({ code: file?.code, checks: file?.checks })
})

// A proof that is of what is there stands until that changes: the short form tries a part of them again, by lot.
const drawn = proved.filter(
  (id) => chosen !== undefined || isTried(`${id} ${readProofFile(locate(id))?.witnesses ?? ''}`),
)
const rules = ['judgement', 'odd-record', 'siblings', 'words']
const rulesOfCode = rules.filter((rule) => rule !== 'judgement')

describe.each(drawn.map((id) => [id] as const))('%s', (id) => {
  test('holds to the rules about what it was tried on', async () => {
    const { connector } = await load(id)
    const held = kept.includes(id) ? rules : rulesOfCode
    const open = { siblings: siblingsNotYetRead.includes(id), words: wordsNotYetNamed.includes(id) }
    const own = held.filter((rule) => !(rule in open && open[rule as keyof typeof open]))
    const queued: (() => Promise<void>)[] = []
    const collect = (name: string, run: () => Promise<void>) => {
      if (own.some((rule) => name.startsWith(`contract/${rule}:`))) queued.push(run)
    }
    const description = findDescription(id)

    connectorContract(connector, {
      test: Object.assign(collect, { skip: () => undefined }),
      witnesses: locate(id),
      description,
    })

    expect(queued).toHaveLength(
      description ? own.length : own.filter((rule) => rule !== 'siblings' && rule !== 'words').length,
    )
    for (const run of queued) await run()
    for (const { id: check } of connector.checks) note({ connector: id, check, seen: ['proved'] })
  })

  // Of what has no proof, the short form proves one check.
  if (!isSoak && kept.includes(id)) return
  test('comes to the same proof again, with nothing that an answer shows and no witness', async () => {
    const { connector, witnesses } = await load(id)
    const file = readProofFile(locate(id))
    const description = findDescription(id)
    const all = connector.checks.map((check) => check.id)
    const checks = isSoak ? all : draw(all, 1, witnesses.sha256, (check) => check)

    const report = await proveConnector(connector, { witnesses, checks, description })

    expect([report.disagreements, report.mistakes]).toEqual([[], []])
    for (const { check, survivors, witnesses: count } of report.checks)
      expect([check, survivors, listLacking(count)]).toEqual([check, [], []])
    if (!kept.includes(id)) return
    for (const [check, proof] of Object.entries(toProofFile(report).checks))
      expect([check, proof]).toEqual([check, description ? file?.checks[check] : withoutSiblings(file?.checks[check])])
  })
})

/** Where no description is at hand, nobody knows what stands beside. */
function withoutSiblings(proof: CheckProof | undefined): Partial<CheckProof> {
  const { siblings: _siblings, words: _words, ...rest } = proof ?? {}
  return rest
}
