import type { Context, Span } from '@opentelemetry/api'
import type { AnyConnector, RunEvent } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import { omitUndefined } from '../../text/omit-undefined.ts'
import { toRequestAttributes, toStatusClass } from './http-attributes.ts'
import { openTelemetry, type Telemetry } from './telemetry.ts'

type Emit = (event: RunEvent) => void

export interface TraceSubject<E extends Emit | undefined = Emit | undefined> {
  readonly connector: AnyConnector
  readonly connectionId?: string | undefined
  readonly organizationId?: string | undefined
  /** Begins a trace of its own, because the caller does not wait for it. @default below what is active */
  readonly detached?: boolean | undefined
  /** Undefined if nobody listens. */
  readonly emit: E
}

/**
 * Runs the work of a run within a span, with child spans for its checks and their requests, and counts it. The
 * attributes come from the run's events, which are redacted already. Query strings, headers and messages are still left
 * out.
 * @param work gets the `emit` to use
 */
export async function traceRun<T, E extends Emit | undefined>(
  run: TraceSubject<E>,
  work: (emit: Emit | E) => Promise<T>,
): Promise<T> {
  const opening = openTelemetry()
  if (!opening) return work(run.emit)
  const telemetry = await opening
  const spans = new RunSpans(telemetry, run)
  try {
    return await telemetry.api.context.with(spans.context, () =>
      work((event) => {
        spans.hear(event)
        run.emit?.(event)
      }),
    )
  } catch (error) {
    spans.fail(error)
    throw error
  } finally {
    spans.end()
  }
}

interface OpenCheck {
  readonly span: Span
  readonly context: Context
}

class RunSpans {
  readonly context: Context
  readonly #telemetry: Telemetry
  readonly #connectorId: string
  readonly #span: Span
  readonly #checks = new Map<string, OpenCheck>()
  readonly #startedAtMs = performance.now()
  #status = 'error'

  constructor(telemetry: Telemetry, { connector, connectionId, organizationId, detached }: TraceSubject) {
    const { api, tracer } = telemetry
    this.#telemetry = telemetry
    this.#connectorId = connector.id
    const parent = detached ? api.ROOT_CONTEXT : api.context.active()
    const attributes = omitUndefined({
      ...this.#connector(),
      'checkwright.connector.version': connector.definition.version ?? '0.0.0',
      'checkwright.connection.id': connectionId,
      'checkwright.organization.id': organizationId,
    })
    this.#span = tracer.startSpan(`run ${connector.id}`, { attributes }, parent)
    this.context = api.trace.setSpan(parent, this.#span)
  }

  hear(event: RunEvent): void {
    switch (event.type) {
      case 'run.started':
        this.#span.setAttribute('checkwright.run.id', event.runId)
        return
      case 'check.started':
        this.#begin(event.checkId)
        return
      case 'request':
        this.#request(event)
        return
      case 'wait':
        this.#wait(event)
        return
      case 'check.finished':
        this.#finish(event)
        return
      case 'run.finished':
        this.#status = event.status
    }
  }

  /**
   * The error that ended the run itself, such as an unavailable store. Only its code, because the message may contain
   * anything.
   */
  fail(error: unknown): void {
    this.#span.setAttribute('error.type', error instanceof CheckwrightError ? error.code : '_OTHER')
    this.#status = 'error'
  }

  end(): void {
    const { api, record } = this.#telemetry
    const attributes = { ...this.#connector(), 'checkwright.run.status': this.#status }
    this.#span.setAttributes(attributes)
    if (this.#status === 'error') this.#span.setStatus({ code: api.SpanStatusCode.ERROR })
    for (const { span } of this.#checks.values()) span.end()
    this.#span.end()
    record('checkwright.runs', 1, attributes)
    record('checkwright.run.duration', (performance.now() - this.#startedAtMs) / 1000, attributes)
  }

  #connector() {
    return { 'checkwright.connector.id': this.#connectorId }
  }

  #begin(checkId: string): void {
    const { api, tracer } = this.#telemetry
    const attributes = { ...this.#connector(), 'checkwright.check.id': checkId }
    const span = tracer.startSpan(`check ${checkId}`, { attributes }, this.context)
    this.#checks.set(checkId, { span, context: api.trace.setSpan(this.context, span) })
  }

  /** Requests are reported when they end, so their spans begin in the past. */
  #request({ checkId, method, url, status, attempt, durationMs }: RunEvent & { readonly type: 'request' }): void {
    const { api, tracer, record } = this.#telemetry
    const attributes = toRequestAttributes({ method, url, status, attempt })
    const endTime = Date.now()
    const span = tracer.startSpan(
      attributes['http.request.method'],
      { kind: api.SpanKind.CLIENT, startTime: endTime - durationMs, attributes },
      this.#checks.get(checkId)?.context ?? this.context,
    )
    if (attributes['error.type'] !== undefined) span.setStatus({ code: api.SpanStatusCode.ERROR })
    span.end(endTime)
    record('checkwright.vendor.request.duration', durationMs / 1000, {
      ...this.#connector(),
      'http.request.method': attributes['http.request.method'],
      'checkwright.http.status_class': toStatusClass(status),
    })
    if (attempt > 1) record('checkwright.vendor.retries', 1, this.#connector())
  }

  #wait({ checkId, reason, delayMs }: RunEvent & { readonly type: 'wait' }): void {
    const attributes = { 'checkwright.wait.reason': reason }
    this.#checks.get(checkId)?.span.addEvent('wait', { ...attributes, 'checkwright.wait.duration': delayMs / 1000 })
    const { record } = this.#telemetry
    record('checkwright.vendor.wait.duration', delayMs / 1000, { ...this.#connector(), ...attributes })
  }

  #finish({ checkId, outcome }: RunEvent & { readonly type: 'check.finished' }): void {
    const { api, record } = this.#telemetry
    const { status, error, durationMs, requests, retries } = outcome
    const attributes = omitUndefined({ 'checkwright.check.status': status, 'error.type': error?.kind })
    const { span } = this.#checks.get(checkId) ?? {}
    this.#checks.delete(checkId)
    span?.setAttributes(
      omitUndefined({
        ...attributes,
        'checkwright.check.requests': requests,
        'checkwright.check.retries': retries,
        'checkwright.error.code': error?.code,
      }),
    )
    // A failing result is an answer; only a check that could not tell is an error.
    if (status === 'error') span?.setStatus({ code: api.SpanStatusCode.ERROR })
    span?.end()
    record('checkwright.check.duration', durationMs / 1000, {
      ...this.#connector(),
      'checkwright.check.id': checkId,
      ...attributes,
    })
  }
}
