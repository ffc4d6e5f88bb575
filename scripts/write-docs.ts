import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { connectors } from 'checkwright/connectors'
import { connectorReadme } from './connector-readme.ts'

/**
 * Writes the generated pages, or with `--check` names those that are not what would be written and exits 1. Reads the
 * connectors from the build, as a user's program would.
 */
const check = process.argv.includes('--check')
const stale: string[] = []

for (const [id, load] of Object.entries(connectors)) {
  const page = `connectors/${id}/README.md`
  const text = connectorReadme(await load())
  if (existsSync(page) && readFileSync(page, 'utf8') === text) continue
  if (check) stale.push(page)
  else writeFileSync(page, text)
}

if (stale.length > 0) {
  console.error(`Not up to date: ${stale.join(', ')}. Run "npm run build && npm run docs" and commit what changes.`)
  process.exitCode = 1
}
