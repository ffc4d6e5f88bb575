import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { findWitnesses } from '../../src/author/prove/locate-witnesses.ts'
import { readWitnessFile } from '../../src/author/prove/witnesses/read-witnesses.ts'
import { parseUses } from '../../src/data/contract/operation-use.ts'
import { type AnyConnector, toInventoryId } from '../../src/define/index.ts'
import { parseRecording } from '../../src/evidence/recording/read-recording.ts'
import {
  compareWorth,
  type Endpoint,
  groupEndpoints,
  type ObservedConnector,
  type SampleResult,
  toSampleResult,
} from '../../src/report/connector-page/sample-results.ts'
import { type CodeContract, loadContract } from '../../test/connectors/data/contracts.ts'
import type { Facts } from '../../test/connectors/description.ts'

/** What a connector in code asks, as its contract has it, and what its checks say in the worlds of its witnesses. */
export async function collectObserved(
  connector: AnyConnector,
  facts: Partial<Facts> | undefined,
): Promise<ObservedConnector> {
  return {
    source: 'its witnesses',
    endpoints: listEndpoints(connector, Object.keys(facts?.operations ?? {})),
    samples: await listSamples(connector),
  }
}

/** @param described operations by the names that pages show */
function listEndpoints(connector: AnyConnector, described: readonly string[]): readonly Endpoint[] {
  const contract = loadContract(connector.id) as CodeContract | undefined
  const parts = parseUses(contract?.['x-parts'] ?? {})
  const shown = new Map(described.map((name) => [nameInContract(name), name]))
  const readers = [
    ...connector.checks.map(({ id, reads = [] }) => ({
      id,
      parts: [id, ...reads.map(({ inventory }) => toInventoryId(inventory))],
    })),
    ...connector.inventories.map((inventory) => ({ id: toInventoryId(inventory), parts: [toInventoryId(inventory)] })),
  ]
  const asked = readers.flatMap(({ id, parts: own }) =>
    own
      .flatMap((part) => [...(parts.get(part)?.keys() ?? [])])
      .map((operation) => ({ endpoint: shown.get(operation) ?? operation, checks: [id] })),
  )
  return groupEndpoints([...asked, ...described.map((endpoint) => ({ endpoint }))])
}

/** A contract has no slashes in names of a path, and names an operation of AWS as a request. */
function nameInContract(name: string): string {
  return name.includes(' ') ? name.replaceAll('{+', '{') : `POST /${name}`
}

/** Of each check its most informative result. */
async function listSamples({ id, checks }: AnyConnector): Promise<ObservedConnector['samples']> {
  const path = findWitnesses(id)
  if (path === undefined) return {}
  const { name, file } = await readWitnessFile(path)
  const worlds = Object.values(file.worlds).map((world) =>
    parseRecording(readFileSync(resolve(dirname(name), world), 'utf8'), world),
  )
  const samples = checks.map(({ id: check }) => {
    const results = worlds.flatMap((world) => world.checks.filter((each) => each.id === check))
    return [
      check,
      chooseSample(
        results.flatMap((each) => each.results.map(toSampleResult)),
        undefined,
      ),
    ] as const
  })
  return Object.fromEntries(samples.flatMap(([check, result]) => (result ? [[check, result]] : [])))
}

/**
 * The result that a check's page shows: the most informative one. The one that it shows already stays while the tests still come to
 * it and none is of a worse status, so that a new test does not change the page of a check that is not its subject.
 */
export function chooseSample(
  results: readonly SampleResult[],
  shown: SampleResult | undefined,
): SampleResult | undefined {
  const [best] = results.toSorted(compareWorth)
  const text = JSON.stringify(shown)
  return results.find((result) => result.status === best?.status && JSON.stringify(result) === text) ?? best
}

/**
 * The operation of the description for a request, if one fits: `GET /repos/acme/site` is `GET /repos/{owner}/{repo}`. A
 * base path that the description has in its servers may come before it.
 */
export function findOperation(request: string, operations: readonly string[]): string | undefined {
  return operations
    .filter((operation) => compileOperation(operation).test(request))
    .toSorted((a, b) => countLiteralLength(b) - countLiteralLength(a))[0]
}

function compileOperation(operation: string): RegExp {
  const [, method = '', path = ''] = /^(\S+) (\S+)$/.exec(operation) ?? []
  const segments = path
    .split(/(\{[^}]*\})/)
    .map((part) =>
      part.startsWith('{+') ? '.+' : part.startsWith('{') ? '[^/?]+' : part.replaceAll(/[.+*?^$()|[\]\\]/g, '\\$&'),
    )
  return new RegExp(`^${method} (?:/[\\w.]+){0,3}?${segments.join('')}(?:\\?|$)`)
}

function countLiteralLength(operation: string): number {
  return operation.replaceAll(/\{[^}]*\}/g, '').length
}
