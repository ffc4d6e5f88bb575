import { existsSync, writeFileSync } from 'node:fs'
import { codeConnectorIds, connectorIds, connectors, dataConnectorIds } from 'checkwright/connectors'
import { findStaleParts, locateProof, readProofFile } from '../../src/author/prove/kept-proof.ts'
import { proveConnector } from '../../src/author/prove/prove-connector.ts'
import { toProofFile } from '../../src/author/prove/to-proof-file.ts'
import { formatDifference } from '../../src/author/prove/trials/verdict.ts'
import { readWitnesses } from '../../src/author/prove/witnesses/read-witnesses.ts'
import { formatProofFile, type ProofFile } from '../../src/checks/proofs/proof-file.ts'
import { digestConnectorCode } from '../../src/checks/results/describe-code.ts'
import { type AnyConnector, stampConnector } from '../../src/define/index.ts'
import { CheckwrightError } from '../../src/errors/index.ts'
import { loadFacts } from '../../test/connectors/code/code-contracts.ts'
import { listRules } from '../../test/connectors/data/list-rules.ts'
import { findDescription, hasProviders } from '../../test/connectors/data/provider.ts'
import { rulesOfTheEngine } from '../../test/connectors/data/rules-of-the-engine.ts'
import { readCodeStamp } from '../build/code-entries.ts'
import { renewWorlds } from './renew-worlds.ts'

/**
 * Proves each connector that has witnesses, by the description of its provider, holds it to its contract, and writes the proof beside it. Needs
 * CHECKWRIGHT_TEST_DATA, without which nobody knows what stands beside the members that decide. Takes ids, or does all.
 */
if (!hasProviders) throw new Error('Set CHECKWRIGHT_TEST_DATA to the folder with the descriptions of providers.')
const ids = process.argv.length > 2 ? process.argv.slice(2) : connectorIds
for (const id of ids) {
  const witnesses = `connectors/${id}/${id}.witnesses.yaml`
  const connector = await loadStamped(id)
  if (!connector || !existsSync(witnesses)) {
    if (ids !== connectorIds)
      console.error(`${id}: ${connector ? `${witnesses} is not there` : 'there is no such connector'}`)
    continue
  }
  try {
    const taken = await takeProof(connector, witnesses)
    if (taken) {
      writeFileSync(locateProof(witnesses), formatProofFile(taken.proof))
      console.log(`${id}: ${connector.checks.length} checks, by the proof of ${taken.from}`)
      continue
    }
    if (codeConnectorIds.includes(id)) await renewWorlds(connector, witnesses)
    const description = findDescription(id, (await loadFacts(id))?.description)
    const report = await proveConnector(connector, { witnesses, description })
    const wrong = [
      ...report.disagreements.map(({ witness, check, ...each }) => `${witness}: ${check} ${formatDifference(each)}`),
      ...report.mistakes,
      ...(await findBreaches(id)),
    ]
    for (const line of wrong) console.error(`${id}: ${line}`)
    if (wrong.length > 0) process.exitCode = 1
    else writeFileSync(locateProof(witnesses), formatProofFile(toProofFile(report)))
    const open = report.checks.flatMap(({ check, survivors, siblings }) => [
      ...survivors.map(({ mutant }) => `not noticed: ${mutant}`),
      ...[...(siblings?.unread ?? []), ...(siblings?.openWords ?? [])].map((place) => `not read: ${check} ${place}`),
      ...(siblings?.passedOver ?? []).map(({ member, by }) => `passed over: ${check} ${member}, as ${by} does not`),
    ])
    console.log(`${id}: ${report.checks.length} checks${open.map((line) => `\n  ${line}`).join('')}`)
  } catch (error) {
    if (!(error instanceof CheckwrightError)) throw error
    console.error(`${id}: ${error.message}`)
    process.exitCode = 1
  }
}

/** What a connector as data does not hold of its contract. Rules about the engine are tried by the tests on some of them. */
async function findBreaches(id: string): Promise<readonly string[]> {
  if (!dataConnectorIds.includes(id)) return []
  const found: string[] = []
  for (const { title, run } of listRules(id).filter(({ name }) => !rulesOfTheEngine.some((each) => each === name)))
    await run().catch((error: Error) => found.push(`${title}: ${error.message}`))
  return found
}

async function loadStamped(id: string): Promise<AnyConnector | undefined> {
  const loaded = await connectors[id]?.()
  return loaded && codeConnectorIds.includes(id) ? stampConnector(loaded, readCodeStamp(id)) : loaded
}

/**
 * The proof of the connector that has the witnesses, as one of a connector that refers to them: the same functions judge the same answers.
 * Undefined for a connector with witnesses or judgements of its own, and where that proof is not of what is there now.
 */
async function takeProof(
  connector: AnyConnector,
  path: string,
): Promise<{ proof: ProofFile; from: string } | undefined> {
  const witnesses = await readWitnesses(path, connector)
  const from = witnesses.file.connector
  const other = from === connector.id ? undefined : await loadStamped(from)
  if (!other) return undefined
  const isSame =
    connector.checks.length === other.checks.length &&
    connector.checks.every(({ id, run }, index) => other.checks[index]?.id === id && other.checks[index]?.run === run)
  const found = readProofFile(witnesses.name)
  if (!isSame || !found || findStaleParts(found, other, await readWitnesses(witnesses.name, other)).length > 0)
    return undefined
  const own = { code: digestConnectorCode(connector), witnesses: witnesses.sha256 }
  const checks = Object.entries(found.checks).map(([check, proof]) => [check, { ...proof, ...own }] as const)
  const version = connector.definition.version ?? '0.0.0'
  return { proof: { ...found, ...own, connector: connector.id, version, checks: Object.fromEntries(checks) }, from }
}
