import type { Problem } from '../errors/index.ts'
import type { CheckData } from './check.ts'
import type { ConnectorDefinition } from './connector.ts'
import { controlProblems } from './control-rules.ts'
import type { Option } from './credential-field.ts'
import { capturesOf, settingsOf, strategyFieldsOf, tokenNameOf } from './fields.ts'
import { hookProblems } from './hook-rules.ts'
import { oauth2Problems } from './oauth2-rules.ts'
import { pathText } from './problems.ts'
import { templateProblems } from './template-rules.ts'
import { isChoice, type Variable } from './variable.ts'

/**
 * What a schema cannot say: rules between the members of a definition, and between it and its hooks.
 * @param standIns paths of members that are not well-formed; what depends on them is not judged
 */
export function connectorProblems(
  definition: ConnectorDefinition,
  hooks: unknown,
  standIns: ReadonlySet<string>,
): Problem[] {
  const isStrategyKnown = !['auth', 'auth.type', 'auth.config'].some((path) => standIns.has(path))
  return [
    ...(isStrategyKnown ? strategyProblems(definition) : []),
    ...fieldProblems(definition),
    ...variableProblems(definition.variables ?? [], 'variables'),
    ...hookProblems(hooks, definition.variables ?? [], isStrategyKnown ? definition.auth.type : undefined),
  ]
}

/** Rules of one check beside its connector. */
export function checkProblems(check: CheckData, connectorVariables: readonly Variable[]): Problem[] {
  const inherited = new Set(connectorVariables.map((variable) => variable.id))
  const own = check.variables ?? []
  return [
    ...variableProblems(own, 'variables'),
    ...controlProblems(check.controls ?? [], [...connectorVariables, ...own]),
    ...own.flatMap((variable, index): Problem[] => [
      ...(inherited.has(variable.id)
        ? [
            {
              path: `variables[${index}].id`,
              message: `"${variable.id}" is a variable of the connector already; choose another id or use that one`,
            },
          ]
        : []),
      ...(isChoice(variable) && variable.options === undefined
        ? [
            {
              path: `variables[${index}].options`,
              message: "is required: a hook fetches options for the connector's own variables only",
            },
          ]
        : []),
    ]),
  ]
}

function strategyProblems(definition: ConnectorDefinition): Problem[] {
  return [
    ...repeatedNames(definition),
    ...templateProblems(definition),
    ...oauth2Problems(definition),
    ...basicProblems(definition),
    ...carrierProblems(definition),
  ]
}

interface Declaration {
  readonly name: string
  readonly path: string
}

function repeatedNames(definition: ConnectorDefinition): Problem[] {
  const seen = new Map<string, string>()
  return declarations(definition).flatMap(({ name, path }) => {
    const before = seen.get(name)
    seen.set(name, path)
    if (before === undefined) return []
    const message = `"${name}" is declared twice (also by ${before}); credential ids, setting ids and tokens share one namespace, so rename one`
    return [{ path, message }]
  })
}

// What OAuth brings is kept beside what people type, under these names.
const oauthNames = ['access_token', 'refresh_token', 'client_secret', 'code_verifier']

function declarations(definition: ConnectorDefinition): Declaration[] {
  const { auth, credentialFields = [] } = definition
  const listed = (path: string, list: readonly { readonly id: string }[]) =>
    list.map(({ id }, index) => ({ name: id, path: `${path}[${index}].id` }))
  const ofStrategy =
    auth.type === 'custom'
      ? listed('auth.config.credentialFields', auth.config.credentialFields)
      : strategyFieldsOf(definition).map(({ id }) => ({ name: id, path: 'auth.config' }))
  const granted = auth.type === 'oauth2' ? oauthNames : []
  const tokens = settingsOf(definition).flatMap((setting, index) =>
    tokenNameOf(setting) === setting.id
      ? []
      : [{ name: tokenNameOf(setting), path: `auth.config.customSettings[${index}].token` }],
  )
  return [
    ...granted.map((name) => ({ name, path: 'auth.config' })),
    ...ofStrategy,
    ...listed('credentialFields', credentialFields),
    ...listed('auth.config.capture', capturesOf(definition)),
    ...listed('auth.config.customSettings', settingsOf(definition)),
    ...tokens,
  ]
}

function basicProblems({ auth }: ConnectorDefinition): Problem[] {
  if (auth.type !== 'basic') return []
  const { fixedUsername, fixedPassword } = auth.config
  const problems: Problem[] = []
  // RFC 7617 §2: a user-id with a colon cannot be told from its password.
  if (fixedUsername?.includes(':')) {
    problems.push({
      path: 'auth.config.fixedUsername',
      message: 'must not hold a colon; the server would split it there',
    })
  }
  if (fixedUsername !== undefined && fixedPassword !== undefined) {
    const message =
      'replaces the other half of the credentials, and then nothing is left to ask for; remove one of both'
    problems.push({ path: 'auth.config.fixedPassword', message })
  }
  return problems
}

// Parts of the message itself (RFC 9110 §7.2, §7.6.1; RFC 9112 §6): whoever sends the request computes them.
const framingHeaders = [
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
]

/** Headers and parameters that carry the credentials or the message itself are nobody else's. */
function carrierProblems({ auth, headers = {}, query = {} }: ConnectorDefinition): Problem[] {
  const carrier =
    auth.type === 'oauth2'
      ? (auth.config.tokenPlacement?.header ?? 'Authorization')
      : auth.type === 'api_key' && auth.config.in === 'header'
        ? auth.config.name
        : auth.type === 'basic'
          ? 'Authorization'
          : undefined
  const inHeaders = Object.keys(headers).flatMap((name): Problem[] => {
    const path = pathText(['headers', name])
    if (name.toLowerCase() === carrier?.toLowerCase()) return [{ path, message: 'carries the credentials; remove it' }]
    if (framingHeaders.includes(name.toLowerCase())) return [{ path, message: 'is set by HTTP itself; remove it' }]
    return []
  })
  if (auth.type !== 'api_key') return inHeaders
  const { name } = auth.config
  if (auth.config.in === 'query') {
    return Object.hasOwn(query, name)
      ? [...inHeaders, { path: pathText(['query', name]), message: 'is where the API key goes; remove it' }]
      : inHeaders
  }
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)
    ? inHeaders
    : [...inHeaders, { path: 'auth.config.name', message: 'must be an HTTP header name, such as "X-Api-Key"' }]
}

function fieldProblems(definition: ConnectorDefinition): Problem[] {
  const { auth, credentialFields = [] } = definition
  const lists = {
    credentialFields,
    'auth.config.credentialFields': auth.type === 'custom' ? auth.config.credentialFields : [],
    'auth.config.customSettings': settingsOf(definition),
  }
  return Object.entries(lists).flatMap(([path, fields]) =>
    fields.flatMap((field, index) =>
      'options' in field ? optionProblems(field.options, `${path}[${index}].options`) : [],
    ),
  )
}

function variableProblems(variables: readonly Variable[], path: string): Problem[] {
  const seen = new Set<string>()
  return variables.flatMap((variable, index) => {
    const problems: Problem[] = []
    const add = (member: string, message: string) => problems.push({ path: `${path}[${index}].${member}`, message })
    if (seen.has(variable.id)) add('id', `"${variable.id}" is declared twice; rename one`)
    seen.add(variable.id)
    if (variable.type === 'number') {
      const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, default: value } = variable
      if (min > max) add('min', `is greater than max (${max}); swap them`)
      else if (value !== undefined && (value < min || value > max)) {
        add('default', `lies outside min and max; choose a number from ${min} to ${max}`)
      }
    }
    if (isChoice(variable) && variable.options !== undefined) {
      problems.push(...optionProblems(variable.options, `${path}[${index}].options`))
      const known = variable.options.map((option) => option.value)
      const unknown = [variable.default ?? []].flat().find((value) => !known.includes(value))
      if (unknown !== undefined) {
        add('default', `${JSON.stringify(unknown)} is not one of the options (${known.join(', ')})`)
      }
    }
    return problems
  })
}

function optionProblems(options: readonly Option[], path: string): Problem[] {
  const values = options.map((option) => option.value)
  return values.flatMap((value, index) =>
    values.indexOf(value) < index
      ? [{ path: `${path}[${index}].value`, message: `${JSON.stringify(value)} is listed twice; remove one` }]
      : [],
  )
}
