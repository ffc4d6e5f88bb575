/**
 * Every metric by name; `docs/operations.md` has the same list. Durations are in seconds, as OpenTelemetry requires.
 */
export const metricsByName = {
  'checkwright.runs': {
    kind: 'counter',
    unit: '{run}',
    attributes: ['checkwright.connector.id', 'checkwright.run.status'],
    description: 'Runs that ended',
  },
  'checkwright.run.duration': {
    kind: 'histogram',
    unit: 's',
    attributes: ['checkwright.connector.id', 'checkwright.run.status'],
    description: 'Time of a run from its turn to its end',
  },
  'checkwright.check.duration': {
    kind: 'histogram',
    unit: 's',
    attributes: ['checkwright.connector.id', 'checkwright.check.id', 'checkwright.check.status', 'error.type'],
    description: 'Time of a check',
  },
  'checkwright.vendor.request.duration': {
    kind: 'histogram',
    unit: 's',
    attributes: ['checkwright.connector.id', 'http.request.method', 'checkwright.http.status_class'],
    description: 'Time of one attempt at a vendor, from sending to the end of the answer',
  },
  'checkwright.vendor.retries': {
    kind: 'counter',
    unit: '{request}',
    attributes: ['checkwright.connector.id'],
    description: 'Requests to vendors that were sent again',
  },
  'checkwright.vendor.wait.duration': {
    kind: 'histogram',
    unit: 's',
    attributes: ['checkwright.connector.id', 'checkwright.wait.reason'],
    description: 'Time that a request waited for its turn or before it was sent again',
  },
  'checkwright.token.refreshes': {
    kind: 'counter',
    unit: '{refresh}',
    attributes: ['checkwright.connector.id', 'error.type'],
    description: 'Access tokens that vendors were asked to renew',
  },
  'checkwright.queue.latency': {
    kind: 'histogram',
    unit: 's',
    attributes: ['checkwright.connector.id'],
    description: 'Time that a run waited from when it was asked for until it began',
  },
  'checkwright.queue.depth': {
    kind: 'gauge',
    unit: '{run}',
    attributes: [],
    description: 'Runs in the store that wait or run',
  },
  'http.server.request.duration': {
    kind: 'histogram',
    unit: 's',
    attributes: ['http.request.method', 'http.route', 'http.response.status_code', 'url.scheme'],
    description: 'Time of a request to the HTTP API, until its answer began',
  },
} as const satisfies Record<string, MetricDefinition>

interface MetricDefinition {
  readonly kind: 'counter' | 'histogram' | 'gauge'
  readonly unit: string
  /** Attributes with few values each: no organization, connection, host or resource. Spans have those. */
  readonly attributes: readonly string[]
  readonly description: string
}

type Metrics = typeof metricsByName
export type MetricName = keyof Metrics

/** Kinds that are recorded when something happens. A gauge is read instead. */
export type RecordedMetric = { [Name in MetricName]: Metrics[Name]['kind'] extends 'gauge' ? never : Name }[MetricName]

export type MetricAttributes<Name extends MetricName> = {
  readonly [A in (typeof metricsByName)[Name]['attributes'][number]]?: string | number | undefined
}
