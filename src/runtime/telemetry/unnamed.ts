import type { Transport } from '../../http/transport/transport.ts'
import { loadTelemetryApi, type TelemetryApi } from './telemetry-api.ts'

/**
 * A transport whose requests stand in no trace: instrumentation of the process's HTTP client would otherwise write the
 * trace's id and the host's baggage into the headers of requests to third parties. Vendors' requests have spans of ours.
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

/** Nothing of the host's, and the mark by which SDKs and propagators stay silent (`suppressTracing` of their core). */
function createSilentContext({
  createContextKey,
  ROOT_CONTEXT,
}: Pick<TelemetryApi, 'createContextKey' | 'ROOT_CONTEXT'>) {
  return ROOT_CONTEXT.setValue(createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING'), true)
}
