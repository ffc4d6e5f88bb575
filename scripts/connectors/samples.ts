import { existsSync, readFileSync } from 'node:fs'
import {
  compareWorth,
  groupEndpoints,
  type ObservedConnector,
  type SampleResult,
} from '../../src/report/connector-page/sample-results.ts'
import type { Facts } from '../../test/connectors/description.ts'

/** A connector's tests' observations of one check. */
export interface CheckSamples {
  /** Each kind of request once, as `GET /orgs/{org}`. */
  readonly endpoints: readonly string[]
  readonly result?: SampleResult | undefined
}

/** By the id of the check. */
export type Samples = Readonly<Record<string, CheckSamples>>

export function locateSamples(connectorId: string): URL {
  return new URL(`../../connectors/${connectorId}/test/samples.json`, import.meta.url)
}

/** What was written last; nothing for a connector that has none yet. */
export function loadSamples(connectorId: string): Samples {
  const file = locateSamples(connectorId)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/**
 * The observed activity of a connector: the requests of its tests, and the operations that they compare with the
 * provider's description.
 */
export function collectObservedInTests(connectorId: string, facts: Facts | undefined): ObservedConnector {
  const samples = loadSamples(connectorId)
  const seen = Object.entries(samples).flatMap(([check, { endpoints }]) =>
    endpoints.map((endpoint) => ({ endpoint, checks: [check] })),
  )
  const described = Object.keys(facts?.operations ?? {}).map((endpoint) => ({ endpoint }))
  return {
    source: 'its tests',
    endpoints: groupEndpoints([...seen, ...described]),
    samples: Object.fromEntries(
      Object.entries(samples).flatMap(([check, { result }]) => (result === undefined ? [] : [[check, result]])),
    ),
  }
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
