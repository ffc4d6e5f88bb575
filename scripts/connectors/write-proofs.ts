import { existsSync, writeFileSync } from 'node:fs'
import { connectorIds, connectors } from 'checkwright/connectors'
import { locateProof } from '../../src/author/prove/kept-proof.ts'
import { proveConnector } from '../../src/author/prove/prove-connector.ts'
import { toProofFile } from '../../src/author/prove/to-proof-file.ts'
import { formatDifference } from '../../src/author/prove/trials/verdict.ts'
import { formatProofFile } from '../../src/checks/proofs/proof-file.ts'
import { CheckwrightError } from '../../src/errors/index.ts'
import { findDescription, hasProviders } from '../../test/connectors/data/provider.ts'

/**
 * Proves each connector that has witnesses, by the description of its provider, and writes the proof beside it. Needs
 * CHECKWRIGHT_TEST_DATA, without which nobody knows what stands beside the members that decide. Takes ids, or does all.
 */
if (!hasProviders) throw new Error('Set CHECKWRIGHT_TEST_DATA to the folder with the descriptions of providers.')
const ids = process.argv.length > 2 ? process.argv.slice(2) : connectorIds
for (const id of ids) {
  const witnesses = `connectors/${id}/${id}.witnesses.yaml`
  const connector = await connectors[id]?.()
  if (!connector || !existsSync(witnesses)) {
    if (ids !== connectorIds)
      console.error(`${id}: ${connector ? `${witnesses} is not there` : 'there is no such connector'}`)
    continue
  }
  try {
    const report = await proveConnector(connector, { witnesses, description: findDescription(id) })
    const wrong = [
      ...report.disagreements.map(({ witness, check, ...each }) => `${witness}: ${check} ${formatDifference(each)}`),
      ...report.mistakes,
    ]
    for (const line of wrong) console.error(`${id}: ${line}`)
    if (wrong.length > 0) process.exitCode = 1
    else writeFileSync(locateProof(witnesses), formatProofFile(toProofFile(report)))
    const open = report.checks.flatMap(({ check, survivors, siblings }) => [
      ...survivors.map(({ mutant }) => `not noticed: ${mutant}`),
      ...[...(siblings?.unread ?? []), ...(siblings?.openWords ?? [])].map((place) => `not read: ${check} ${place}`),
    ])
    console.log(`${id}: ${report.checks.length} checks${open.map((line) => `\n  ${line}`).join('')}`)
  } catch (error) {
    if (!(error instanceof CheckwrightError)) throw error
    console.error(`${id}: ${error.message}`)
    process.exitCode = 1
  }
}
