export type TelemetryApi = typeof import('@opentelemetry/api')

/** The place where every copy of the API within a process finds the registered SDK. */
const registered = Symbol.for('opentelemetry.js.api.1')

let loaded: Promise<TelemetryApi> | TelemetryApi | undefined

/**
 * The API of OpenTelemetry, if this process has an SDK. Without one it is not loaded, because the API alone would cost
 * the first run 15 ms for nothing.
 */
export function loadTelemetryApi(): Promise<TelemetryApi> | TelemetryApi | undefined {
  if (!(registered in globalThis)) return undefined
  loaded ??= import('@opentelemetry/api').then((api) => {
    loaded = api
    return api
  })
  return loaded
}
