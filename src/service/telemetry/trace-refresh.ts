import { CheckwrightError } from '../../errors/index.ts'
import { openTelemetry } from './telemetry.ts'

export interface RefreshSubject {
  readonly connectorId: string
  readonly connectionId: string
  readonly organizationId: string
}

/** Requests a new access token from a vendor, within a span of the run that needs it. */
export async function traceRefresh<T>(
  { connectorId, connectionId, organizationId }: RefreshSubject,
  work: () => Promise<T>,
): Promise<T> {
  const telemetry = await openTelemetry()
  if (!telemetry) return work()
  const { api, tracer, record } = telemetry
  const connector = { 'checkwright.connector.id': connectorId }
  const span = tracer.startSpan('token refresh', {
    attributes: {
      ...connector,
      'checkwright.connection.id': connectionId,
      'checkwright.organization.id': organizationId,
    },
  })
  try {
    const result = await work()
    record('checkwright.token.refreshes', 1, connector)
    return result
  } catch (error) {
    const failed = { 'error.type': error instanceof CheckwrightError ? error.code : '_OTHER' }
    span.setAttributes(failed).setStatus({ code: api.SpanStatusCode.ERROR })
    record('checkwright.token.refreshes', 1, { ...connector, ...failed })
    throw error
  } finally {
    span.end()
  }
}
