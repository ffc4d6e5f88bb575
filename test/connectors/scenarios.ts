import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { codeConnectorIds } from 'checkwright/connectors'
import type { SeenScenario } from './run-check.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Runs the connectors' own tests, and gives every scenario in which a check was run: what it asked and what it was answered.
 * @param withLists keeps what the vendor answers to the connector's inventories too
 */
export async function collectScenarios(
  ids: readonly string[] = codeConnectorIds,
  withLists = false,
): Promise<readonly SeenScenario[]> {
  const folder = mkdtempSync(join(tmpdir(), 'checkwright-scenarios-'))
  const file = join(folder, 'scenarios.ndjson')
  try {
    const files = ids.flatMap((id) =>
      readdirSync(join(root, `connectors/${id}/test`))
        .filter((name) => name.endsWith('.test.ts') && !/^(?:contract|description|recorded)\./.test(name))
        .map((name) => `connectors/${id}/test/${name}`),
    )
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const { VITEST: _, ...env } = process.env
    const run = spawn(process.execPath, [vitest, 'run', '--project', 'source', ...files], {
      cwd: root,
      env: { ...env, CHECKWRIGHT_SCENARIOS: file, ...(withLists && { CHECKWRIGHT_SCENARIOS_WITH_LISTS: '1' }) },
      stdio: 'ignore',
    })
    await once(run, 'exit')
    // A test that fails is told by its own run.
    return readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
