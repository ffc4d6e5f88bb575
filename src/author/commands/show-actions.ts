import { findProof } from '../../checks/proofs/find-proof.ts'
import {
  type AnyConnector,
  type Check,
  type ConnectorDefinition,
  type CredentialField,
  type CustomSetting,
  listCredentialFields,
  listCustomSettings,
  toControlId,
  type Variable,
} from '../../define/index.ts'
import { type AccessPolicy, createAccessPolicy } from '../../report/connector-page/access-policy.ts'
import { listCredentialHosts } from '../../report/connector-page/credential-hosts.ts'
import { renderJson } from '../../report/json.ts'
import { describeProof } from '../../report/pieces/proof-line.ts'
import { measureLead, wrapHanging, wrapText } from '../../report/pieces/wrap-text.ts'
import { loadConnectors } from '../../service/commands/connector-file/load-connector.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { formatColumns } from '../../service/commands/format-columns.ts'
import type { Output } from '../../service/commands/terminal.ts'
import { shell } from '../../text/quote-for-shell.ts'

export interface ShowOptions extends GlobalOptions {
  /** Only what the connector needs at the vendor, in the vendor's own form. @default false */
  readonly policy?: boolean | undefined
}

/** The whole definition of a connector, for people. */
export async function runShowCommand(
  target: string,
  { json, policy = false }: ShowOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const { connectors, isList } = await loadConnectors(target)
  if (policy) {
    const policies = connectors.map((connector) => ({ connector: connector.id, ...createAccessPolicy(connector) }))
    if (json) terminal.json(isList ? policies : policies[0])
    else for (const each of policies) printPolicy(each, terminal)
  } else if (json) {
    const shown = connectors.map((connector) => ({
      ...connector.toJSON(),
      fields: listCredentialFields(connector.definition),
    }))
    terminal.json(isList ? shown : shown[0])
  } else for (const connector of connectors) terminal.out.write(formatConnectorPage(connector, terminal.out))
  return exitCodes.fine
}

/** What is printed can be given to the vendor as it is; the rest goes to stderr. */
function printPolicy(
  { connector, scopes, document }: AccessPolicy & { readonly connector: string },
  { out, err }: Context['terminal'],
): void {
  if (document) out.write(renderJson(document))
  else if (scopes.length > 0) out.write(`${scopes.join('\n')}\n`)
  else
    err.line(
      `${connector} names no scopes: its credentials can do what their owner can. See "${shell`checkwright show ${connector}`}".`,
    )
}

function formatConnectorPage(connector: AnyConnector, out: Output): string {
  const { definition, checks } = connector
  const { id, name, version, description, docsUrl, category, auth } = definition
  const section = (title: string, rows: readonly (readonly string[])[]) =>
    rows.length === 0
      ? ''
      : `\n${out.paint('underline', title)}\n${indentLines(formatColumns(rows, { ...out, width: out.width - 2 }))}`
  return [
    `${out.paint('bold', name)}  ${id} ${version ?? ''}${category === undefined ? '' : `  ${category}`}\n`,
    description === undefined ? '' : `${wrapText(description, out.width).join('\n')}\n`,
    section('Signs in by', [
      [auth.type, describeStrategy(definition)],
      ...(docsUrl === undefined ? [] : [['docs', docsUrl]]),
    ]),
    section(
      'Credentials',
      listCredentialFields(definition).map((field) => [field.id, formatField(field)]),
    ),
    section(
      'Settings of the OAuth app',
      listCustomSettings(definition).map((setting) => [setting.id, formatSetting(setting)]),
    ),
    section(
      'Variables',
      (definition.variables ?? []).map((variable) => [variable.id, formatVariable(variable)]),
    ),
    section(
      'Credentials are sent to',
      listCredentialHosts(definition).map((host) => [host]),
    ),
    section(
      'Checks',
      checks.map((check) => [check.id, check.severity ?? 'medium', formatCheck(check)]),
    ),
    section(
      'Checks were tried on',
      checks.flatMap((check) => {
        const proof = describeProof({ proof: findProof(connector, check) })
        return proof === undefined ? [] : [[check.id, proof]]
      }),
    ),
    section(
      'Variables of checks',
      checks.flatMap((check) =>
        (check.variables ?? []).map((variable) => [`${check.id}: ${variable.id}`, formatVariable(variable)]),
      ),
    ),
    formatInstructions(definition, out),
  ].join('')
}

function describeStrategy({ auth }: ConnectorDefinition): string {
  switch (auth.type) {
    case 'oauth2': {
      const { grant, scopes, pkce, publicClient } = auth.config
      const how = grant === 'client_credentials' ? 'the app itself, without a person' : 'in the browser'
      return `${how}${pkce || publicClient ? ', with PKCE' : ''}; scopes: ${scopes.join(', ') || 'none'}`
    }
    case 'api_key':
      return `${auth.config.in} ${auth.config.name}`
    case 'basic':
      return auth.config.scheme === 'digest' ? 'HTTP Digest' : 'HTTP Basic'
    case 'custom':
      return auth.config.description ?? 'a login of its own'
  }
}

function formatField(field: CredentialField): string {
  const options = 'options' in field ? `: ${field.options.map((option) => option.value).join(', ')}` : ''
  const example = field.placeholder === undefined ? '' : `, such as ${field.placeholder}`
  const help = field.helpText === undefined ? '' : `. ${field.helpText}`
  return `${field.label} (${field.type}${options}${field.required ? '' : ', optional'}${example})${help}`
}

function formatSetting(setting: CustomSetting): string {
  return `${formatField(setting)}${setting.token === undefined ? '' : `; fills ${setting.token}`}`
}

function formatVariable(variable: Variable): string {
  const filled =
    variable.default === undefined ? (variable.required ? 'required' : 'optional') : `default ${variable.default}`
  const options =
    'options' in variable && variable.options ? `: ${variable.options.map((option) => option.value).join(', ')}` : ''
  return `${variable.label} (${variable.type}${options}, ${filled})${variable.helpText === undefined ? '' : `. ${variable.helpText}`}`
}

function formatCheck({ title, controls = [], scopes = [], fix }: Check): string {
  const notes = [
    ...(controls.length > 0 ? [controls.map(toControlId).join(', ')] : []),
    ...(scopes.length > 0 ? [`needs ${scopes.join(', ')}`] : []),
    ...(fix ? [`mended by: ${fix.command}`] : []),
  ]
  return `${title}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`
}

function formatInstructions({ auth }: ConnectorDefinition, out: Output): string {
  const forOperator = auth.type === 'custom' ? auth.config.settingsInstructions : undefined
  const text = [forOperator, auth.config.setupInstructions].filter((each) => each !== undefined).join('\n\n')
  const link =
    auth.type === 'oauth2' && auth.config.createAppUrl ? `Create the app at ${auth.config.createAppUrl}\n` : ''
  if (text === '' && link === '') return ''
  const lines = stripMarkdown(text.trim())
    .split('\n')
    .flatMap((line) => wrapHanging(line, out.width - 2, measureLead(line)))
  return `\n${out.paint('underline', 'How to set it up')}\n${indentLines(`${link}${lines.join('\n')}\n`)}`
}

/** Markdown without the marks that only a page needs. */
function stripMarkdown(markdown: string): string {
  return markdown.replace(/\[([^\]]+)\]\(([^)]+)\)/g, '$1 ($2)').replace(/(\*{1,2})(\S(?:.*?\S)?)\1/g, '$2')
}

function indentLines(text: string): string {
  return text.replace(/^(?=.)/gm, '  ')
}
