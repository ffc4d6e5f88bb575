import * as z from 'zod/mini'

/**
 * The definition's schemas: strict, so that a misspelt option is an error. zod/mini, because importing a connector must
 * cost next to nothing. The input types of this folder are written by hand for inference; a type test holds both equal.
 */

const text = z.string().check(z.minLength(1, 'must not be empty'))
const connectorId = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'must be kebab-case, such as "google-workspace"'))
const valueId = z
  .string()
  .check(z.regex(/^[A-Za-z_][A-Za-z0-9_-]*$/, 'must start with a letter and hold letters, digits, "_" and "-" only'))
const pattern = z.string().check(
  z.refine((source) => {
    try {
      new RegExp(source, 'u')
      return true
    } catch {
      return false
    }
  }, 'must be a regular expression'),
)
const pageUrl = z
  .string()
  .check(z.refine((url) => /^https:\/\//i.test(url) && URL.canParse(url), 'must be an https URL'))
// HTTP field names are tokens (RFC 9110 §5.1).
const headerName = z.string().check(z.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must be an HTTP header name'))
const singleLine = z.string().check(z.refine((value) => !/[\r\n\0]/.test(value), 'must not hold line breaks or NUL'))
const params = z.record(text, z.string())
const semver = z
  .string()
  .check(z.regex(/^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.-]+)*$/, 'must be a semantic version, such as "1.0.0"'))

const option = z.strictObject({ value: z.string(), label: z.string() })
const options = z.array(option).check(z.minLength(1, 'must list at least one option'))

const fieldBase = {
  id: valueId,
  label: text,
  required: z.optional(z.boolean()),
  placeholder: z.optional(z.string()),
  helpText: z.optional(z.string()),
  pattern: z.optional(pattern),
}
const token = z.optional(z.templateLiteral(['{', z.string(), '}']))
const typedField = { ...fieldBase, type: z.enum(['text', 'password', 'textarea', 'number', 'url']) }
const choiceField = { ...fieldBase, type: z.enum(['select', 'combobox']), options }

export const credentialFieldSchema = z.discriminatedUnion('type', [
  z.strictObject(typedField),
  z.strictObject(choiceField),
])
const customSetting = z.discriminatedUnion('type', [
  z.strictObject({ ...typedField, token }),
  z.strictObject({ ...choiceField, token }),
])

const variableBase = { id: valueId, label: text, required: z.optional(z.boolean()), helpText: z.optional(z.string()) }

export const variableSchema = z.discriminatedUnion('type', [
  z.strictObject({ ...variableBase, type: z.literal('text'), default: z.optional(z.string()) }),
  z.strictObject({
    ...variableBase,
    type: z.literal('number'),
    default: z.optional(z.number()),
    min: z.optional(z.number()),
    max: z.optional(z.number()),
  }),
  z.strictObject({ ...variableBase, type: z.literal('boolean'), default: z.optional(z.boolean()) }),
  z.strictObject({
    ...variableBase,
    type: z.literal('select'),
    options: z.optional(options),
    default: z.optional(z.string()),
  }),
  z.strictObject({
    ...variableBase,
    type: z.literal('multiselect'),
    options: z.optional(options),
    default: z.optional(z.array(z.string())),
  }),
])

const captureSchema = z.strictObject({
  from: z.enum(['callback', 'token']),
  path: text,
  id: valueId,
  pattern: z.optional(pattern),
  secret: z.optional(z.boolean()),
})

const oauth2Options = {
  tokenUrl: text,
  scopes: z.array(text),
  pkce: z.optional(z.boolean()),
  clientAuthMethod: z.optional(z.enum(['body', 'header'])),
  clientAuthEncoding: z.optional(z.enum(['form', 'raw'])),
  publicClient: z.optional(z.boolean()),
  supportsRefreshToken: z.optional(z.boolean()),
  authorizationParams: z.optional(params),
  tokenParams: z.optional(params),
  refreshParams: z.optional(params),
  setupInstructions: z.optional(z.string()),
  createAppUrl: z.optional(pageUrl),
  customSettings: z.optional(z.array(customSetting)),
  scopeSeparator: z.optional(text),
  tokenBody: z.optional(z.enum(['form', 'json'])),
  refreshUrl: z.optional(text),
  tokenPath: z.optional(text),
  errorPath: z.optional(text),
  tokenTypes: z.optional(z.array(text)),
  tokenPlacement: z.optional(z.strictObject({ header: headerName, prefix: singleLine })),
  capture: z.optional(z.array(captureSchema)),
  issuer: z.optional(text),
  revokeUrl: z.optional(text),
  registrationUrl: z.optional(text),
}

const oauth2Config = z.discriminatedUnion('grant', [
  z.strictObject({ ...oauth2Options, grant: z.optional(z.literal('authorization_code')), authorizeUrl: text }),
  z.strictObject({ ...oauth2Options, grant: z.literal('client_credentials'), authorizeUrl: z.optional(text) }),
])

const apiKeyConfig = z.strictObject({
  in: z.enum(['header', 'query']),
  name: text,
  prefix: z.optional(singleLine),
  field: z.optional(
    z.strictObject({ label: z.optional(text), placeholder: z.optional(z.string()), helpText: z.optional(z.string()) }),
  ),
  setupInstructions: z.optional(z.string()),
})

const basicConfig = z.strictObject({
  usernameField: z.optional(valueId),
  passwordField: z.optional(valueId),
  fixedUsername: z.optional(singleLine),
  fixedPassword: z.optional(singleLine),
  labels: z.optional(z.strictObject({ username: z.optional(text), password: z.optional(text) })),
  setupInstructions: z.optional(z.string()),
})

const customConfig = z.strictObject({
  description: z.optional(z.string()),
  credentialFields: z.array(credentialFieldSchema),
  setupInstructions: z.optional(z.string()),
})

export const authSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('oauth2'), config: oauth2Config }),
  z.strictObject({ type: z.literal('api_key'), config: apiKeyConfig }),
  z.strictObject({ type: z.literal('basic'), config: basicConfig }),
  z.strictObject({ type: z.literal('custom'), config: customConfig }),
])

const positive = z.number().check(z.positive('must be greater than 0'))
const count = z.number().check(z.int('must be a whole number'), z.positive('must be greater than 0'))

export const connectorSchema = z.strictObject({
  id: connectorId,
  name: text,
  version: z.optional(semver),
  description: z.optional(z.string()),
  category: z.optional(
    z.enum([
      'identity',
      'cloud',
      'development',
      'communication',
      'monitoring',
      'security',
      'hr',
      'devices',
      'data',
      'productivity',
      'infrastructure',
    ]),
  ),
  docsUrl: z.optional(pageUrl),
  baseUrl: text,
  allowedHosts: z.optional(z.array(text)),
  headers: z.optional(z.record(headerName, singleLine)),
  query: z.optional(params),
  credentialFields: z.optional(z.array(credentialFieldSchema)),
  auth: authSchema,
  variables: z.optional(z.array(variableSchema)),
  test: z.optional(z.strictObject({ path: text, query: z.optional(params) })),
  limits: z.optional(
    z.strictObject({
      concurrency: z.optional(count),
      requestsPerSecond: z.optional(positive),
      burst: z.optional(count),
      per: z.optional(z.enum(['connection', 'app'])),
    }),
  ),
  graphqlPath: z.optional(text),
  sensitive: z.optional(z.array(text)),
})

export const checkSchema = z.strictObject({
  id: connectorId,
  title: text,
  description: z.optional(z.string()),
  severity: z.optional(z.enum(['critical', 'high', 'medium', 'low', 'info'])),
  controls: z.optional(
    z.array(z.string().check(z.regex(/^[a-z0-9-]+:\S+$/, 'must be "framework:control", such as "soc2:CC6.1"'))),
  ),
  scopes: z.optional(z.array(text)),
  tags: z.optional(z.array(text)),
  variables: z.optional(z.array(variableSchema)),
  onEmpty: z.optional(z.enum(['pass', 'fail', 'not_applicable'])),
  writes: z.optional(z.boolean()),
  timeoutMs: z.optional(count),
})
