import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Scenario } from '../../src/author/testing/contract/scenario.ts'

/** A check that a connector's own test ran: what it asked, and what the vendor answered. */
export type SeenScenario = Scenario & { readonly connector: string; readonly status: string; readonly test: string }

/** The folder of this run, with a file for each test file of a connector that has ended. */
export const scenarioFolder = process.env.CHECKWRIGHT_SCENARIOS

const seen: SeenScenario[] = []

/** For the tests that change the answers. Nothing where nobody gave a folder. */
export function keepScenario(scenario: SeenScenario): void {
  if (scenarioFolder !== undefined) seen.push(scenario)
}

/** Writes what was kept since the last call. @param testFile the test file that ends, as a path */
export function writeScenarios(testFile: string): void {
  const lines = seen.splice(0).map((scenario) => `${JSON.stringify(scenario)}\n`)
  if (scenarioFolder === undefined) return
  mkdirSync(scenarioFolder, { recursive: true })
  const file = locateScenarios(scenarioFolder, testFile)
  // Whole, or not there.
  writeFileSync(`${file}.${process.pid}`, lines.join(''))
  renameSync(`${file}.${process.pid}`, file)
}

/** undefined: it has not ended in this run. */
export function readScenarios(folder: string, testFile: string): readonly SeenScenario[] | undefined {
  const file = locateScenarios(folder, testFile)
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
}

/** `connectors/okta/test/checks.test.ts` is `okta-checks.test.ts.ndjson`. */
function locateScenarios(folder: string, testFile: string): string {
  return join(folder, `${basename(join(testFile, '../..'))}-${basename(testFile)}.ndjson`)
}
