import type { AnyConnector } from 'checkwright'

/** The shipped connectors by id. Each is loaded when it is asked for: listing them costs nothing. */
export const connectors: { readonly [id: string]: () => Promise<AnyConnector> } = {
  datadog: async () => (await import('./datadog/index.ts')).datadog,
  github: async () => (await import('./github/index.ts')).github,
  'google-workspace': async () => (await import('./google-workspace/index.ts')).workspace,
  jira: async () => (await import('./jira/index.ts')).jira,
  'microsoft-entra': async () => (await import('./microsoft-entra/index.ts')).entra,
  okta: async () => (await import('./okta/index.ts')).okta,
  slack: async () => (await import('./slack/index.ts')).slack,
}

/** Ids of the shipped connectors. */
export const connectorIds: readonly string[] = Object.keys(connectors)
