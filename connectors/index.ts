// Made from the folders by "npm run connectors"; add a folder instead of a line.
import type { AnyConnector } from 'checkwright'
import type { ConnectorSummary } from './_data/read-list.ts'

export type { ConnectorSummary }

/** Loads one connector. */
export type Load = () => Promise<AnyConnector>

/** Ids of those that are written as data. */
export const dataConnectorIds: readonly string[] = [
  'addigy',
  'adyen',
  'algolia',
  'anthropic',
  'artifactory',
  'asana',
  'auth0',
  'authentik',
  'azure-devops',
  'bamboohr',
  'bitbucket',
  'box',
  'brex',
  'circleci',
  'clerk',
  'clickup',
  'cloudflare',
  'cockroachdb',
  'confluent',
  'crowdstrike',
  'cursor',
  'digitalocean',
  'discord',
  'docusign',
  'duo',
  'elastic-cloud',
  'figma',
  'freshservice',
  'fusionauth',
  'gitlab',
  'grafana',
  'grafana-cloud',
  'harbor',
  'heroku',
  'hetzner',
  'hexnode',
  'hubspot',
  'incident-io',
  'intercom',
  'jamf-pro',
  'jumpcloud',
  'kandji',
  'knowbe4',
  'launchdarkly',
  'linear',
  'looker',
  'mercury',
  'metabase',
  'miro',
  'mist',
  'neon',
  'netbird',
  'netlify',
  'node-red',
  'notion',
  'onelogin',
  'openai',
  'opsgenie',
  'pagerduty',
  'pingone',
  'posthog',
  'rapid7-insightvm',
  'render',
  'rootly',
  'salesforce',
  'scaleway',
  'semgrep',
  'sendgrid',
  'sentry',
  'servicenow',
  'simplemdm',
  'snowflake',
  'sonarqube',
  'sonatype-iq',
  'stripe',
  'supabase',
  'tailscale',
  'tally',
  'tenable',
  'terraform-cloud',
  'twilio',
  'unleash',
  'vercel',
  'webex',
  'workos',
  'zendesk',
  'zoom',
]

const code: Readonly<Record<string, Load>> = {
  aws: async () => (await import('./aws/index.ts')).default,
  'aws-role': async () => (await import('./aws-role/index.ts')).default,
  azure: async () => (await import('./azure/index.ts')).default,
  datadog: async () => (await import('./datadog/index.ts')).default,
  github: async () => (await import('./github/index.ts')).default,
  'github-app': async () => (await import('./github-app/index.ts')).default,
  'google-cloud': async () => (await import('./google-cloud/index.ts')).default,
  'google-workspace': async () => (await import('./google-workspace/index.ts')).default,
  jira: async () => (await import('./jira/index.ts')).default,
  'microsoft-entra': async () => (await import('./microsoft-entra/index.ts')).default,
  okta: async () => (await import('./okta/index.ts')).default,
  slack: async () => (await import('./slack/index.ts')).default,
}

/** Ids of those that are code. */
export const codeConnectorIds: readonly string[] = Object.keys(code)

const data = dataConnectorIds.map((id): [string, Load] => [
  id,
  async () => (await import('./_data/read-file.ts')).readShipped(id),
])

/** The shipped connectors by id. Each is loaded on demand, so listing them costs nothing. */
export const connectors: { readonly [id: string]: Load } = Object.fromEntries(
  [...Object.entries(code), ...data].sort(([a], [b]) => (a < b ? -1 : 1)),
)

/** Ids of the shipped connectors. */
export const connectorIds: readonly string[] = Object.keys(connectors)

/** What lists of connectors show of each, out of one file. No connector is loaded for it. */
export async function listConnectors(): Promise<readonly ConnectorSummary[]> {
  return (await import('./_data/read-list.ts')).readList()
}
