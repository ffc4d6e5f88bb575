import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { AnyConnector } from 'checkwright'
import { connectors } from 'checkwright/connectors'
import { shippedFrameworks } from 'checkwright/runtime'
import { findWitnesses } from '../../src/author/prove/locate-witnesses.ts'
import { readWays } from '../../src/author/prove/witnesses/list-ways.ts'
import { listShippedFrameworks } from '../../src/checks/controls/frameworks/shipped-frameworks.ts'
import { loadStatements } from '../../src/checks/controls/statements/statement.ts'
import { allCrossChecks } from '../../src/crosscheck/checks/all-cross-checks.ts'
import { toControlId } from '../../src/define/index.ts'
import { allQuestions } from '../../src/questions/all-questions.ts'
import { renderConnectorPage } from '../../src/report/connector-page/connector-page.ts'
import { replaceGeneratedPart } from '../../src/report/connector-page/generated-part.ts'
import { groupEndpoints, type ObservedConnector } from '../../src/report/connector-page/sample-results.ts'
import { order, thingOrder } from '../../test/architecture/import-rules.ts'
import { type Contract, loadContract } from '../../test/connectors/data/contracts.ts'
import { describeClass } from '../../test/connectors/data/describe-class.ts'
import type { Facts } from '../../test/connectors/description.ts'
import { writeAuditorPageDigest } from '../build/auditor-page.ts'
import { listProductionPackages, renderLicences } from '../build/licences.ts'
import { collectObserved } from '../connectors/samples.ts'
import { renderCataloguePage } from './catalogue-page.ts'
import { renderConnectorList } from './connector-list.ts'
import { createCrossCheckPages } from './cross-checks-page.ts'
import { createSchemaPages } from './data-schemas.ts'
import { renderFrameworkNames } from './framework-names.ts'
import { renderQuestionsPage } from './questions-page.ts'
import { writeRefusalTable } from './refusal-table.ts'
import { writeRoomList } from './room-list.ts'
import { renderShippedControls } from './shipped-controls.ts'
import { renderShippedStatements } from './shipped-statements.ts'
import { writeThingOrder } from './thing-order.ts'
import { writeTriedConnectors } from './tried-connectors.ts'

/**
 * Writes the generated pages. With `--check`, lists those that are out of date and exits with 1. Reads the connectors
 * from the build, as a user's program would.
 */
const loaded = await Promise.all(Object.values(connectors).map((load) => load()))
const verified = await Promise.all(
  loaded.map(async (connector) => {
    const tests = new URL(`../../connectors/${connector.id}/test/`, import.meta.url)
    const file = new URL('facts.ts', tests)
    const { facts }: { readonly facts?: Facts } = existsSync(file) ? await import(file.href) : {}
    const contract = loadContract(connector.id)
    const isRecorded = existsSync(new URL('recorded.test.ts', tests))
    return { connector, facts, contract, isRecorded, lines: countLines(connector.id) }
  }),
)
const frameworks = await Promise.all(Object.values(shippedFrameworks).map((load) => load()))
const pages = [
  {
    path: 'docs/catalogue.md',
    text: renderCataloguePage(verified, frameworks, [...(await loadStatements()).values()]),
  },
  { path: 'connectors/README.md', text: renderConnectorList(loaded) },
  { path: 'connectors/list.json', text: renderList(loaded) },
  ...(await Promise.all(verified.map((each) => renderReadme(each)))),
  { path: 'docs/questions.md', text: renderQuestionsPage(allQuestions) },
  ...createCrossCheckPages(allCrossChecks),
  { path: 'docs/licences.md', text: renderLicences(listProductionPackages()) },
  ...createSchemaPages(),
  {
    path: 'docs/ARCHITECTURE.md',
    text: writeThingOrder(writeRoomList(readFileSync('docs/ARCHITECTURE.md', 'utf8'), order), thingOrder),
  },
  { path: 'src/define/run/shipped-controls.ts', text: renderShippedControls(frameworks) },
  {
    path: 'src/checks/controls/frameworks/framework-names.ts',
    text: renderFrameworkNames(await listShippedFrameworks()),
  },
  { path: 'src/define/run/shipped-statements.ts', text: renderShippedStatements((await loadStatements()).values()) },
  { path: 'docs/oauth.md', text: writeRefusalTable(readFileSync('docs/oauth.md', 'utf8')) },
  { path: 'docs/tried-connectors.md', text: writeTriedConnectors(readFileSync('docs/tried-connectors.md', 'utf8')) },
  { path: 'docs/evidence.md', text: await writeAuditorPageDigest(readFileSync('docs/evidence.md', 'utf8')) },
]
const stale = pages.filter(({ path, text }) => !existsSync(path) || readFileSync(path, 'utf8') !== text)

if (process.argv.includes('--check')) {
  if (stale.length > 0) {
    const names = stale.map((page) => page.path).join(', ')
    console.error(`Not up to date: ${names}. Run "npm run build && npm run docs" and commit what changes.`)
    process.exitCode = 1
  }
} else {
  for (const { path, text } of stale) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}

/** Lines of a connector's file, or of its sources without its tests. */
function countLines(id: string): number {
  const folder = new URL(`../../connectors/${id}/`, import.meta.url)
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?:\.ts|\.connector\.yaml)$/.test(name) && !name.startsWith('test/'))
    .reduce((sum, name) => sum + readFileSync(new URL(name, folder), 'utf8').split('\n').length - 1, 0)
}

/** As "checkwright docs" writes it beside any connector. */
async function renderReadme({ connector, facts, contract }: (typeof verified)[number]) {
  const path = `connectors/${connector.id}/README.md`
  const seen = contract?.['x-seen']
  const observed = seen ? readObserved(seen) : await collectObserved(connector, facts)
  const witnesses = findWitnesses(connector.id)
  const ways = witnesses === undefined ? undefined : await readWays(witnesses)
  const page = renderConnectorPage(connector, { observed, commitment: contract && describeClass(contract), ways })
  const text = replaceGeneratedPart(existsSync(path) ? readFileSync(path, 'utf8') : undefined, page)
  if (text === undefined) throw new Error(`${path} has lost the marks between which it is made.`)
  return { path, text }
}

/** What a connector as data was seen to ask and to say, on vendors that answer as its contract says. */
function readObserved(all: Contract['x-seen']): ObservedConnector {
  const seen = Object.entries(all)
  return {
    source: 'its tests',
    endpoints: groupEndpoints(
      seen.flatMap(([check, { endpoints }]) => endpoints.map((endpoint) => ({ endpoint, checks: [check] }))),
    ),
    samples: Object.fromEntries(seen.flatMap(([check, { result }]) => (result ? [[check, result]] : []))),
  }
}

/** What `listConnectors()` reads. */
function renderList(connectors: readonly AnyConnector[]): string {
  const lines = connectors.map(({ id, definition: { name, version, category, description, auth }, checks }) =>
    JSON.stringify({
      id,
      name,
      version,
      category,
      description,
      auth: auth.type,
      checks: checks.map((check) => check.id),
      controls: [...new Set(checks.flatMap((check) => check.controls ?? []).map(toControlId))].sort(),
    }),
  )
  return `[\n${lines.join(',\n')}\n]\n`
}
