import {
  type AnyConnector,
  type ConnectorDefinition,
  type CredentialField,
  type CustomSetting,
  controlId,
  credentialFieldsOf,
  settingsOf,
  type Variable,
} from '../../define/index.ts'
import { hanging, wrap } from '../../report/layout.ts'
import type { Context, GlobalOptions } from '../context.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { loadConnectors } from '../load-connector.ts'
import { table } from '../output/table.ts'
import type { Output } from '../output/terminal.ts'

/** Everything that a connector says about itself. */
export async function show(target: string, { json }: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  const { connectors, isList } = await loadConnectors(target)
  if (json) {
    const shown = connectors.map((connector) => ({
      ...connector.toJSON(),
      fields: credentialFieldsOf(connector.definition),
    }))
    terminal.json(isList ? shown : shown[0])
  } else for (const connector of connectors) terminal.out.write(page(connector, terminal.out))
  return exitCodes.fine
}

function page({ definition, checks }: AnyConnector, out: Output): string {
  const { id, name, version, description, docsUrl, category, auth } = definition
  const section = (title: string, rows: readonly (readonly string[])[]) =>
    rows.length === 0
      ? ''
      : `\n${out.paint('underline', title)}\n${indented(table(rows, { ...out, width: out.width - 2 }))}`
  return [
    `${out.paint('bold', name)}  ${id} ${version ?? ''}${category === undefined ? '' : `  ${category}`}\n`,
    description === undefined ? '' : `${wrap(description, out.width).join('\n')}\n`,
    section('Signs in by', [
      [auth.type, strategyText(definition)],
      ...(docsUrl === undefined ? [] : [['docs', docsUrl]]),
    ]),
    section(
      'Credentials',
      credentialFieldsOf(definition).map((field) => [field.id, fieldText(field)]),
    ),
    section(
      'Settings of the OAuth app',
      settingsOf(definition).map((setting) => [setting.id, settingText(setting)]),
    ),
    section(
      'Variables',
      (definition.variables ?? []).map((variable) => [variable.id, variableText(variable)]),
    ),
    section(
      'Credentials are sent to',
      hostsOf(definition).map((host) => [host]),
    ),
    section(
      'Checks',
      checks.map((check) => [
        check.id,
        check.severity ?? 'medium',
        checkText(check.title, check.controls?.map(controlId), check.scopes),
      ]),
    ),
    section(
      'Variables of checks',
      checks.flatMap((check) =>
        (check.variables ?? []).map((variable) => [`${check.id}: ${variable.id}`, variableText(variable)]),
      ),
    ),
    instructions(definition, out),
  ].join('')
}

function strategyText({ auth }: ConnectorDefinition): string {
  switch (auth.type) {
    case 'oauth2': {
      const { grant, scopes, pkce, publicClient } = auth.config
      const how = grant === 'client_credentials' ? 'the app itself, without a person' : 'in the browser'
      return `${how}${pkce || publicClient ? ', with PKCE' : ''}; scopes: ${scopes.join(', ') || 'none'}`
    }
    case 'api_key':
      return `${auth.config.in} ${auth.config.name}`
    case 'basic':
      return 'HTTP Basic'
    case 'custom':
      return auth.config.description ?? 'a login of its own'
  }
}

function fieldText(field: CredentialField): string {
  const options = 'options' in field ? `: ${field.options.map((option) => option.value).join(', ')}` : ''
  const example = field.placeholder === undefined ? '' : `, such as ${field.placeholder}`
  const help = field.helpText === undefined ? '' : `. ${field.helpText}`
  return `${field.label} (${field.type}${options}${field.required ? '' : ', optional'}${example})${help}`
}

function settingText(setting: CustomSetting): string {
  return `${fieldText(setting)}${setting.token === undefined ? '' : `; fills ${setting.token}`}`
}

function variableText(variable: Variable): string {
  const given =
    variable.default === undefined ? (variable.required ? 'required' : 'optional') : `default ${variable.default}`
  const options =
    'options' in variable && variable.options ? `: ${variable.options.map((option) => option.value).join(', ')}` : ''
  return `${variable.label} (${variable.type}${options}, ${given})${variable.helpText === undefined ? '' : `. ${variable.helpText}`}`
}

function checkText(title: string, controls: readonly string[] = [], scopes: readonly string[] = []): string {
  const notes = [
    ...(controls.length > 0 ? [controls.join(', ')] : []),
    ...(scopes.length > 0 ? [`needs ${scopes.join(', ')}`] : []),
  ]
  return `${title}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`
}

/** As templates, because whose values fill them is not known here. */
function hostsOf({ baseUrl, allowedHosts = [] }: ConnectorDefinition): string[] {
  return [baseUrl.replace(/^https?:\/\/([^/]*).*$/, '$1'), ...allowedHosts]
}

function instructions({ auth }: ConnectorDefinition, out: Output): string {
  const text = auth.config.setupInstructions
  const link =
    auth.type === 'oauth2' && auth.config.createAppUrl ? `Create the app at ${auth.config.createAppUrl}\n` : ''
  if (text === undefined && link === '') return ''
  const lines = plain((text ?? '').trim())
    .split('\n')
    .flatMap((line) => hanging(line, out.width - 2, lead(line)))
  return `\n${out.paint('underline', 'How to set it up')}\n${indented(`${link}${lines.join('\n')}\n`)}`
}

/** Markdown without the marks that only a page needs. */
function plain(markdown: string): string {
  return markdown.replace(/\[([^\]]+)\]\(([^)]+)\)/g, '$1 ($2)').replace(/(\*{1,2})(\S(?:.*?\S)?)\1/g, '$2')
}

/** Columns before the text of a list item, below which its next lines stand. */
function lead(line: string): number {
  return /^\s*(?:[-*]|\d+\.)?\s*/.exec(line)?.[0].length ?? 0
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ')
}
