export type TelemetryApi = typeof import('@opentelemetry/api')

/** Where every copy of the API within a process finds the SDK that was registered with one of them. */
const registered = Symbol.for('opentelemetry.js.api.1')

let loaded: Promise<TelemetryApi> | TelemetryApi | undefined

/**
 * The API of OpenTelemetry, where this process has an SDK. Without one nothing is loaded: the API alone would cost the
 * first run 15 ms, to do nothing.
 */
export function loadTelemetryApi(): Promise<TelemetryApi> | TelemetryApi | undefined {
  if (!(registered in globalThis)) return undefined
  loaded ??= import('@opentelemetry/api').then((api) => {
    loaded = api
    return api
  })
  return loaded
}
