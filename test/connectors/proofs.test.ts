import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { connectorIds, connectors, dataConnectorIds } from 'checkwright/connectors'
import { describe, expect, test } from 'vitest'
import { examineWitnesses } from '../../src/author/prove/examine-witnesses.ts'
import { proveConnector } from '../../src/author/prove/prove-connector.ts'
import { toProofFile } from '../../src/author/prove/to-proof-file.ts'
import { readWitnesses } from '../../src/author/prove/witnesses/read-witnesses.ts'
import { parseProofFile } from '../../src/checks/proofs/proof-file.ts'
import { digestConnectorCode } from '../../src/checks/results/describe-code.ts'
import type { CheckProof } from '../../src/define/index.ts'
import { openDescription } from '../../src/descriptions/description.ts'
import { hasProviders, loadProvider } from './data/provider.ts'
import { isSoak } from './data/short-form.ts'
import { note } from './note.ts'

const proved = connectorIds.filter((id) => existsSync(`connectors/${id}/${id}.witnesses.yaml`))

async function load(id: string) {
  const connector = await connectors[id]?.()
  if (!connector) throw new Error(`There is no connector "${id}".`)
  return { connector, witnesses: await readWitnesses(`connectors/${id}/${id}.witnesses.yaml`, connector) }
}

/** The same check each day, another one on the next. */
function draw<T>(id: string, from: readonly T[]): T | undefined {
  const day = new Date().toISOString().slice(0, 10)
  return from[createHash('sha256').update(`${id} ${day}`).digest().readUInt32BE() % from.length]
}

/** Where no description is at hand, nobody knows what stands beside. */
function withoutSiblings(proof: CheckProof | undefined): Partial<CheckProof> {
  const { siblings: _siblings, words: _words, ...rest } = proof ?? {}
  return rest
}

describe.each(proved.map((id) => [id] as const))('%s', (id) => {
  // A proof of code is one of its source files, and a package has them built.
  const isProofKept = dataConnectorIds.includes(id)
  const file = isProofKept ? parseProofFile(readFileSync(`connectors/${id}/${id}.proof.json`, 'utf8')) : undefined

  test.skipIf(!isProofKept)('the proof is that of the present code and witnesses, and a run takes it', async () => {
    const { connector, witnesses } = await load(id)

    expect({ code: file?.code, witnesses: file?.witnesses }, 'checkwright prove writes it anew').toEqual({
      code: digestConnectorCode(connector),
      witnesses: witnesses.sha256,
    })
    expect(connector.proofs).toEqual({ code: file?.code, checks: file?.checks })
    expect(Object.keys(file?.checks ?? {})).toEqual(connector.checks.map((check) => check.id))
  })

  test.skipIf(!hasProviders)('the worlds show what they have to, and each source is in the description', async () => {
    const { connector, witnesses } = await load(id)
    const description = openDescription(loadProvider(id, false).description)

    const problems = await examineWitnesses(connector, witnesses, description)

    expect(problems.map(witnesses.place)).toEqual([])
  })

  test('a check that is drawn comes to the same proof again; in the soak, each', async () => {
    const { connector, witnesses } = await load(id)
    const drawn =
      draw(
        id,
        connector.checks.map((check) => check.id),
      ) ?? ''
    const checks = isSoak ? undefined : [drawn]

    const description = hasProviders ? loadProvider(id, false).description : undefined
    const report = await proveConnector(connector, { witnesses, checks, description })

    expect([report.disagreements, report.mistakes]).toEqual([[], []])
    for (const [check, proof] of Object.entries(toProofFile(report).checks)) {
      note({ connector: id, check, seen: ['proved'] })
      if (!isProofKept) continue
      expect([check, proof]).toEqual([check, hasProviders ? file?.checks[check] : withoutSiblings(file?.checks[check])])
    }
    for (const {
      check,
      survivors,
      witnesses: { pass, fail, undecided },
    } of report.checks)
      expect([check, survivors, pass > 0, fail > 0, undecided > 0]).toEqual([check, [], true, true, true])
  })
})
