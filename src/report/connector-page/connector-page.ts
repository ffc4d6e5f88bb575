import { findProof } from '../../checks/proofs/find-proof.ts'
import {
  type AnyConnector,
  type AuthDefinition,
  type CheckData,
  type ConnectorDefinition,
  listCredentialFields,
  listCustomSettings,
  toControlId,
  type Variable,
} from '../../define/index.ts'
import { describeProof } from '../pieces/proof-line.ts'
import { listNeededScopes } from './access-policy.ts'
import { listCredentialHosts } from './credential-hosts.ts'
import {
  listInventoryScopes,
  renderAskerLink,
  renderCheckLink,
  renderInventoryLink,
  renderListsSection,
} from './lists-section.ts'
import { formatCode, formatCodeList, joinBlocks, renderCodeBlock, renderTable } from './page-markdown.ts'
import type { ObservedConnector, SampleResult } from './sample-results.ts'
import { type CheckWays, renderWays } from './ways-section.ts'

export interface ConnectorPageOptions {
  /** The connector's name in commands: its id if it is shipped, otherwise its file. @default the id */
  readonly target?: string
  /** Its recorded activity. Without it, the page has no endpoints and no sample. */
  readonly observed?: ObservedConnector | undefined
  /** What its requests and members were held to. Without it, the page says nothing of that. */
  readonly commitment?: string | undefined
  /** The cases that its witnesses have, by the id of the check. Without them, the page says nothing of that. */
  readonly ways?: ReadonlyMap<string, CheckWays> | undefined
}

/**
 * The Markdown page for people before they connect a connector: how to sign in, which scopes and why, and its requests,
 * checks and results. Made from the definition, so that it cannot promise anything else.
 */
export function renderConnectorPage(connector: AnyConnector, options: ConnectorPageOptions = {}): string {
  const { definition, checks } = connector
  const { notJudged = [] } = definition
  const { target = connector.id, observed, commitment, ways } = options
  const { id, name, version, description, category, docsUrl, auth, variables = [] } = definition
  return joinBlocks([
    `# ${name}`,
    description,
    renderTable(
      ['', ''],
      [
        ['Connector', [formatCode(id), version].filter((part) => part !== undefined).join(' ')],
        ['Category', category],
        ['Documentation of the vendor', docsUrl],
        ['Signs in by', describeSignIn(auth)],
        ['Credentials are sent to', formatCodeList(listCredentialHosts(definition))],
        ...(commitment === undefined ? [] : [['Held to', commitment]]),
      ],
    ),
    '## Connect',
    ...connectSection(definition, target),
    ...renderScopesSection(connector),
    ...(variables.length > 0
      ? ['## Variables', `For every check; ${formatCode('--var id=value')} sets one.`, renderVariableTable(variables)]
      : []),
    ...(observed ? renderEndpointsSection(connector, observed) : []),
    ...renderListsSection(connector),
    ...(notJudged.length > 0 ? ['## Does not judge', notJudged.map(({ says }) => `- ${says}`).join('\n')] : []),
    '## Checks',
    renderTable(
      ['Check', 'Asks whether', 'Severity'],
      checks.map((check) => [renderCheckLink(check.id), check.title, readSeverity(check)]),
    ),
    ...checks.flatMap((check) => [
      ...renderCheckSection(check, observed?.samples[check.id]),
      ...[ways?.get(check.id)].flatMap((each) => (each === undefined ? [] : renderWays(each))),
      describeProof({ proof: findProof(connector, check) }),
    ]),
  ])
}

/** How a connector signs in, in a few words. */
export function describeSignIn(auth: AuthDefinition): string {
  switch (auth.type) {
    case 'oauth2':
      return auth.config.grant === 'client_credentials'
        ? 'OAuth 2.0, client credentials'
        : `OAuth 2.0, authorization code${auth.config.pkce || auth.config.publicClient ? ' with PKCE' : ''}`
    case 'api_key':
      return `API key in the ${auth.config.in === 'header' ? 'header' : 'query parameter'} ${formatCode(auth.config.name)}`
    case 'basic':
      return `HTTP ${auth.config.scheme === 'digest' ? 'Digest' : 'Basic'}: user name and password`
    case 'custom':
      return auth.config.description ?? 'its own scheme'
  }
}

function connectSection(definition: ConnectorDefinition, target: string): (string | undefined)[] {
  const { auth } = definition
  const fields = [...listCredentialFields(definition)]
  const settings = listCustomSettings(definition)
  const fieldTable = (rows: typeof fields) =>
    renderTable(
      ['Field', 'Label', 'Type', 'Required', 'Meaning'],
      rows.map((field) => [
        formatCode(field.id),
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
      ? [
          isOauth
            ? 'The OAuth app needs these beside its client id and secret:'
            : 'An operator of the platform enters these once, on the page Set up or by `checkwright app set`:',
          fieldTable([...settings]),
        ]
      : []),
    ...(auth.type === 'custom' && auth.config.settingsInstructions !== undefined
      ? ['### Set up the platform', auth.config.settingsInstructions, '### Connect an organization']
      : []),
    auth.config.setupInstructions,
    isOauth
      ? renderCodeBlock(
          'sh',
          `npx checkwright app set ${target}    # the OAuth app, once\nnpx checkwright connect ${target}`,
        )
      : settings.length > 0
        ? renderCodeBlock(
            'sh',
            `npx checkwright app set ${target}    # the settings of the platform, once\nnpx checkwright connect ${target}`,
          )
        : renderCodeBlock('sh', `npx checkwright run ${target}`),
  ]
}

/** Each scope with the checks and lists that need it. */
function renderScopesSection(connector: AnyConnector): (string | undefined)[] {
  const { checks, inventories } = connector
  const scopes = listNeededScopes(connector)
  if (scopes.length === 0) return []
  const needing = (scope: string) => [
    ...checks.filter((check) => check.scopes?.includes(scope)).map(({ id }) => renderCheckLink(id)),
    ...inventories.filter((inventory) => listInventoryScopes(inventory).includes(scope)).map(renderInventoryLink),
  ]
  return [
    '## Scopes',
    inventories.length > 0
      ? 'The scopes that the credentials need, and why. If a scope is missing, its checks end as `error` and name it, and its lists are not complete; the others run.'
      : 'The scopes that the credentials need, and why. If a scope is missing, its checks end as `error` and name it; the other checks run.',
    renderTable(
      ['Scope', 'Needed by'],
      scopes.map((scope) => [
        formatCode(scope),
        needing(scope).join(', ') || (inventories.length > 0 ? 'no check and no list' : 'no check'),
      ]),
    ),
  ]
}

function renderEndpointsSection(
  connector: AnyConnector,
  { endpoints, source }: ObservedConnector,
): (string | undefined)[] {
  if (endpoints.length === 0) return []
  const isKnown = endpoints.some(({ checks }) => checks.length > 0)
  return [
    '## Endpoints',
    `The requests that ${connector.inventories.length > 0 ? 'checks and lists' : 'the checks'} send to the vendor, as seen in ${source}.`,
    isKnown
      ? renderTable(
          ['Endpoint', 'Asked by'],
          endpoints.map(({ endpoint, checks }) => [
            formatCode(endpoint),
            checks.map((id) => renderAskerLink(connector, id)).join(', ') || '–',
          ]),
        )
      : endpoints.map(({ endpoint }) => `- ${formatCode(endpoint)}`).join('\n'),
  ]
}

function renderCheckSection(check: CheckData, sample: SampleResult | undefined): (string | undefined)[] {
  const facts = [
    ['Severity', readSeverity(check)],
    ['Controls', formatCodeList(check.controls?.map(toControlId))],
    ['Scopes', formatCodeList(check.scopes)],
    ['Tags', formatCodeList(check.tags)],
    ['Evidence that asks for no new review when it changes', formatCodeList(check.volatile)],
    ['Without any result', check.onEmpty],
  ].filter(([, value]) => value !== undefined)
  return [
    // The id, so that a link to the check stays valid when its title changes.
    `### ${formatCode(check.id)}`,
    `**${check.title}**`,
    check.description,
    facts.map(([what, value]) => `- ${what}: ${value}`).join('\n'),
    ...(check.variables?.length ? [renderVariableTable(check.variables)] : []),
    ...(check.fix
      ? [
          `A [command of the vendor’s tool](${check.fix.source}) that mends it:`,
          renderCodeBlock('sh', check.fix.command),
        ]
      : []),
    ...(sample ? ['A result looks like this:', renderCodeBlock('json', JSON.stringify(sample, null, 2))] : []),
  ]
}

function renderVariableTable(variables: readonly Variable[]): string | undefined {
  return renderTable(
    ['Variable', 'Label', 'Type', 'Default', 'Meaning'],
    variables.map((variable) => [
      formatCode(variable.id),
      variable.label,
      variable.type,
      variable.default === undefined
        ? variable.required
          ? 'required'
          : undefined
        : formatCode(JSON.stringify(variable.default)),
      variable.helpText,
    ]),
  )
}

function readSeverity({ severity = 'medium' }: CheckData): string {
  return severity
}
