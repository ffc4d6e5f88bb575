import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect, test } from 'vitest'
import { isHeldToCode } from '../../scripts/docs/run-schema.ts'
import { generateOrganization, openOrganization, sabotageOrganization } from '../../src/author/testing/index.ts'
import { allCrossChecks } from '../../src/crosscheck/checks/all-cross-checks.ts'
import { crossCheckToRun } from '../../src/crosscheck/run/cross-check-to-run.ts'
import { runCrossCheck } from '../../src/crosscheck/run/run-cross-check.ts'
import { writeJsonReport } from '../../src/report/json.ts'

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true })
formats.default(ajv)
const judge = ajv.compile(
  JSON.parse(readFileSync(new URL('../../docs/schemas/cross-check-run.schema.json', import.meta.url), 'utf8')),
)

const organization = await generateOrganization(4, { people: 40 })
const waivers = [
  {
    connector: 'cross-check',
    check: '*',
    allConnections: true,
    justification: 'x',
    approver: 'root',
    expires: '2026-12-31',
  },
] as const

/** Runs of all cross-checks, as `--format json` writes them. */
async function listRuns(given: typeof organization): Promise<object[]> {
  const runs: object[] = []
  for (const crossCheck of allCrossChecks) {
    await using run = await runCrossCheck(crossCheck, { ...given.inputs, waivers }, openOrganization(given))
    const pieces = await Array.fromAsync(writeJsonReport([{ run: crossCheckToRun(run) }], {}))
    runs.push(JSON.parse(pieces.join('')))
  }
  return runs
}

test('docs/schemas/cross-check-run.schema.json has the members of the code, and no others', () => {
  expect(isHeldToCode).toEqual([true, true])
})

test.each(['nothing', 'a system is disconnected', 'a system is not complete', 'the directory is stale'])(
  'it accepts the runs of all cross-checks, where %s goes wrong',
  async (kind) => {
    const given = kind === 'nothing' ? organization : sabotageOrganization(organization, kind, 1)

    for (const run of await listRuns(given)) expect([judge(run), judge.errors]).toEqual([true, null])
  },
)

test('it refuses a run with another kind, without inputs, and with a member that nobody knows', async () => {
  const [run = {}] = await listRuns(organization)

  expect(judge(run)).toBe(true)
  expect(judge({ ...run, kind: 'connection' })).toBe(false)
  expect(judge({ ...run, inputs: undefined })).toBe(false)
  expect(judge({ ...run, connector: { id: 'cross-check', version: '1.0.0' } })).toBe(false)
})
