import type { ObservableResult } from '@opentelemetry/api'
import { createGauge, openTelemetry } from './telemetry.ts'

/** How long a run waited. */
export async function recordQueueLatency(connectorId: string, waitedMs: number): Promise<void> {
  const telemetry = await openTelemetry()
  // The clocks of two machines differ by more than the time that a free worker needs.
  telemetry?.record('checkwright.queue.latency', Math.max(0, waitedMs) / 1000, {
    'checkwright.connector.id': connectorId,
  })
}

/**
 * Reports how many runs wait or run, whenever metrics are collected.
 * @returns a function that stops it
 */
export async function observeQueue(count: () => Promise<number>): Promise<() => void> {
  const telemetry = await openTelemetry()
  const gauge = telemetry && createGauge(telemetry.api, 'checkwright.queue.depth')
  // Readiness and logs report a store that does not answer.
  const observe = async (result: ObservableResult) =>
    count().then(
      (depth) => result.observe(depth),
      () => undefined,
    )
  gauge?.addCallback(observe)
  return () => gauge?.removeCallback(observe)
}
