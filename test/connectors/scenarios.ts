import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { codeConnectorIds } from 'checkwright/connectors'
import { readScenarios, type SeenScenario, scenarioFolder } from './kept-scenarios.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Every scenario in which the connectors' own tests ran a check: what it asked and what it was answered. A run of all tests has
 * run them before; what it has not run runs now.
 */
export async function collectScenarios(ids: readonly string[] = codeConnectorIds): Promise<readonly SeenScenario[]> {
  if (scenarioFolder === undefined) throw new TypeError('vitest.config.ts gives the folder of scenarios.')
  return collectInto(scenarioFolder, ids)
}

/** The same of one connector, with what the vendor answers to its inventories too. */
export async function collectScenariosWithLists(id: string): Promise<readonly SeenScenario[]> {
  const folder = mkdtempSync(join(tmpdir(), 'checkwright-scenarios-'))
  try {
    return await collectInto(folder, [id], { CHECKWRIGHT_SCENARIOS_WITH_LISTS: '1' })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function collectInto(
  folder: string,
  ids: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<readonly SeenScenario[]> {
  const files = ids.flatMap((id) =>
    readdirSync(join(root, `connectors/${id}/test`))
      .filter((name) => name.endsWith('.test.ts') && !/^(?:contract|description|recorded)\./.test(name))
      .map((name) => `connectors/${id}/test/${name}`),
  )
  const missing = files.filter((file) => readScenarios(folder, file) === undefined)
  if (missing.length > 0) {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const { VITEST: _, ...own } = process.env
    const run = spawn(process.execPath, [vitest, 'run', '--project', 'connectors', ...missing], {
      cwd: root,
      env: { ...own, ...env, CHECKWRIGHT_SCENARIOS: folder },
      stdio: 'ignore',
    })
    await once(run, 'exit')
  }
  // A test that fails is told by its own run.
  return files.flatMap((file) => readScenarios(folder, file) ?? [])
}
