import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { connectors } from 'checkwright/connectors'
import { connectorList, connectorPage } from './connector-page.ts'
import { schemaPages } from './data-schemas.ts'

/**
 * Writes the generated pages, or with `--check` names those that are not what would be written and exits 1. Reads the
 * connectors from the build, as a user's program would.
 */
const folder = 'docs/connectors'
const loaded = await Promise.all(Object.values(connectors).map((load) => load()))
const pages = [
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
