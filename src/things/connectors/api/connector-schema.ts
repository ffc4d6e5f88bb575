import { z } from '@hono/zod-openapi'
import {
  type AnyConnector,
  type CheckData,
  type CredentialField,
  hasClientSecret,
  isChoice,
  isSecret,
  listCredentialFields,
  severities,
  toControlId,
  type Variable,
} from '../../../define/index.ts'
import { Option, shownVariable, toNullable } from '../../../service/api/schemas/schemas.ts'
import { listAppSettings } from '../app-destination.ts'

const Field = z
  .object({
    id: z.string().openapi({ example: 'api_key' }),
    label: z.string().openapi({ example: 'API Key' }),
    type: z.enum([
      'text',
      'password',
      'textarea',
      'select',
      'multiselect',
      'combobox',
      'number',
      'url',
      'boolean',
      'certificate',
    ]),
    required: z.boolean(),
    secret: z.boolean().openapi({ description: 'Not shown again after it is entered.' }),
    placeholder: z.string().nullable().openapi({ example: null }),
    helpText: z.string().nullable().openapi({ example: 'Under Settings, API.' }),
    pattern: z.string().nullable().openapi({ description: 'The whole value has to match it.', example: null }),
    options: z.array(Option).nullable().openapi({ description: 'The options of a select, multiselect or combobox.' }),
  })
  .openapi('CredentialField')

export const VariableSchema = z
  .object({
    id: z.string().openapi({ example: 'max_admins' }),
    label: z.string().openapi({ example: 'Most administrators allowed' }),
    type: z.enum(['text', 'number', 'boolean', 'select', 'multiselect', 'list']),
    required: z.boolean(),
    default: shownVariable,
    min: z.number().nullable().openapi({ example: 1 }),
    max: z.number().nullable().openapi({ example: null }),
    helpText: z.string().nullable().openapi({ example: null }),
    options: z.array(Option).nullable(),
    fetchesOptions: z.boolean().openapi({ description: 'Whether the vendor can list the options of a connection.' }),
  })
  .openapi('Variable')

export const CheckSchema = z
  .object({
    id: z.string().openapi({ example: 'admin-mfa' }),
    title: z.string().openapi({ example: 'Administrators sign in with a second factor' }),
    description: z.string().nullable().openapi({ example: null }),
    severity: z.enum(severities),
    controls: z.array(z.string()).openapi({ example: ['soc2:CC6.1'] }),
    scopes: z.array(z.string()).openapi({ example: ['users:read'] }),
    tags: z.array(z.string()).openapi({ example: ['mfa'] }),
    variables: z.array(VariableSchema).openapi({ description: 'Variables of this check only.' }),
    writes: z.boolean().openapi({ description: 'Whether it may change something at the vendor.', example: false }),
  })
  .openapi('Check')

export const ConnectorSchema = z
  .object({
    id: z.string().openapi({ example: 'acme' }),
    name: z.string().openapi({ example: 'Acme' }),
    version: z.string().openapi({ example: '1.0.0' }),
    description: z.string().nullable().openapi({ example: 'Users and their second factors.' }),
    category: z.string().nullable().openapi({ example: 'identity' }),
    docsUrl: z.string().nullable().openapi({ example: 'https://acme.example/docs' }),
    strategy: z.enum(['oauth2', 'api_key', 'basic', 'custom']),
    connectBy: z.enum(['oauth', 'credentials']).openapi({
      description: '`oauth`: with oauth/start, in the browser. `credentials`: with values that a person types.',
      example: 'credentials',
    }),
    credentialFields: z.array(Field).openapi({ description: 'In the order of the form.' }),
    setupInstructions: z.string().nullable().openapi({ description: 'Markdown.', example: 'Open **Settings**.' }),
    scopes: z.array(z.string()).openapi({ description: 'Scopes that OAuth requests.', example: ['users:read'] }),
    oauthApp: z
      .object({
        redirectUri: z.string().openapi({
          description: "Register it at the vendor: that of the organization's own app, else that of a new one.",
        }),
        createAppUrl: z.string().nullable(),
        settings: z.array(Field),
        needsSecret: z.boolean(),
        registersItself: z.boolean().openapi({
          description: 'The app registers itself (RFC 7591), so an administrator does not have to create one.',
        }),
      })
      .nullable()
      .openapi({ description: 'Instructions for the administrator who creates the OAuth app. null: there is none.' }),
    variables: z.array(VariableSchema).openapi({ description: 'Variables of all its checks.' }),
    checks: z.array(CheckSchema),
  })
  .openapi('Connector')

/** A connector as everybody may see it. */
export function toWireConnector(connector: AnyConnector, redirectUri: string): z.input<typeof ConnectorSchema> {
  const { definition, checks } = connector
  const { auth } = definition
  return {
    id: connector.id,
    name: definition.name,
    version: definition.version ?? '0.0.0',
    description: toNullable(definition.description),
    category: toNullable(definition.category),
    docsUrl: toNullable(definition.docsUrl),
    strategy: auth.type,
    connectBy: auth.type === 'oauth2' && auth.config.grant !== 'client_credentials' ? 'oauth' : 'credentials',
    credentialFields: listCredentialFields(definition).map(toWireField),
    setupInstructions: toNullable(auth.config.setupInstructions),
    scopes: auth.type === 'oauth2' ? [...auth.config.scopes] : [],
    oauthApp:
      auth.type === 'oauth2'
        ? {
            redirectUri,
            createAppUrl: toNullable(auth.config.createAppUrl),
            settings: listAppSettings(connector).map(toWireField),
            needsSecret: hasClientSecret(auth.config),
            registersItself: auth.config.registrationUrl !== undefined,
          }
        : null,
    variables: (definition.variables ?? []).map((variable) => toWireDeclaration(connector, variable)),
    checks: checks.map((check) => toWireCheck(connector, check)),
  }
}

export function toWireCheck(connector: AnyConnector, check: CheckData): z.input<typeof CheckSchema> {
  const { id, title, description, severity = 'medium', controls = [], scopes = [], tags = [], variables = [] } = check
  return {
    id,
    title,
    severity,
    description: toNullable(description),
    controls: controls.map(toControlId),
    scopes: [...scopes],
    tags: [...tags],
    variables: variables.map((variable) => toWireDeclaration(connector, variable)),
    writes: check.writes === true,
  }
}

/** A variable as its connector declares it. */
export function toWireDeclaration({ hooks }: AnyConnector, variable: Variable): z.input<typeof VariableSchema> {
  const { id, label, type, required = false, helpText } = variable
  const { min, max } = variable.type === 'number' ? variable : {}
  return {
    id,
    label,
    type,
    required,
    default: toNullable(variable.default),
    min: toNullable(min),
    max: toNullable(max),
    helpText: toNullable(helpText),
    options:
      isChoice(variable) && variable.options ? variable.options.map(({ value, label }) => ({ value, label })) : null,
    fetchesOptions: hooks.options !== undefined && Object.hasOwn(hooks.options, id),
  }
}

function toWireField(field: CredentialField): z.input<typeof Field> {
  const { id, label, type, required = false, placeholder, helpText, pattern } = field
  return {
    id,
    label,
    type,
    required,
    secret: isSecret(field),
    placeholder: toNullable(placeholder),
    helpText: toNullable(helpText),
    pattern: toNullable(pattern),
    options: 'options' in field ? field.options.map(({ value, label }) => ({ value, label })) : null,
  }
}
