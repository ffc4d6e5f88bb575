import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeConnectorIds, connectorIds, connectors } from 'checkwright/connectors'
import { type DerivedContract, deriveContract } from '../../src/data/contract/derive-contract.ts'
import { writeUses } from '../../src/data/contract/operation-use.ts'
import { DataFileError } from '../../src/data/data-file.ts'
import { openDescription } from '../../src/descriptions/description.ts'
import {
  collectParts,
  completeParts,
  deriveCodeContract,
  loadFacts,
  type NotedUse,
} from '../../test/connectors/code/code-contracts.ts'
import {
  type AnyContract,
  type CodeContract,
  type Contract,
  type ContractSource,
  locateContract,
  readDataFile,
} from '../../test/connectors/data/contracts.ts'
import { hasProviders, loadProvider, type Provider } from '../../test/connectors/data/provider.ts'
import { collectSeen } from '../../test/connectors/data/seen.ts'
import { askProduct, isProduct } from '../../test/products/products.ts'

class ContractError extends Error {}

/**
 * Derives what each connector relies on from its provider's description, and writes it as \`<id>.contract.json\`. A connector as data
 * says so in its file; it is then tried on vendors that answer so, for its page. One in TypeScript shows it in its tests. Needs
 * CHECKWRIGHT_TEST_DATA, but for products of npm, which it starts and asks. Takes ids, or does all.
 */
const ids = process.argv.length > 2 ? process.argv.slice(2) : connectorIds
if (!hasProviders && !ids.every(isProduct))
  throw new Error('Set CHECKWRIGHT_TEST_DATA to the folder with the descriptions of providers.')
const noted = noteUses(ids.filter((id) => codeConnectorIds.includes(id)))
// Those whose checks are another's come after that one.
for (const id of ids.toSorted((a, b) => a.length - b.length)) {
  try {
    if (codeConnectorIds.includes(id)) await writeCodeContract(id)
    else await writeContract(id)
  } catch (error) {
    if (!(error instanceof DataFileError) && !(error instanceof ContractError)) throw error
    console.error(`${id}: ${error.message}`)
    process.exitCode = 1
  }
}

async function writeContract(id: string): Promise<void> {
  const bytes = readDataFile(id)
  const { provider, derived } = await derive(id, bytes)
  const { facts, day, before } = describeFacts(id, provider, derived.paths)
  const contract: Contract = { ...facts, 'x-derived': day, 'x-seeds': [], 'x-seen': before['x-seen'] ?? {} }
  const { seen, seeds } = await collectSeen({
    connector: derived.connector,
    contract,
    text: Buffer.from(bytes).toString(),
  })
  writeFileSync(locateContract(id), `${JSON.stringify({ ...contract, 'x-seeds': seeds, 'x-seen': seen }, null, 1)}\n`)
  const operations = Object.values(derived.paths).flatMap((methods) => Object.keys(methods)).length
  console.log(
    `${id}: ${derived.connector.checks.length} checks, ${operations} operations, ${provider.sources.map(({ kind }) => kind).join(' and ')}`,
  )
}

async function writeCodeContract(id: string): Promise<void> {
  const connector = await connectors[id]?.()
  const said = await loadFacts(id)
  const provider = loadProvider(id, false, said?.description)
  const description = openDescription(provider.description)
  if (!connector || !description) throw new ContractError('the description cannot be read.')
  const observed = collectParts(noted.get(id) ?? [], said, description)
  const parts = completeParts(connector, observed, said, description)
  const { paths, undescribed } = deriveCodeContract(parts, description)
  const { facts, day } = describeFacts(id, provider, paths)
  const contract: CodeContract = {
    ...facts,
    'x-derived': day,
    'x-parts': writeUses(parts),
    'x-undescribed': undescribed.length > 0 ? undescribed : undefined,
  }
  writeFileSync(locateContract(id), `${JSON.stringify(contract, null, 1)}\n`)
  const silent = connector.checks.filter((check) => !parts.has(check.id) && !check.reads?.length)
  const count = Object.values(paths).flatMap((methods) => Object.keys(methods)).length
  console.log(`${id}: ${connector.checks.length} checks, ${count} operations, by its tests`)
  for (const check of silent) console.log(`  ${check.id} was never seen to ask anything`)
  for (const each of undescribed) console.log(`  ${each} is not described`)
}

/** Runs the tests of connectors in TypeScript, and keeps what these were seen to ask and to read. */
function noteUses(ids: readonly string[]): ReadonlyMap<string, readonly NotedUse[]> {
  if (ids.length === 0) return new Map()
  const folder = mkdtempSync(join(tmpdir(), 'checkwright-uses-'))
  const file = join(folder, 'uses.ndjson')
  const tests = ids.map((id) => `connectors/${id}/test/`)
  const run = spawnSync('vitest', ['run', '--project', 'source', '--project', 'connectors', ...tests], {
    env: { ...process.env, CHECKWRIGHT_OUTCOMES: file },
    stdio: 'ignore',
  })
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"uses"'))
    .map((line) => JSON.parse(line) as { readonly connector: string; readonly uses: NotedUse })
  rmSync(folder, { recursive: true })
  if (run.status !== 0) throw new Error('Tests failed; see "vitest run connectors".')
  return new Map(
    [...Map.groupBy(lines, ({ connector }) => connector)].map(([id, own]) => [id, own.map(({ uses }) => uses)]),
  )
}

/** What both classes of contracts begin with, and the day on which it last changed. */
function describeFacts(id: string, { description, sources }: Provider, paths: AnyContract['paths']) {
  const { info, servers = [] } = description as unknown as Partial<AnyContract>
  const file = locateContract(id)
  const before: Partial<Contract> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const facts = {
    openapi: '3.0.3',
    info: { title: info?.title ?? id, version: info?.version ?? '' },
    'x-sources': sources as readonly ContractSource[],
    servers: servers.map(({ url }) => ({ url })),
    paths,
  }
  const { openapi, info: about, 'x-sources': from, servers: at, paths: known, 'x-derived': day } = before
  const isSame =
    JSON.stringify({ openapi, info: about, 'x-sources': from, servers: at, paths: known }) === JSON.stringify(facts)
  return { facts, before, day: day !== undefined && isSame ? day : new Date().toISOString().slice(0, 10) }
}

/** By the description alone where that has everything, and otherwise with what recordings show. */
async function derive(
  id: string,
  bytes: Uint8Array,
): Promise<{ readonly provider: Provider; readonly derived: DerivedContract }> {
  const providers = isProduct(id)
    ? [await askProduct(id)]
    : [false, true].map((withRecordings) => loadProvider(id, withRecordings))
  const attempts = providers.map((provider) => {
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
