import { readFileSync } from 'node:fs'
import type { Check, Variable } from 'checkwright'
import { codeConnectorIds, connectors } from 'checkwright/connectors'
import { expect, test } from 'vitest'
import {
  listConnectorFolders,
  listDataFolders,
  renderConnectorIndex,
} from '../../scripts/connectors/connector-index.ts'
import { collectObserved, findOperation } from '../../scripts/connectors/samples.ts'
import { explainLooseness } from '../../src/checks/controls/control-bounds.ts'

test('connectors/index.ts is what "npm run connectors" makes from the folders', () => {
  const index = readFileSync(new URL('../../connectors/index.ts', import.meta.url), 'utf8')

  expect(index).toBe(renderConnectorIndex(listConnectorFolders(), listDataFolders()))
})

const code = codeConnectorIds.map((id) => [id, connectors[id] as (typeof connectors)[string]] as const)

test.each(code)(
  'connectors/index.ts gives the connector %s, as its folder exports it, with the digest of its files',
  async (id, load) => {
    const connector = await load()
    const { default: standard } = (await import(`../../connectors/${id}/index.ts`)) as { readonly default: object }

    expect(connector.id).toBe(id)
    expect(connector.judgingSha256).toMatch(/^[0-9a-f]{64}$/)
    for (const [name, value] of Object.entries(standard)) expect(connector).toHaveProperty(name, value)
  },
)

test.each(code)('%s is held to the contract and to its provider, as every connector is', (id) => {
  const read = (name: string) =>
    readFileSync(new URL(`../../connectors/${id}/test/${name}.test.ts`, import.meta.url), 'utf8')

  expect(read('contract')).toContain('connectorContract(')
  expect(read('description')).toMatch(/expectDescribed\(|loadProviderDescription\(/)
})

test.each(code)(
  'the page of %s shows a result and a request of every check, by its witnesses and its contract, and of no other',
  async (_id, load) => {
    const connector = await load()

    const { samples, endpoints } = await collectObserved(connector, undefined)

    const ids = connector.checks.map((check) => check.id).sort()
    expect(Object.keys(samples).sort()).toEqual(ids)
    expect(ids.filter((id) => !endpoints.some(({ checks }) => checks.includes(id)))).toEqual([])
  },
)

test.each([
  ['GET /repos/acme/site', 'GET /repos/{owner}/{repo}'],
  ['GET /repos/acme/site/hooks', undefined],
  ['GET /api/users.list', 'GET /users.list'],
  ['POST /users.list', undefined],
  ['GET /scopes/a/b/c/roles', 'GET /{+scope}/roles'],
  ['GET /orgs/mine', 'GET /orgs/mine'],
])('findOperation() finds for %s the operation %s', (request, operation) => {
  const operations = [
    'GET /repos/{owner}/{repo}',
    'GET /users.list',
    'GET /{+scope}/roles',
    'GET /orgs/{org}',
    'GET /orgs/mine',
  ]

  expect(findOperation(request, operations)).toBe(operation)
})

const shipped = await Promise.all(Object.values(connectors).map((load) => load()))
const thresholds = shipped.flatMap(({ id, definition, checks }) =>
  checks
    .filter(({ controls = [] }) => controls.length > 0)
    .flatMap((check) =>
      [...(definition.variables ?? []), ...(check.variables ?? [])]
        .filter(({ type }) => type === 'number')
        .map((variable): [string, Check, Variable] => [`${id}/${check.id} ${variable.id}`, check, variable]),
    ),
)

test.each(thresholds)('a pass of %s satisfies a control within bounds alone', (_, check, { id, default: usual }) => {
  // The side that lets more pass is the one which the name tells.
  const loosest = id.startsWith('min') || id === 'required_reviews' ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER

  for (const control of check.controls ?? []) {
    const bound = typeof control === 'string' ? {} : (control.requires[id] ?? {})
    expect(explainLooseness(id, bound, loosest), `${JSON.stringify(control)} bounds nothing`).toMatch(/ must be ./)
    expect(explainLooseness(id, bound, usual), 'the default').toBeUndefined()
  }
})

test('the checks that ship have thresholds, which the test above holds to bounds', () => {
  expect(thresholds.length).toBeGreaterThanOrEqual(36)
})

const choices = shipped.flatMap(({ id, checks }) =>
  checks
    .filter(({ controls = [] }) => controls.length > 0)
    .flatMap((check) =>
      (check.variables ?? [])
        .filter(({ type }) => type === 'multiselect')
        .map((variable): [string, Check, Variable] => [`${id}/${check.id} ${variable.id}`, check, variable]),
    ),
)
// Without a choice these report nothing, which is an error and satisfies no control.
const withoutResult = ['azure/defender-plans defender_plans']

test.each(choices.filter(([name]) => !withoutResult.includes(name)))(
  'a pass of %s satisfies no control where nothing was chosen to look at',
  (_, check, { id, default: usual }) => {
    for (const control of check.controls ?? []) {
      const bound = typeof control === 'string' ? {} : (control.requires[id] ?? {})
      expect(explainLooseness(id, bound, []), `${JSON.stringify(control)} bounds nothing`).toMatch(/ must be ./)
      expect(explainLooseness(id, bound, usual), 'the default').toBeUndefined()
    }
  },
)
