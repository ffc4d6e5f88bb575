import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dataConnectorIds } from 'checkwright/connectors'
import { type DerivedContract, deriveContract } from '../src/data/contract/derive-contract.ts'
import { DataFileError } from '../src/data/data-file.ts'
import { openDescription } from '../src/descriptions/description.ts'
import { type Contract, locateContract, readDataFile } from '../test/connectors/data/contracts.ts'
import { hasProviders, loadProvider, type Provider } from '../test/connectors/data/provider.ts'
import { collectSeen } from '../test/connectors/data/seen.ts'

class ContractError extends Error {}

/**
 * Derives what each connector as data relies on from its provider's description, and writes it beside its file. It then tries the
 * connector on vendors that answer so, for its page. Needs CHECKWRIGHT_TEST_DATA. Takes ids, or does all.
 */
if (!hasProviders) throw new Error('Set CHECKWRIGHT_TEST_DATA to the folder with the descriptions of providers.')
const ids = process.argv.length > 2 ? process.argv.slice(2) : dataConnectorIds
for (const id of ids) {
  try {
    await writeContract(id)
  } catch (error) {
    if (!(error instanceof DataFileError) && !(error instanceof ContractError)) throw error
    console.error(`${id}: ${error.message}`)
    process.exitCode = 1
  }
}

async function writeContract(id: string): Promise<void> {
  const bytes = readDataFile(id)
  const { provider, derived } = derive(id, bytes)
  const { info, servers } = provider.description as unknown as Contract
  const file = locateContract(id)
  const before: Partial<Contract> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const facts = {
    openapi: '3.0.3',
    info: { title: info.title, version: info.version },
    'x-sources': provider.sources,
    servers: servers.map(({ url }) => ({ url })),
    paths: derived.paths,
  }
  const { 'x-derived': day, 'x-seeds': _seeds, 'x-seen': shown = {}, ...old } = before
  const contract: Contract = {
    ...facts,
    'x-derived': day !== undefined && isSame(old, facts) ? day : new Date().toISOString().slice(0, 10),
    'x-seeds': [],
    'x-seen': shown,
  }
  const { seen, seeds, unseen } = await collectSeen({
    connector: derived.connector,
    contract,
    text: Buffer.from(bytes).toString(),
  })
  writeFileSync(file, `${JSON.stringify({ ...contract, 'x-seeds': seeds, 'x-seen': seen }, null, 1)}\n`)
  const operations = Object.values(derived.paths).flatMap((methods) => Object.keys(methods)).length
  console.log(
    `${id}: ${derived.connector.checks.length} checks, ${operations} operations, ${provider.sources.map(({ kind }) => kind).join(' and ')}`,
  )
  for (const line of unseen) console.log(`  ${line}`)
}

/** By the description alone where that has everything, and otherwise with what recordings show. */
function derive(id: string, bytes: Uint8Array): { readonly provider: Provider; readonly derived: DerivedContract } {
  const attempts = [false, true].map((withRecordings) => {
    const provider = loadProvider(id, withRecordings)
    const description = openDescription(provider.description)
    if (!description) throw new ContractError('the description is none of OpenAPI.')
    try {
      const derived = deriveContract(`connectors/${id}/${id}.connector.yaml`, bytes, description)
      return { provider, derived, problem: derived.missing.join('\n  ') }
    } catch (error) {
      if (!(error instanceof DataFileError)) throw error
      return { provider, derived: undefined, problem: error.message }
    }
  })
  const good = attempts.find(({ problem }) => problem === '')
  if (good?.derived) return { provider: good.provider, derived: good.derived }
  throw new ContractError(`not everything is described:\n  ${attempts.at(-1)?.problem}`)
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
