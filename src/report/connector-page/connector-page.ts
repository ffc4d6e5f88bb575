import {
  type AnyConnector,
  type AuthDefinition,
  type CheckData,
  type ConnectorDefinition,
  controlId,
  credentialFieldsOf,
  settingsOf,
  type Variable,
} from '../../define/index.ts'
import { block, code, joined, listed, table } from './markdown.ts'
import type { Observed, SampleResult } from './observed.ts'

export interface ConnectorPageOptions {
  /** How commands name the connector: its id where it is shipped, its file otherwise. @default the id */
  readonly target?: string
  /** What was seen of it at work: without, the page says nothing of endpoints and shows no sample. */
  readonly observed?: Observed | undefined
}

/**
 * What people have to know of a connector before they connect it, as Markdown: how to sign in, which scopes and why, what
 * it asks, and what its checks answer. Made from the definition, so that it cannot promise anything else.
 */
export function connectorPage(connector: AnyConnector, options: ConnectorPageOptions = {}): string {
  const { definition, checks } = connector
  const { target = connector.id, observed } = options
  const { id, name, version, description, category, docsUrl, auth, variables = [] } = definition
  return joined([
    `# ${name}`,
    description,
    table(
      ['', ''],
      [
        ['Connector', [code(id), version].filter((part) => part !== undefined).join(' ')],
        ['Category', category],
        ['Documentation of the vendor', docsUrl],
        ['Signs in by', signsInBy(auth)],
        ['Credentials are sent to', listed(hostsOf(definition))],
      ],
    ),
    '## Connect',
    ...connectSection(definition, target),
    ...scopesSection(connector),
    ...(variables.length > 0
      ? ['## Variables', `For every check; ${code('--var id=value')} sets one.`, variableTable(variables)]
      : []),
    ...(observed ? endpointsSection(observed) : []),
    '## Checks',
    table(
      ['Check', 'Asks whether', 'Severity'],
      checks.map((check) => [linkTo(check.id), check.title, severityOf(check)]),
    ),
    ...checks.flatMap((check) => checkSection(check, observed?.samples[check.id])),
  ])
}

/** How a connector signs in, in a few words. */
export function signsInBy(auth: AuthDefinition): string {
  switch (auth.type) {
    case 'oauth2':
      return auth.config.grant === 'client_credentials'
        ? 'OAuth 2.0, client credentials'
        : `OAuth 2.0, authorization code${auth.config.pkce || auth.config.publicClient ? ' with PKCE' : ''}`
    case 'api_key':
      return `API key in the ${auth.config.in === 'header' ? 'header' : 'query parameter'} ${code(auth.config.name)}`
    case 'basic':
      return 'HTTP Basic: user name and password'
    case 'custom':
      return auth.config.description ?? 'its own scheme'
  }
}

function connectSection(definition: ConnectorDefinition, target: string): (string | undefined)[] {
  const { auth } = definition
  const fields = [...credentialFieldsOf(definition)]
  const settings = settingsOf(definition)
  const fieldTable = (rows: typeof fields) =>
    table(
      ['Field', 'Label', 'Type', 'Required', 'Meaning'],
      rows.map((field) => [
        code(field.id),
        field.label,
        field.type,
        field.required ? 'yes' : 'no',
        field.helpText ?? field.placeholder,
      ]),
    )
  const isOauth = auth.type === 'oauth2'
  return [
    fieldTable(fields),
    ...(settings.length > 0
      ? ['The OAuth app needs these beside its client id and secret:', fieldTable([...settings])]
      : []),
    auth.config.setupInstructions,
    isOauth
      ? block('sh', `npx checkwright app set ${target}    # the OAuth app, once\nnpx checkwright connect ${target}`)
      : block('sh', `npx checkwright run ${target}`),
  ]
}

/** Each scope with the checks that are the reason for it. */
function scopesSection({ definition: { auth }, checks }: AnyConnector): (string | undefined)[] {
  const declared = auth.type === 'oauth2' ? auth.config.scopes : []
  const scopes = [...new Set([...declared, ...checks.flatMap((check) => check.scopes ?? [])])]
  if (scopes.length === 0) return []
  const needing = (scope: string) => checks.filter((check) => check.scopes?.includes(scope))
  return [
    '## Scopes',
    'What the credentials have to be allowed, and why. Without a scope its checks end as `error` and say which one is missing; the others run.',
    table(
      ['Scope', 'Needed by'],
      scopes.map((scope) => [
        code(scope),
        needing(scope)
          .map(({ id }) => linkTo(id))
          .join(', ') || 'no check',
      ]),
    ),
  ]
}

function endpointsSection({ endpoints, source }: Observed): (string | undefined)[] {
  if (endpoints.length === 0) return []
  const isKnown = endpoints.some(({ checks }) => checks.length > 0)
  return [
    '## Endpoints',
    `What the checks ask of the vendor, as seen in ${source}.`,
    isKnown
      ? table(
          ['Endpoint', 'Asked by'],
          endpoints.map(({ endpoint, checks }) => [code(endpoint), checks.map(linkTo).join(', ') || '–']),
        )
      : endpoints.map(({ endpoint }) => `- ${code(endpoint)}`).join('\n'),
  ]
}

function checkSection(check: CheckData, sample: SampleResult | undefined): (string | undefined)[] {
  const facts = [
    ['Severity', severityOf(check)],
    ['Controls', listed(check.controls?.map(controlId))],
    ['Scopes', listed(check.scopes)],
    ['Tags', listed(check.tags)],
    ['Without any result', check.onEmpty],
  ].filter(([, value]) => value !== undefined)
  return [
    // The id, so that a link to the check stays when its title is worded anew.
    `### ${code(check.id)}`,
    `**${check.title}**`,
    check.description,
    facts.map(([what, value]) => `- ${what}: ${value}`).join('\n'),
    ...(check.variables?.length ? [variableTable(check.variables)] : []),
    ...(sample ? ['A result looks like this:', block('json', JSON.stringify(sample, null, 2))] : []),
  ]
}

function variableTable(variables: readonly Variable[]): string | undefined {
  return table(
    ['Variable', 'Label', 'Type', 'Default', 'Meaning'],
    variables.map((variable) => [
      code(variable.id),
      variable.label,
      variable.type,
      variable.default === undefined
        ? variable.required
          ? 'required'
          : undefined
        : code(JSON.stringify(variable.default)),
      variable.helpText,
    ]),
  )
}

function linkTo(checkId: string): string {
  return `[${code(checkId)}](#${checkId})`
}

function severityOf({ severity = 'medium' }: CheckData): string {
  return severity
}

/** As templates, because whose values fill them is not known here. */
function hostsOf({ baseUrl, allowedHosts = [] }: ConnectorDefinition): string[] {
  return [baseUrl.replace(/^https?:\/\/([^/]*).*$/, '$1'), ...allowedHosts]
}
