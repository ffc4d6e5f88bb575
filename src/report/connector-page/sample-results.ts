import type { ResultRecord } from '../../define/index.ts'

/** The content of a result, without members that differ from run to run. */
export type SampleResult = Pick<
  ResultRecord,
  'status' | 'severity' | 'resource' | 'title' | 'description' | 'remediation' | 'evidence'
>

/** One kind of request, and the checks that made it. */
export interface Endpoint {
  /** `GET /orgs/{organization}/members` */
  readonly endpoint: string
  readonly checks: readonly string[]
}

/** A connector's recorded activity, for its page. */
export interface ObservedConnector {
  /** The source, to end a sentence: "a run of 2026-05-01". */
  readonly source: string
  readonly endpoints: readonly Endpoint[]
  /** One result of each check with results, by the id of the check. */
  readonly samples: Readonly<Record<string, SampleResult>>
}

/** Sorts the most informative results first: failing ones, and of these the shortest. */
export function compareWorth(one: SampleResult, other: SampleResult): number {
  const [a, b] = [JSON.stringify(one), JSON.stringify(other)]
  return worth[one.status] - worth[other.status] || a.length - b.length || (a < b ? -1 : Number(a > b))
}

/** A result without the ids and numbers of its run. */
export function toSampleResult(result: SampleResult): SampleResult {
  const { status, severity, resource, title, description, remediation, evidence } = result
  return {
    status,
    severity,
    resource,
    title,
    description,
    remediation,
    evidence,
  }
}

const worth = { fail: 0, manual: 1, pass: 2, not_applicable: 3 } as const

/** Requests by kind, in order of their paths, each with its checks. */
export function groupEndpoints(
  asked: Iterable<{ readonly endpoint: string; readonly checks?: readonly string[] }>,
): Endpoint[] {
  const checksOf = new Map<string, Set<string>>()
  for (const { endpoint, checks = [] } of asked)
    checksOf.set(endpoint, new Set([...(checksOf.get(endpoint) ?? []), ...checks]))
  // By path, so that related requests are together.
  const path = (endpoint: string) => endpoint.replace(/^\S+ /, '')
  return [...checksOf]
    .map(([endpoint, checks]) => ({ endpoint, checks: [...checks].sort() }))
    .sort((a, b) => (path(a.endpoint) < path(b.endpoint) ? -1 : 1))
}
