import type { AnyConnector } from 'checkwright'

/** The shipped connectors by id. Each is loaded when it is asked for: listing them costs nothing. */
export const connectors: { readonly [id: string]: () => Promise<AnyConnector> } = {
  github: async () => (await import('./github/index.ts')).github,
  'microsoft-entra': async () => (await import('./microsoft-entra/index.ts')).entra,
  okta: async () => (await import('./okta/index.ts')).okta,
}

/** Ids of the shipped connectors. */
export const connectorIds: readonly string[] = Object.keys(connectors)
