import { CheckwrightError, createUsageError } from '../../errors/index.ts'
import { type HttpServer, listen } from './serve-http.ts'

export interface MetricsOptions {
  /** undefined: no metrics. 0: any free port. */
  readonly metricsPort?: number | undefined
  readonly metricsHost: string
}

/**
 * Collects the metrics of this process as long as `use` runs, and answers `/metrics` in the text format of Prometheus, on a
 * port of its own so that nobody reads them through the public one. Make the runtime within `use`.
 * @param use gets the URL of the port, or undefined where no port was given
 * @throws CheckwrightError `CLI_USAGE` when the port cannot be had, when the libraries are not installed, or when the
 *   process has an SDK of OpenTelemetry already
 */
export async function useMetrics<T>(
  { metricsPort, metricsHost }: MetricsOptions,
  use: (url: string | undefined) => Promise<T>,
): Promise<T> {
  if (metricsPort === undefined) return use(undefined)
  const server = await serveMetrics({ host: metricsHost, port: metricsPort })
  try {
    return await use(server.url)
  } finally {
    await server.close()
  }
}

async function serveMetrics(address: Parameters<typeof listen>[0]): Promise<HttpServer> {
  const { metrics, PrometheusExporter, PrometheusSerializer, MeterProvider } = await loadExporter()
  const exporter = new PrometheusExporter({ preventServerStart: true })
  const provider = new MeterProvider({ readers: [exporter] })
  if (!metrics.setGlobalMeterProvider(provider))
    throw createUsageError(
      'This process has an OpenTelemetry SDK already, so its metrics go there. Remove --metrics-port, or give that SDK an exporter for Prometheus.',
    )
  // Without the facts of the process, which name folders of this machine, and the name of our own library on every line.
  const serializer = new PrometheusSerializer(undefined, false, undefined, true, true)
  const server = await listen(address)
  server.answer(async (request) => {
    if (new URL(request.url).pathname !== '/metrics') return new Response(null, { status: 404 })
    // A gauge that the store does not answer is left out; the others are told.
    const { resourceMetrics } = await exporter.collect()
    return new Response(serializer.serialize(resourceMetrics), {
      headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' },
    })
  })
  return {
    ...server,
    close: async () => {
      await server.close()
      metrics.disable()
      await provider.shutdown()
    },
  }
}

/** They are optional, because most programs that embed Checkwright have an SDK of their own or none. */
async function loadExporter() {
  try {
    const [{ metrics }, exporter, { MeterProvider }] = await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/exporter-prometheus'),
      import('@opentelemetry/sdk-metrics'),
    ])
    return { metrics, MeterProvider, ...exporter }
  } catch (cause) {
    throw new CheckwrightError(
      '--metrics-port needs two libraries. Install them beside Checkwright: npm install @opentelemetry/sdk-metrics @opentelemetry/exporter-prometheus',
      { code: 'CLI_USAGE', cause },
    )
  }
}
