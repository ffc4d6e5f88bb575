import type { AnyConnector, AuthDefinition, CheckData, Variable } from '../src/define/index.ts'
import { credentialFieldsOf } from '../src/define/index.ts'
import { code, joined, listed, notice, table } from './markdown.ts'

/** The list of all connectors, each with a link to its page. */
export function connectorList(connectors: readonly AnyConnector[]): string {
  return joined([
    notice,
    '# Connectors',
    table(
      ['Connector', 'What it asks', 'Category', 'Signs in by', 'Checks'],
      connectors.map(({ definition: { id, name, description, category, auth }, checks }) => [
        `[${name}](${id}.md)`,
        description,
        category,
        signsInBy(auth),
        String(checks.length),
      ]),
    ),
  ])
}

/** The page of one connector, made from its definition: what it asks for, how to connect, and what its checks answer. */
export function connectorPage({ definition, checks }: AnyConnector): string {
  const { id, name, version, description, category, docsUrl, baseUrl, auth, variables = [] } = definition
  return joined([
    notice,
    `# ${name}`,
    description,
    table(
      ['', ''],
      [
        ['Connector', code(id)],
        ['Version', version],
        ['Category', category],
        ['API', baseUrl],
        ['Documentation of the vendor', docsUrl],
        ['Signs in by', signsInBy(auth)],
      ],
    ),
    '## Connect',
    table(
      ['Field', 'Label', 'Type', 'Required', 'Meaning'],
      credentialFieldsOf(definition).map((field) => [
        code(field.id),
        field.label,
        field.type,
        yesNo(field.required),
        field.helpText ?? field.placeholder,
      ]),
    ),
    auth.config.setupInstructions,
    ['```sh', `npx checkwright run ${id}`, '```'].join('\n'),
    ...(variables.length > 0
      ? ['## Variables', 'Every check of the connector uses them.', variableTable(variables)]
      : []),
    '## Checks',
    ...checks.flatMap(checkSection),
  ])
}

function checkSection(check: CheckData): (string | undefined)[] {
  const facts = [
    ['Severity', check.severity ?? 'medium'],
    ['Controls', listed(check.controls?.map((control) => (typeof control === 'string' ? control : control.id)))],
    ['Scopes', listed(check.scopes)],
    ['Tags', listed(check.tags)],
    ['Without any result', check.onEmpty],
  ].filter(([, value]) => value !== undefined)
  return [
    `### ${check.title}`,
    code(check.id),
    check.description,
    facts.map(([what, value]) => `- ${what}: ${value}`).join('\n'),
    ...(check.variables?.length ? [variableTable(check.variables)] : []),
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

function signsInBy(auth: AuthDefinition): string {
  switch (auth.type) {
    case 'oauth2':
      return auth.config.grant === 'client_credentials'
        ? 'OAuth 2.0, client credentials'
        : `OAuth 2.0, authorization code${auth.config.pkce || auth.config.publicClient ? ' with PKCE' : ''}; scopes ${listed(auth.config.scopes) ?? 'none'}`
    case 'api_key':
      return `API key in the ${auth.config.in === 'header' ? 'header' : 'query parameter'} ${code(auth.config.name)}`
    case 'basic':
      return 'HTTP Basic: user name and password'
    case 'custom':
      return auth.config.description ?? 'its own scheme'
  }
}

function yesNo(value: boolean | undefined): string {
  return value ? 'yes' : 'no'
}
