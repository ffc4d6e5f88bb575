import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { connectors } from 'checkwright/connectors'
import { shippedFrameworks } from 'checkwright/runtime'
import type { Facts } from '../test/connectors/description.ts'
import { cataloguePage } from './catalogue-page.ts'
import { connectorList, connectorPage } from './connector-page.ts'
import { schemaPages } from './data-schemas.ts'

/**
 * Writes the generated pages, or with `--check` names those that are not what would be written and exits 1. Reads the
 * connectors from the build, as a user's program would.
 */
const folder = 'docs/connectors'
const loaded = await Promise.all(Object.values(connectors).map((load) => load()))
const verified = await Promise.all(
  loaded.map(async (connector) => {
    const tests = new URL(`../connectors/${connector.id}/test/`, import.meta.url)
    const file = new URL('facts.ts', tests)
    const { facts }: { readonly facts?: Facts } = existsSync(file) ? await import(file.href) : {}
    return { connector, facts, isRecorded: existsSync(new URL('recorded.test.ts', tests)) }
  }),
)
const frameworks = await Promise.all(Object.values(shippedFrameworks).map((load) => load()))
const pages = [
  { path: 'docs/catalogue.md', text: cataloguePage(verified, frameworks) },
  { path: `${folder}/README.md`, text: connectorList(loaded) },
  ...loaded.map((connector) => ({ path: `${folder}/${connector.id}.md`, text: connectorPage(connector) })),
  ...schemaPages(),
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
