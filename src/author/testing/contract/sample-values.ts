import {
  type AnyConnector,
  type AnyCredentialValue,
  type CredentialField,
  isSecret,
  listCaptures,
  listCredentialFields,
  listCustomSettings,
  toTokenName,
  type Variable,
} from '../../../define/index.ts'
import { createTextOfPattern } from '../../../descriptions/pattern-text.ts'
import { omitUndefined } from '../../../text/omit-undefined.ts'

/** Invented values to run a connector with. */
export interface SampleValues {
  /** As `runChecks` takes them; for an oauth2 connector with its access token. */
  readonly credentials: Readonly<Record<string, AnyCredentialValue>>
  readonly settings: Readonly<Record<string, string>>
  readonly variables: Readonly<Record<string, unknown>>
  /** The credentials that must not be shown. */
  readonly secrets: readonly string[]
}

/**
 * Values that fit a connector's fields. Secrets are long and unmistakable, so that they are found anywhere.
 * @param entered values that replace invented ones
 * @param settingValues the same for settings of the platform
 */
export function createSampleValues(
  connector: AnyConnector,
  entered: SampleValues['credentials'] = {},
  settingValues: SampleValues['settings'] = {},
): SampleValues {
  const { definition } = connector
  const fields = listCredentialFields(definition)
  const captures = listCaptures(definition)
  const isOAuth = definition.auth.type === 'oauth2'
  const credentials: Record<string, AnyCredentialValue> = {
    ...Object.fromEntries(fields.map((field) => [field.id, createSampleOfField(field)])),
    ...Object.fromEntries(captures.map(({ id, pattern }) => [id, createSampleText(id, pattern)])),
    ...omitUndefined({ access_token: isOAuth ? createSampleSecret('access_token') : undefined }),
    ...entered,
  }
  const secretIds = [
    ...fields.filter(isSecret).map(({ id }) => id),
    ...captures.filter(({ secret }) => secret).map(({ id }) => id),
    ...(isOAuth ? ['access_token'] : []),
  ]
  const variables = [...(definition.variables ?? []), ...connector.checks.flatMap((check) => check.variables ?? [])]
  const settings = listCustomSettings(definition).map((setting) => ({
    setting,
    value: settingValues[setting.id] ?? String(createSampleOfField(setting)),
  }))
  return {
    credentials,
    settings: Object.fromEntries(
      settings.flatMap(({ setting, value }) => [
        [setting.id, value],
        [toTokenName(setting), value],
      ]),
    ),
    variables: Object.fromEntries(
      variables
        .filter((variable) => variable.default === undefined && variable.required)
        .map((variable) => [variable.id, createSampleVariable(variable)]),
    ),
    secrets: [
      ...secretIds.map((id) => String(credentials[id])),
      ...settings.filter(({ setting }) => isSecret(setting)).map(({ value }) => value),
    ],
  }
}

function createSampleOfField(field: CredentialField): AnyCredentialValue {
  switch (field.type) {
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'multiselect':
      return field.options.slice(0, 1).map(({ value }) => value)
    case 'url':
      return field.pattern === undefined ? 'https://sample.example' : createSampleText(field.id, field.pattern)
    case 'select':
      return field.options[0]?.value ?? ''
    case 'certificate':
      return createSampleSecret(field.id)
    case 'password':
    case 'textarea':
      return field.pattern === undefined ? createSampleSecret(field.id) : createSampleText(field.id, field.pattern)
    default:
      return createSampleText(field.id, field.pattern)
  }
}

/** One DNS label, so that it fits a host as well. */
function createSampleText(id: string, pattern: string | undefined): string {
  const text = pattern === undefined ? undefined : createTextOfPattern(`^(?:${pattern})$`)
  return text ?? `sample-${id.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`
}

function createSampleSecret(id: string): string {
  return `secret-of-${id}-7vQz3nWp9KxT2mRb`
}

function createSampleVariable(variable: Variable): unknown {
  switch (variable.type) {
    case 'number':
      return variable.min ?? 1
    case 'boolean':
      return true
    case 'select':
      return variable.options?.[0]?.value ?? 'sample'
    case 'multiselect':
      return variable.options?.slice(0, 1).map(({ value }) => value) ?? ['sample']
    case 'list':
      return ['sample.example']
    default:
      return `sample-${variable.id}`
  }
}
