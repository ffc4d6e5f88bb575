import type { Transport } from '../../http/transport/transport.ts'
import { loadTelemetryApi, type TelemetryApi } from './telemetry-api.ts'

/**
 * A transport whose requests are not traced by instrumentation of the process's HTTP client. Otherwise the trace's id
 * and the host's baggage would go into the headers of requests to third parties. Requests to vendors have our own
 * spans.
 */
export function hideFromTraces(transport: Transport): Transport {
  return {
    send: (request) => {
      const api = loadTelemetryApi()
      if (api === undefined) return transport.send(request)
      const send = ({ context, ...keys }: TelemetryApi) =>
        context.with(createSilentContext(keys), () => transport.send(request))
      return api instanceof Promise ? api.then(send) : send(api)
    },
    close: () => transport.close(),
  }
}

/** An empty context, with the mark that silences SDKs and propagators (`suppressTracing` of their core). */
function createSilentContext({
  createContextKey,
  ROOT_CONTEXT,
}: Pick<TelemetryApi, 'createContextKey' | 'ROOT_CONTEXT'>) {
  return ROOT_CONTEXT.setValue(createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING'), true)
}
