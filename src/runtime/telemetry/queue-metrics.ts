import type { ObservableResult } from '@opentelemetry/api'
import { createGauge, openTelemetry } from './telemetry.ts'

/** How long a run waited for its turn. */
export async function recordQueueLatency(connectorId: string, waitedMs: number): Promise<void> {
  const telemetry = await openTelemetry()
  // Clocks of several machines differ by more than a free worker takes.
  telemetry?.record('checkwright.queue.latency', Math.max(0, waitedMs) / 1000, {
    'checkwright.connector.id': connectorId,
  })
}

/**
 * Tells how many runs wait or run, whenever metrics are collected.
 * @returns what ends it
 */
export async function observeQueue(count: () => Promise<number>): Promise<() => void> {
  const telemetry = await openTelemetry()
  const gauge = telemetry && createGauge(telemetry.api, 'checkwright.queue.depth')
  // A store that is away is told by other means.
  const observe = async (result: ObservableResult) =>
    count().then(
      (depth) => result.observe(depth),
      () => undefined,
    )
  gauge?.addCallback(observe)
  return () => gauge?.removeCallback(observe)
}
