import { readdirSync, readFileSync } from 'node:fs'
import type { CheckOutcome } from 'checkwright'
import { codeConnectorIds, connectors } from 'checkwright/connectors'
import { beforeAll, describe, expect, test } from 'vitest'
import { collectObserved } from '../../scripts/connectors/samples.ts'
import { replayScenario } from '../../src/author/testing/contract/scenario.ts'
import { readConnector } from '../../src/data/read-connector.ts'
import type { SeenScenario } from '../connectors/kept-scenarios.ts'
import { collectScenarios, collectScenariosWithLists } from '../connectors/scenarios.ts'
import { drawRows, isSoak } from '../setup/short-form.ts'
import { missingWords, notWritten } from './shipped-missing.ts'

const folder = new URL('shipped/', import.meta.url)
const written = readdirSync(folder).map((name) => {
  const connector = readConnector(name, readFileSync(new URL(name, folder)))
  return [connector.id, connector] as const
})

/** Connectors with a check that asks for a list only where its verdict hangs on it. A file asks for it each time. */
const askedSometimes: readonly string[] = ['github', 'microsoft-entra']

/** What the shipped connectors' own tests ask, and what the vendor answers. */
let scenarios: readonly SeenScenario[]
beforeAll(async () => {
  const ids = written.map(([id]) => id).filter((id) => !askedSometimes.includes(id))
  const withLists = await Promise.all(askedSometimes.map(collectScenariosWithLists))
  scenarios = [...(await collectScenarios(ids)), ...withLists.flat()]
}, 300_000)

const catalogue: Readonly<Record<string, () => Promise<Parameters<typeof replayScenario>[0]>>> = connectors

describe.each(written)('%s as data', (id, asData) => {
  test.each(
    drawRows(
      asData.checks.map((check) => check.id),
      4,
    ),
  )('%s gives what the shipped check gives', async (check) => {
    const shipped = await catalogue[id]?.()
    if (!shipped) throw new Error(`There is no connector "${id}".`)
    const own = scenarios.filter((each) => each.connector === id && each.check === check)

    for (const scenario of own)
      expect(pickOutcome(await replayScenario(asData, scenario))).toEqual(
        pickOutcome(await replayScenario(shipped, scenario)),
      )
    // Scenarios that end in a verdict, not in refusals alone.
    expect(own.filter(({ status }) => status !== 'error').length).toBeGreaterThan(0)
  })
})

/** Shipped checks that ask one thing of the vendor, by the contracts of their connectors. */
async function listAskingOneThing(): Promise<readonly string[]> {
  const found = await Promise.all(
    codeConnectorIds.map(async (id) => {
      const shipped = await catalogue[id]?.()
      if (!shipped) return []
      const { endpoints } = await collectObserved(shipped, undefined)
      return shipped.checks.flatMap((check) =>
        endpoints.filter(({ checks }) => checks.includes(check.id)).length === 1 ? [`${id}.${check.id}`] : [],
      )
    }),
  )
  return found.flat()
}

/** They asked for one thing when the format was made, and ask for a second one where their verdict hangs on it. */
const askMoreSometimes = ['github.org-two-factor-required', 'microsoft-entra.second-factor-registered']

test('each check that is written as data, or named with the word that a file does not have, ships and asks one thing', async () => {
  const asData = written.flatMap(([id, { checks }]) => checks.map((check) => `${id}.${check.id}`))
  const named = Object.entries(notWritten).flatMap(([id, checks]) =>
    Object.keys(checks).map((check) => `${id}.${check}`),
  )

  // Those that the first connectors had when the format was made; checks that came later are not compared.
  if (isSoak) {
    const askOneThing = await listAskingOneThing()
    expect([...asData, ...named].filter((check) => !askOneThing.includes(check)).sort()).toEqual(askMoreSometimes)
  }
  expect(new Set([...asData, ...named]).size).toBe(56)
  expect(new Set(Object.values(notWritten).flatMap((checks) => Object.values(checks)))).toEqual(
    new Set(Object.keys(missingWords)),
  )
})

test('the guide names the missing words and their checks', () => {
  const page = readFileSync(new URL('../../docs/guides/when-typescript.md', import.meta.url), 'utf8')
  const rows = Object.entries(missingWords).map(([word, says]) => {
    const checks = Object.entries(notWritten).flatMap(([id, named]) =>
      Object.entries(named).flatMap(([check, missing]) => (missing === word ? [`\`${id}.${check}\``] : [])),
    )
    return `| ${says} | ${checks.join(', ')} |`
  })

  expect(page).toContain(rows.join('\n'))
})

function pickOutcome({ status, results }: CheckOutcome) {
  return { status, results: results.map(pickResult) }
}

function pickResult(result: CheckOutcome['results'][number]) {
  const { status, resource, title, description, severity, remediation, evidence } = {
    description: undefined,
    severity: undefined,
    remediation: undefined,
    ...result,
  }
  return { status, resource, title, description, severity, remediation, evidence }
}
