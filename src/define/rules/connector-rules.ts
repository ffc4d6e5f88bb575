import type { Problem } from '../../errors/index.ts'
import type { CheckData } from '../check/check.ts'
import type { ConnectorDefinition } from '../connector/connector-definition.ts'
import type { CredentialField } from '../connector/credential-field.ts'
import {
  isSecret,
  listCaptures,
  listCredentialFields,
  listCustomSettings,
  listStrategyFields,
  toTokenName,
} from '../connector/definition-fields.ts'
import { listHostNames } from '../connector/host-names.ts'
import { isChoice, type Variable } from '../connector/variable.ts'
import { crossCheckConnectorId } from '../run/cross-check-id.ts'
import { receivedConnectorId } from '../run/received.ts'
import { taskSourceId } from '../run/task-source-id.ts'
import { formatPath } from '../schema/problems.ts'
import { findControlProblems } from './control-rules.ts'
import { findHookProblems } from './hook-rules.ts'
import { findOauth2Problems } from './oauth2-rules.ts'
import { findStatementProblems } from './statement-rules.ts'
import { findTemplateProblems } from './template-rules.ts'
import { findOptionProblems, findVariableProblems } from './variable-rules.ts'

/**
 * Rules that a schema cannot express: between the members of a definition, and between it and its hooks.
 * @param standIns paths of malformed members. Rules skip what depends on them
 */
export function findConnectorProblems(
  definition: ConnectorDefinition,
  hooks: unknown,
  standIns: ReadonlySet<string>,
): Problem[] {
  const isStrategyKnown = !['auth', 'auth.type', 'auth.config'].some((path) => standIns.has(path))
  return [
    // Findings and waivers of checks across systems have it.
    ...(definition.id === crossCheckConnectorId
      ? [{ path: 'id', message: '"cross-check" stands for checks across systems; choose another' }]
      : []),
    ...(definition.id === receivedConnectorId
      ? [{ path: 'id', message: '"import" stands for results of other tools; choose another' }]
      : []),
    ...(definition.id === taskSourceId
      ? [{ path: 'id', message: '"task" stands for obligations; choose another' }]
      : []),
    ...(isStrategyKnown ? findStrategyProblems(definition) : []),
    ...findFieldProblems(definition),
    ...findVariableProblems(definition.variables ?? [], 'variables'),
    ...findHookProblems(hooks, definition.variables ?? [], isStrategyKnown ? definition.auth.type : undefined),
  ]
}

/** Rules of one check beside its connector. */
export function findCheckProblems(check: CheckData, connectorVariables: readonly Variable[]): Problem[] {
  const inherited = new Set(connectorVariables.map((variable) => variable.id))
  const own = check.variables ?? []
  return [
    ...findVariableProblems(own, 'variables'),
    ...findControlProblems(check.controls ?? [], [...connectorVariables, ...own]),
    ...findStatementProblems(check.states ?? [], [...connectorVariables, ...own]),
    ...own.flatMap((variable, index): Problem[] => [
      ...(inherited.has(variable.id)
        ? [
            {
              path: `variables[${index}].id`,
              message: `"${variable.id}" is already a variable of the connector; choose another id, or use that variable`,
            },
          ]
        : []),
      ...(variable.renamed ?? []).flatMap((id, nth): Problem[] =>
        inherited.has(id)
          ? [
              {
                path: `variables[${index}].renamed[${nth}]`,
                message: `"${id}" is a variable of the connector; remove one`,
              },
            ]
          : [],
      ),
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

function findStrategyProblems(definition: ConnectorDefinition): Problem[] {
  return [
    ...findRepeatedNames(definition),
    ...findTemplateProblems(definition),
    ...findOauth2Problems(definition),
    ...findBasicProblems(definition),
    ...findCarrierProblems(definition),
  ]
}

interface DeclaredName {
  readonly name: string
  readonly path: string
}

function findRepeatedNames(definition: ConnectorDefinition): Problem[] {
  const seen = new Map<string, string>()
  return listDeclarations(definition).flatMap(({ name, path }) => {
    const before = seen.get(name)
    seen.set(name, path)
    if (before === undefined) return []
    const message = `"${name}" is declared twice (also by ${before}); credential ids, setting ids and tokens share one namespace, so rename one`
    return [{ path, message }]
  })
}

// Values from OAuth are kept beside typed values, under these names.
const oauthNames = ['access_token', 'refresh_token', 'client_secret', 'code_verifier']

function listDeclarations(definition: ConnectorDefinition): DeclaredName[] {
  const { auth, credentialFields = [] } = definition
  const listed = (path: string, list: readonly { readonly id: string }[]) =>
    list.map(({ id }, index) => ({ name: id, path: `${path}[${index}].id` }))
  const ofStrategy =
    auth.type === 'custom'
      ? listed('auth.config.credentialFields', auth.config.credentialFields)
      : listStrategyFields(definition).map(({ id }) => ({ name: id, path: 'auth.config' }))
  const granted = auth.type === 'oauth2' ? oauthNames : []
  const tokens = listCustomSettings(definition).flatMap((setting, index) =>
    toTokenName(setting) === setting.id
      ? []
      : [{ name: toTokenName(setting), path: `auth.config.customSettings[${index}].token` }],
  )
  return [
    ...granted.map((name) => ({ name, path: 'auth.config' })),
    ...ofStrategy,
    ...listed('credentialFields', credentialFields),
    ...listed('auth.config.capture', listCaptures(definition)),
    ...listed('auth.config.customSettings', listCustomSettings(definition)),
    ...tokens,
  ]
}

function findBasicProblems({ auth }: ConnectorDefinition): Problem[] {
  if (auth.type !== 'basic') return []
  const { fixedUsername, fixedPassword, scheme } = auth.config
  const problems: Problem[] = []
  // RFC 7617 §2: a colon in the user name cannot be distinguished from the one before the password.
  if (fixedUsername?.includes(':')) {
    problems.push({
      path: 'auth.config.fixedUsername',
      message: 'must not contain a colon, because the server splits the credentials at the first one',
    })
  }
  if (fixedUsername !== undefined && fixedPassword !== undefined) {
    const message = 'replaces the other half of the credentials, so no field is left to enter; remove one of the two'
    problems.push({ path: 'auth.config.fixedPassword', message })
  } else if (scheme === 'digest' && fixedPassword !== undefined) {
    const message =
      'makes the user name the secret, and Digest sends the user name unencrypted; remove it, or use scheme "basic"'
    problems.push({ path: 'auth.config.fixedPassword', message })
  }
  return problems
}

// Parts of the message itself (RFC 9110 §7.2, §7.6.1; RFC 9112 §6): the HTTP client computes them.
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
// Set or dropped by the client that sends the request.
const clientHeaders = ['keep-alive', 'proxy-connection', 'accept-encoding', 'content-type', 'content-encoding']

/**
 * Only the strategy and the HTTP client may set headers and parameters that carry the credentials or the message
 * itself.
 */
function findCarrierProblems({ auth, headers = {}, query = {} }: ConnectorDefinition): Problem[] {
  const carrier =
    auth.type === 'oauth2'
      ? (auth.config.tokenPlacement?.header ?? 'Authorization')
      : auth.type === 'api_key' && auth.config.in === 'header'
        ? auth.config.name
        : auth.type === 'basic'
          ? 'Authorization'
          : undefined
  const inHeaders = Object.keys(headers).flatMap((name): Problem[] => {
    const path = formatPath(['headers', name])
    if (name.toLowerCase() === carrier?.toLowerCase()) return [{ path, message: 'carries the credentials; remove it' }]
    if (framingHeaders.includes(name.toLowerCase())) return [{ path, message: 'is set by HTTP itself; remove it' }]
    return []
  })
  const tokenHeader = auth.type === 'oauth2' ? auth.config.tokenPlacement?.header : undefined
  if (tokenHeader !== undefined && isUnsendableName(tokenHeader))
    return [...inHeaders, { path: 'auth.config.tokenPlacement.header', message: unsendable }]
  if (auth.type !== 'api_key') return inHeaders
  const { name } = auth.config
  if (name === '__proto__' || (auth.config.in === 'header' && isUnsendableName(name)))
    return [...inHeaders, { path: 'auth.config.name', message: unsendable }]
  if (auth.config.in === 'query') {
    return Object.hasOwn(query, name)
      ? [...inHeaders, { path: formatPath(['query', name]), message: 'is where the API key goes; remove it' }]
      : inHeaders
  }
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)
    ? inHeaders
    : [...inHeaders, { path: 'auth.config.name', message: 'must be an HTTP header name, such as "X-Api-Key"' }]
}

const unsendable = 'cannot carry a credential, because HTTP drops it from the request; choose another header'

/** HTTP clients drop or refuse these. `__proto__` is lost when an object is copied. */
function isUnsendableName(name: string): boolean {
  return (
    name === '__proto__' || framingHeaders.includes(name.toLowerCase()) || clientHeaders.includes(name.toLowerCase())
  )
}

function findFieldProblems(definition: ConnectorDefinition): Problem[] {
  const { auth, credentialFields = [] } = definition
  const lists = {
    credentialFields,
    'auth.config.credentialFields': auth.type === 'custom' ? auth.config.credentialFields : [],
    'auth.config.customSettings': listCustomSettings(definition),
  }
  const options = Object.entries(lists).flatMap(([path, fields]) =>
    fields.flatMap((field, index) =>
      'options' in field ? findOptionProblems(field.options, `${path}[${index}].options`) : [],
    ),
  )
  return [
    ...options,
    ...findPatternProblems(lists),
    ...findCallbackParamProblems(definition, lists),
    ...findCertificateFieldProblems(definition, lists),
  ]
}

/** A field that nobody types has no pattern. */
function findPatternProblems(lists: FieldLists): Problem[] {
  return Object.entries(lists).flatMap(([path, fields]) =>
    fields.flatMap(({ type, pattern }, index) =>
      pattern !== undefined && (type === 'boolean' || type === 'multiselect' || type === 'certificate')
        ? [{ path: `${path}[${index}].pattern`, message: `does not go with type "${type}"; remove it` }]
        : [],
    ),
  )
}

/** Whoever sends somebody a link must not choose where that person's secret goes. */
function findCallbackParamProblems(definition: ConnectorDefinition, lists: FieldLists): Problem[] {
  const hostNames = listHostNames(definition)
  return Object.entries(lists).flatMap(([path, fields]) =>
    fields.flatMap((field, index) =>
      'callbackParam' in field && field.callbackParam !== undefined && (isSecret(field) || hostNames.has(field.id))
        ? [
            {
              path: `${path}[${index}].callbackParam`,
              message: 'cannot fill a secret or a part of a host, because anybody can make such a link; remove it',
            },
          ]
        : [],
    ),
  )
}

/** Fields by the path of their list. */
type FieldLists = Readonly<Record<string, readonly CredentialField[]>>

/** TLS opens a connection with one certificate. */
function findCertificateFieldProblems(definition: ConnectorDefinition, lists: FieldLists): Problem[] {
  const passwords = listCredentialFields(definition)
    .filter(({ type }) => type === 'password')
    .map(({ id }) => id)
  const problems: Problem[] = []
  let before: string | undefined
  for (const [path, fields] of Object.entries(lists))
    for (const [index, field] of fields.entries()) {
      if (field.type !== 'certificate') continue
      const place = `${path}[${index}]`
      if (before !== undefined) {
        const message = `is a second certificate (the first is ${before}), and a connection uses only one; remove it`
        problems.push({ path: `${place}.type`, message })
      }
      before ??= place
      if (field.passphraseField !== undefined && !passwords.includes(field.passphraseField)) {
        const message = `"${field.passphraseField}" is not a field of type password; declare it, or remove this`
        problems.push({ path: `${place}.passphraseField`, message })
      }
    }
  return problems
}
