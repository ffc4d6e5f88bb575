import * as z from 'zod/mini'
import { unknownOption } from './problems.ts'

/**
 * The definition's schemas, built when the first definition is parsed: strict, so that a misspelt option is an error. zod/mini, because importing a connector must
 * cost next to nothing. The input types of this folder are written by hand for inference; a type test holds both equal.
 */

/** An object of known options only. What it says about others is one line for each. */
const strict = <const Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => unknownOption(key, Object.keys(shape))).join('\n')
        : undefined,
  })

let built: ReturnType<typeof build> | undefined

/** Building them takes longer than loading zod/mini, and an import that defines nothing need not wait for it. */
export function schemas() {
  built ??= build()
  return built
}

function build() {
  const text = z.string().check(z.minLength(1, 'must not be empty'))
  const connectorId = z
    .string()
    .check(z.regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'must be kebab-case, such as "google-workspace"'))
  // Values are looked up by these names, and every object answers to "constructor" or "toString" already.
  const isFree = (name: string) => !(name in Object.prototype)
  const notFree = 'is a name that every object has; choose another'
  const valueId = z
    .string()
    .check(
      z.regex(
        /^[A-Za-z_][A-Za-z0-9_-]*$/,
        'must start with a letter or "_" and hold letters, digits, "_" and "-" only',
      ),
      z.refine(isFree, notFree),
    )
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

  const option = strict({ value: z.string(), label: z.string() })
  const options = z.array(option).check(z.minLength(1, 'must list at least one option'))

  const fieldBase = {
    id: valueId,
    label: text,
    required: z.optional(z.boolean()),
    placeholder: z.optional(z.string()),
    helpText: z.optional(z.string()),
    pattern: z.optional(pattern),
  }
  const token = z.optional(
    z.templateLiteral(['{', z.string(), '}'], 'must be the placeholder with its braces, such as "{APP_NAME}"').check(
      z.refine((braced) => /^\{[^{}]+\}$/.test(braced), 'must be a name in one pair of braces, such as "{APP_NAME}"'),
      z.refine((braced) => isFree(braced.slice(1, -1)), notFree),
    ),
  )
  const typedField = { ...fieldBase, type: z.enum(['text', 'password', 'textarea', 'number', 'url']) }
  const choiceField = { ...fieldBase, type: z.enum(['select', 'combobox']), options }

  const credentialFieldSchema = z.discriminatedUnion('type', [strict(typedField), strict(choiceField)])
  const customSetting = z.discriminatedUnion('type', [
    strict({ ...typedField, token }),
    strict({ ...choiceField, token }),
  ])

  const variableBase = { id: valueId, label: text, required: z.optional(z.boolean()), helpText: z.optional(z.string()) }

  const variableSchema = z.discriminatedUnion('type', [
    strict({ ...variableBase, type: z.literal('text'), default: z.optional(z.string()) }),
    strict({
      ...variableBase,
      type: z.literal('number'),
      default: z.optional(z.number()),
      min: z.optional(z.number()),
      max: z.optional(z.number()),
    }),
    strict({ ...variableBase, type: z.literal('boolean'), default: z.optional(z.boolean()) }),
    strict({
      ...variableBase,
      type: z.literal('select'),
      options: z.optional(options),
      default: z.optional(z.string()),
    }),
    strict({
      ...variableBase,
      type: z.literal('multiselect'),
      options: z.optional(options),
      default: z.optional(z.array(z.string())),
    }),
  ])

  const captureSchema = strict({
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
    scopeParam: z.optional(text),
    tokenBody: z.optional(z.enum(['form', 'json'])),
    refreshUrl: z.optional(text),
    tokenPath: z.optional(text),
    errorPath: z.optional(text),
    tokenTypes: z.optional(z.array(text)),
    tokenPlacement: z.optional(strict({ header: headerName, prefix: singleLine })),
    capture: z.optional(z.array(captureSchema)),
    issuer: z.optional(text),
    revokeUrl: z.optional(text),
    registrationUrl: z.optional(text),
  }

  const oauth2Config = z.discriminatedUnion('grant', [
    strict({ ...oauth2Options, grant: z.optional(z.literal('authorization_code')), authorizeUrl: text }),
    strict({ ...oauth2Options, grant: z.literal('client_credentials'), authorizeUrl: z.optional(text) }),
  ])

  const apiKeyConfig = strict({
    in: z.enum(['header', 'query']),
    name: text,
    prefix: z.optional(singleLine),
    field: z.optional(
      strict({ label: z.optional(text), placeholder: z.optional(z.string()), helpText: z.optional(z.string()) }),
    ),
    setupInstructions: z.optional(z.string()),
  })

  const basicConfig = strict({
    usernameField: z.optional(valueId),
    passwordField: z.optional(valueId),
    fixedUsername: z.optional(singleLine),
    fixedPassword: z.optional(singleLine),
    labels: z.optional(strict({ username: z.optional(text), password: z.optional(text) })),
    setupInstructions: z.optional(z.string()),
  })

  const customConfig = strict({
    description: z.optional(z.string()),
    credentialFields: z.array(credentialFieldSchema),
    setupInstructions: z.optional(z.string()),
  })

  const authSchema = z.discriminatedUnion('type', [
    strict({ type: z.literal('oauth2'), config: oauth2Config }),
    strict({ type: z.literal('api_key'), config: apiKeyConfig }),
    strict({ type: z.literal('basic'), config: basicConfig }),
    strict({ type: z.literal('custom'), config: customConfig }),
  ])

  const positive = z.number().check(z.positive('must be greater than 0'))
  const count = z.number().check(z.int('must be a whole number'), z.positive('must be greater than 0'))

  const connectorSchema = strict({
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
    test: z.optional(strict({ path: text, query: z.optional(params) })),
    limits: z.optional(
      strict({
        concurrency: z.optional(count),
        requestsPerSecond: z.optional(positive),
        burst: z.optional(count),
        per: z.optional(z.enum(['connection', 'app'])),
      }),
    ),
    graphqlPath: z.optional(text),
    successPath: z.optional(text),
    sensitive: z.optional(z.array(text)),
  })

  const controlName = z.string().check(z.regex(/^[a-z0-9-]+:\S+$/, 'must be "framework:control", such as "soc2:CC6.1"'))
  const boundSchema = strict({
    min: z.optional(z.number()),
    max: z.optional(z.number()),
    oneOf: z.optional(
      z.array(z.union([z.string(), z.boolean()])).check(z.minLength(1, 'must list at least one value')),
    ),
    includes: z.optional(z.array(z.string()).check(z.minLength(1, 'must list at least one value'))),
  })
  const controlSchema = z.union(
    [controlName, strict({ id: controlName, requires: z.record(valueId, boundSchema) })],
    'must be "framework:control", or an object of id and requires',
  )

  const checkSchema = strict({
    id: connectorId,
    title: text,
    description: z.optional(z.string()),
    severity: z.optional(z.enum(['critical', 'high', 'medium', 'low', 'info'])),
    controls: z.optional(z.array(controlSchema)),
    scopes: z.optional(z.array(text)),
    tags: z.optional(z.array(text)),
    variables: z.optional(z.array(variableSchema)),
    onEmpty: z.optional(z.enum(['pass', 'fail', 'not_applicable'])),
    writes: z.optional(z.boolean()),
    timeoutMs: z.optional(count),
  })

  return { credentialFieldSchema, variableSchema, authSchema, connectorSchema, checkSchema }
}
