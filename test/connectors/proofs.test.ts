import { existsSync, readFileSync } from 'node:fs'
import { codeConnectorIds, connectorIds, connectors } from 'checkwright/connectors'
import { connectorContract } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { findStaleParts, readProofFile } from '../../src/author/prove/kept-proof.ts'
import { proveConnector } from '../../src/author/prove/prove-connector.ts'
import { toProofFile } from '../../src/author/prove/to-proof-file.ts'
import { tryChecks, tryOutcome } from '../../src/author/prove/trials/try-checks.ts'
import { compareWorld } from '../../src/author/prove/trials/verdict.ts'
import { listLacking } from '../../src/author/prove/witnesses/count-witnesses.ts'
import { readWitnesses, type Witnesses } from '../../src/author/prove/witnesses/read-witnesses.ts'
import type { CheckProof } from '../../src/define/index.ts'
import { toSampleResult } from '../../src/report/connector-page/sample-results.ts'
import { drawRows, isDrawn, isSoak } from '../setup/short-form.ts'
import { loadFacts } from './code/code-contracts.ts'
import { findDescription } from './data/provider.ts'
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

/** What the witnesses of a check expect it to say. */
function listExpected({ witnesses }: Witnesses, check: string): readonly string[] {
  return witnesses.flatMap(({ expect: expected }) => {
    const entry = expected[check] ?? {}
    return typeof entry === 'string' ? [entry] : Object.keys(entry)
  })
}

test('every connector has witnesses', () => {
  expect(connectorIds.filter((id) => !existsSync(locate(id)))).toEqual([])
})

test.each(proved)('the proof of %s is of the present code, witnesses and mistakes, and a run takes it', async (id) => {
  const { connector, witnesses } = await load(id)
  const file = readProofFile(locate(id))

  expect(findStaleParts(file, connector, witnesses), `npm run proofs ${id} writes it anew`).toEqual([])
  expect(connector.proofs).toEqual({ code: file?.code, checks: file?.checks })
  for (const { id: check } of connector.checks)
    note({ connector: id, check, seen: ['proved', ...listExpected(witnesses, check)] })
})

// The judgements are those of the connector that has the witnesses, which is proved itself.
const referring = proved.filter((id) => readFileSync(locate(id), 'utf8').includes('witness-reference/v1'))

test.each(referring)('%s says of each answer what the connector says that has the witnesses', async (id) => {
  const { connector, witnesses } = await load(id)

  for (const world of witnesses.worlds.values())
    for (const [check, verdict] of await tryChecks(connector, world))
      expect([check, compareWorld(world, check, verdict)]).toEqual([check, []])
  for (const { id: check } of connector.checks)
    expect(witnesses.witnesses.some(({ of }) => of.check === check)).toBe(true)
})

// Their pages show these. Pages of connectors as data show what invented vendors made them say.
const shown = proved.filter((id) => codeConnectorIds.includes(id) && !referring.includes(id))

test.each(drawRows(shown, 3))('the worlds of %s have what its checks say, word for word', async (id) => {
  const { connector, witnesses } = await load(id)

  for (const world of witnesses.worlds.values())
    for (const check of connector.checks) {
      const recorded = world.checks.find((each) => each.id === check.id)?.results ?? []
      const { outcome } = await tryOutcome(connector, world, check)
      expect(outcome.results.map(toSampleResult)).toEqual(expect.arrayContaining(recorded.map(toSampleResult)))
    }
})

// A proof that is of what is there stands until that changes: the short form tries a part of them again, by lot.
const drawn = proved.filter(
  (id) =>
    chosen !== undefined ||
    isSoak ||
    (!referring.includes(id) && isDrawn(`${id} ${readProofFile(locate(id))?.witnesses ?? ''}`, 64)),
)
const rules = ['judgement', 'odd-record', 'siblings', 'words']

describe.each(drawn.map((id) => [id] as const))('%s', (id) => {
  // Some connectors take twenty seconds of a whole core.
  test('holds to the rules about what it was tried on', { timeout: 240_000 }, async () => {
    const { connector } = await load(id)
    const queued: (() => Promise<void>)[] = []
    const collect = (name: string, run: () => Promise<void>) => {
      if (rules.some((rule) => name.startsWith(`contract/${rule}:`))) queued.push(run)
    }
    const description = findDescription(id, (await loadFacts(id))?.description)

    connectorContract(connector, {
      test: Object.assign(collect, { skip: () => undefined }),
      witnesses: locate(id),
      description,
    })

    expect(queued).toHaveLength(
      description ? rules.length : rules.filter((rule) => rule !== 'siblings' && rule !== 'words').length,
    )
    for (const run of queued) await run()
  })

  if (!isSoak) return
  test('comes to the same proof again, with nothing that an answer shows and no witness', async () => {
    const { connector, witnesses } = await load(id)
    const file = readProofFile(locate(id))
    const description = findDescription(id, (await loadFacts(id))?.description)

    const report = await proveConnector(connector, { witnesses, description })

    expect([report.disagreements, report.mistakes]).toEqual([[], []])
    for (const { check, survivors, witnesses: count } of report.checks)
      expect([check, survivors, listLacking(count)]).toEqual([check, [], []])
    for (const [check, proof] of Object.entries(toProofFile(report).checks))
      expect([check, proof]).toEqual([check, description ? file?.checks[check] : withoutSiblings(file?.checks[check])])
  })
})

/** Where no description is at hand, nobody knows what stands beside. */
function withoutSiblings(proof: CheckProof | undefined): Partial<CheckProof> {
  const { siblings: _siblings, words: _words, ...rest } = proof ?? {}
  return rest
}
