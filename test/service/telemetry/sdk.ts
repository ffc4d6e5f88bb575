import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  type ContextManager,
  context,
  metrics,
  propagation,
  ROOT_CONTEXT,
  trace,
} from '@opentelemetry/api'
import {
  AggregationTemporality,
  type DataPoint,
  type Histogram,
  MeterProvider,
  MetricReader,
} from '@opentelemetry/sdk-metrics'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'

/** A metric as it was counted: its attributes, and how often (counters: how much). */
export interface Counted {
  readonly attributes: Readonly<Record<string, unknown>>
  readonly count: number
}

export interface Sdk {
  readonly spans: readonly ReadableSpan[]
  spansNamed(name: string): readonly ReadableSpan[]
  /** Everything that was measured since this was asked last, by name. */
  metrics(): Promise<Readonly<Record<string, readonly Counted[]>>>
  /** Forgets what was told so far. */
  reset(): Promise<void>
  close(): void
}

/** The SDK as a host registers it; for the whole file, because there is one registry in a process. */
export function registerSdk(): Sdk {
  const exporter = new InMemorySpanExporter()
  const reader = new Reader()
  context.setGlobalContextManager(new AsyncContexts())
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }))
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))
  return {
    get spans() {
      return exporter.getFinishedSpans()
    },
    spansNamed: (name) => exporter.getFinishedSpans().filter((span) => span.name === name),
    metrics: async () => {
      const { resourceMetrics } = await reader.collect()
      const all = resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics)
      return Object.fromEntries(all.map(({ descriptor, dataPoints }) => [descriptor.name, dataPoints.map(counted)]))
    },
    reset: async () => {
      exporter.reset()
      await reader.collect()
    },
    close: () => {
      for (const api of [context, trace, metrics, propagation]) api.disable()
    },
  }
}

function counted({ attributes, value }: DataPoint<number | Histogram | unknown>): Counted {
  return { attributes, count: typeof value === 'number' ? value : (value as Histogram).count }
}

class Reader extends MetricReader {
  constructor() {
    super({ aggregationTemporalitySelector: () => AggregationTemporality.DELTA })
  }

  protected async onShutdown() {}
  protected async onForceFlush() {}
}

/** The same as `@opentelemetry/context-async-hooks`. */
class AsyncContexts implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>()

  active(): Context {
    return this.#storage.getStore() ?? ROOT_CONTEXT
  }

  with<A extends unknown[], F extends (...args: A) => ReturnType<F>>(
    active: Context,
    fn: F,
    thisArg?: ThisParameterType<F>,
    ...args: A
  ): ReturnType<F> {
    return this.#storage.run(active, () => fn.apply(thisArg, args))
  }

  bind<T>(_context: Context, target: T): T {
    return target
  }

  enable(): this {
    return this
  }

  disable(): this {
    this.#storage.disable()
    return this
  }
}
