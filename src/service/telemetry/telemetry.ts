import type { Counter, Histogram, MeterProvider, ObservableGauge, Tracer } from '@opentelemetry/api'
import { version } from '../../define/index.ts'
import { type MetricAttributes, type MetricName, metricsByName, type RecordedMetric } from './metrics.ts'
import { loadTelemetryApi, type TelemetryApi } from './telemetry-api.ts'

/** The name of our spans and metrics. */
const scope = 'checkwright'

// OpenTelemetry's advised bounds for HTTP durations, extended to the length of a run.
const durationBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900]

/** The tracer and the meters. */
export interface Telemetry {
  readonly api: TelemetryApi
  readonly tracer: Tracer
  record<Name extends RecordedMetric>(name: Name, value: number, attributes: MetricAttributes<Name>): void
}

/** undefined: this process has no SDK. */
export function openTelemetry(): Promise<Telemetry> | undefined {
  const api = loadTelemetryApi()
  return api && Promise.resolve(api).then(createTelemetry)
}

function createTelemetry(api: TelemetryApi): Telemetry {
  return {
    api,
    tracer: api.trace.getTracer(scope, version),
    record: (name, value, attributes) => {
      const instrument = getInstrument(api, name)
      if ('add' in instrument) instrument.add(value, attributes)
      else instrument.record(value, attributes)
    },
  }
}

/** By provider, because an instrument made before an SDK was registered does not reach it. */
const instruments = new WeakMap<MeterProvider, Map<RecordedMetric, Counter | Histogram>>()

function getInstrument({ metrics }: TelemetryApi, name: RecordedMetric): Counter | Histogram {
  const provider = metrics.getMeterProvider()
  const made = instruments.get(provider) ?? new Map<RecordedMetric, Counter | Histogram>()
  instruments.set(provider, made)
  const found = made.get(name)
  if (found) return found
  const { kind, unit, description } = metricsByName[name]
  const meter = provider.getMeter(scope, version)
  const instrument =
    kind === 'counter'
      ? meter.createCounter(name, { unit, description })
      : meter.createHistogram(name, { unit, description, advice: { explicitBucketBoundaries: durationBounds } })
  made.set(name, instrument)
  return instrument
}

/** A gauge, read whenever metrics are collected. */
export function createGauge({ metrics }: TelemetryApi, name: Exclude<MetricName, RecordedMetric>): ObservableGauge {
  const { unit, description } = metricsByName[name]
  return metrics.getMeter(scope, version).createObservableGauge(name, { unit, description })
}
