import { createRequire } from 'node:module'
import type { Problem } from '../errors/index.ts'
import type { OAuth2Config } from './auth-config.ts'
import type { CheckData } from './check.ts'
import type { ConnectorDefinition } from './connector.ts'
import { capturesOf, credentialFieldsOf, patternsOf, settingsOf, tokenNameOf } from './fields.ts'
import { cutUrlTemplate, placeholdersIn } from './template.ts'
import type { Variable } from './variable.ts'

/** What a schema cannot say: rules between the members of a definition. */
export function connectorProblems(definition: ConnectorDefinition): Problem[] {
  return [
    ...repeatedNames(definition),
    ...templates(definition).flatMap((template) => templateProblems(template, definition)),
    ...allowedHostProblems(definition),
    ...oauth2Problems(definition),
    ...credentialHeaderProblems(definition),
    ...variableProblems(definition.variables ?? [], 'variables'),
  ]
}

/** Rules of one check beside its connector. */
export function checkProblems(check: CheckData, connectorVariables: readonly Variable[]): Problem[] {
  const inherited = new Set(connectorVariables.map((variable) => variable.id))
  const own = check.variables ?? []
  return [
    ...variableProblems(own, 'variables'),
    ...own.flatMap((variable, index) =>
      inherited.has(variable.id)
        ? [
            {
              path: `variables[${index}].id`,
              message: `"${variable.id}" is a variable of the connector already; choose another id or use that one`,
            },
          ]
        : [],
    ),
  ]
}

function repeatedNames(definition: ConnectorDefinition): Problem[] {
  const names: { readonly name: string; readonly path: string }[] = []
  for (const field of credentialFieldsOf(definition)) names.push({ name: field.id, path: 'credential field' })
  for (const capture of capturesOf(definition)) names.push({ name: capture.id, path: 'auth.config.capture' })
  for (const setting of settingsOf(definition)) {
    names.push({ name: setting.id, path: 'auth.config.customSettings' })
    if (tokenNameOf(setting) !== setting.id)
      names.push({ name: tokenNameOf(setting), path: 'auth.config.customSettings' })
  }
  if (definition.auth.type === 'oauth2') {
    for (const name of ['access_token', 'refresh_token']) names.unshift({ name, path: 'the tokens of oauth2' })
  }
  const seen = new Map<string, string>()
  return names.flatMap(({ name, path }) => {
    const before = seen.get(name)
    seen.set(name, path)
    if (before === undefined) return []
    return [
      {
        path,
        message: `"${name}" is declared twice (also as ${before}); credential ids, setting ids and tokens are one namespace`,
      },
    ]
  })
}

interface TemplateUse {
  readonly path: string
  readonly text: string
  readonly kind: 'url' | 'host' | 'path' | 'text'
  /** What is known when it is filled: before the person consents, after the callback, or after the token reply. */
  readonly when: 'start' | 'exchange' | 'request'
}

function templates(definition: ConnectorDefinition): TemplateUse[] {
  const uses: TemplateUse[] = []
  const add = (
    path: string,
    text: string | undefined,
    kind: TemplateUse['kind'],
    when: TemplateUse['when'] = 'request',
  ) => {
    if (text !== undefined) uses.push({ path, text, kind, when })
  }
  const addAll = (
    path: string,
    map: Readonly<Record<string, string>> | undefined,
    when: TemplateUse['when'] = 'request',
  ) => {
    for (const [name, text] of Object.entries(map ?? {})) add(`${path}.${name}`, text, 'text', when)
  }
  add('baseUrl', definition.baseUrl, 'url')
  definition.allowedHosts?.forEach((host, index) => {
    add(`allowedHosts[${index}]`, host, 'host')
  })
  addAll('headers', definition.headers)
  addAll('query', definition.query)
  add('test.path', definition.test?.path, 'path')
  addAll('test.query', definition.test?.query)
  add('graphqlPath', definition.graphqlPath, 'path')
  if (definition.auth.type === 'oauth2') {
    const config = definition.auth.config
    add('auth.config.authorizeUrl', config.authorizeUrl, 'url', 'start')
    addAll('auth.config.authorizationParams', config.authorizationParams, 'start')
    add('auth.config.registrationUrl', config.registrationUrl, 'url', 'start')
    add('auth.config.tokenUrl', config.tokenUrl, 'url', 'exchange')
    addAll('auth.config.tokenParams', config.tokenParams, 'exchange')
    add('auth.config.refreshUrl', config.refreshUrl, 'url')
    addAll('auth.config.refreshParams', config.refreshParams)
    add('auth.config.revokeUrl', config.revokeUrl, 'url')
  }
  return uses
}

function templateProblems(use: TemplateUse, definition: ConnectorDefinition): Problem[] {
  const problem = (message: string): Problem => ({ path: use.path, message })
  const names = placeholdersIn(use.text)
  const captures = capturesOf(definition)
  const known = new Set([
    ...credentialFieldsOf(definition).map((field) => field.id),
    ...settingsOf(definition).flatMap((setting) => [setting.id, tokenNameOf(setting)]),
    ...captures.map((capture) => capture.id),
  ])
  const tooEarly = new Set(
    captures
      .filter(({ from }) => use.when === 'start' || (use.when === 'exchange' && from === 'token'))
      .map((capture) => capture.id),
  )
  const unfilled = names.flatMap((name) => {
    if (!known.has(name))
      return [problem(`{${name}} names no credential field or setting; declare it or remove the placeholder`)]
    if (tooEarly.has(name)) return [problem(`{${name}} is not known yet when this is sent; it is captured later`)]
    return []
  })
  if (use.kind === 'url') return [...unfilled, ...urlProblems(use, definition)]
  if (use.kind === 'host') return [...unfilled, ...hostProblems(use.path, use.text, definition)]
  return unfilled
}

function urlProblems({ path, text }: TemplateUse, definition: ConnectorDefinition): Problem[] {
  const cut = cutUrlTemplate(text)
  if (!cut) return [{ path, message: 'must be an absolute URL, such as "https://api.example.com"' }]
  if (cut.rest.includes('#')) return [{ path, message: 'must not have a fragment ("#…")' }]
  if (cut.scheme === undefined) {
    const [name = ''] = placeholdersIn(cut.authority)
    return patternsOf(definition)[name] === undefined
      ? [
          {
            path,
            message: `{${name}} decides which host is asked; give its field a "pattern" that allows only the hosts you mean`,
          },
        ]
      : []
  }
  if (cut.authority.includes('@')) return [{ path, message: 'must not hold a user name or password' }]
  if (cut.scheme === 'http:' && !isLoopback(cut.authority)) {
    return [{ path, message: 'must use https (http is for loopback addresses in tests)' }]
  }
  const probe = cut.authority.replaceAll(/\{[^{}]*\}/g, 'x')
  if (!URL.canParse(`${cut.scheme}//${probe}`)) return [{ path, message: 'has no usable host name' }]
  return hostProblems(path, cut.authority, definition)
}

/** Host rules: literal, or labels under a literal suffix that belongs to one owner, or a declared pattern. */
function hostProblems(path: string, host: string, definition: ConnectorDefinition): Problem[] {
  const names = placeholdersIn(host)
  const patterns = patternsOf(definition)
  const bare = names.filter((name) => patterns[name] === undefined)
  if (bare.length === 0) return []
  const literalSuffix = /\}((?:\.[a-z0-9-]+)+)(?::\d+)?$/i.exec(host)?.[1]?.slice(1)
  if (literalSuffix === undefined) {
    return [
      {
        path,
        message: `{${bare[0]}} fills the whole host; give its field a "pattern" that allows only the hosts you mean`,
      },
    ]
  }
  return isPublicSuffix(literalSuffix)
    ? [
        {
          path,
          message: `"${literalSuffix}" is a public suffix, so {${bare[0]}} could name anybody's host; give its field a "pattern"`,
        },
      ]
    : []
}

function allowedHostProblems(definition: ConnectorDefinition): Problem[] {
  return (definition.allowedHosts ?? []).flatMap((host, index) => {
    const path = `allowedHosts[${index}]`
    if (/[/@?#\s]/.test(host) || host.includes('//'))
      return [{ path, message: 'must be a host, "host:port" or "*.suffix", without scheme and path' }]
    if (!host.includes('*')) return []
    const suffix = host.slice(2)
    if (!host.startsWith('*.') || suffix.includes('*') || suffix === '')
      return [{ path, message: 'a wildcard stands for whole labels at the start only: "*.example.com"' }]
    if (suffix.startsWith('{')) return []
    return isPublicSuffix(suffix)
      ? [{ path, message: `"${suffix}" is a public suffix: anybody may own a host below it` }]
      : []
  })
}

// RFC 6749 §3.1: parameters must not be included more than once, and these are the protocol's own.
const reservedForAuthorization = [
  'client_id',
  'response_type',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
]
const reservedForToken = [
  'grant_type',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'client_id',
  'client_secret',
  'scope',
]

function oauth2Problems({ auth }: ConnectorDefinition): Problem[] {
  if (auth.type !== 'oauth2') return []
  const { config } = auth
  return [
    ...reserved(config.authorizationParams, 'authorizationParams', reservedForAuthorization),
    // A scope in the client credentials request is the protocol's own; elsewhere some providers want it repeated.
    ...reserved(config.tokenParams, 'tokenParams', reservedForToken),
    ...reserved(config.refreshParams, 'refreshParams', reservedForToken),
    ...presetProblems(config),
    ...contradictions(config),
  ]
}

function reserved(
  params: Readonly<Record<string, string>> | undefined,
  member: string,
  names: readonly string[],
): Problem[] {
  return Object.keys(params ?? {})
    .filter((name) => names.includes(name))
    .map((name) => ({ path: `auth.config.${member}.${name}`, message: 'is set by the protocol itself; remove it' }))
}

function presetProblems(config: OAuth2Config): Problem[] {
  const query = /\?([^#]*)/.exec(config.authorizeUrl ?? '')?.[1] ?? ''
  const preset = new Set(new URLSearchParams(query).keys())
  const problems = reservedForAuthorization
    .filter((name) => preset.has(name))
    .map((name) => ({
      path: 'auth.config.authorizeUrl',
      message: `presets "${name}", which the protocol sets itself; remove it`,
    }))
  const doubled = Object.keys(config.authorizationParams ?? {}).filter((name) => preset.has(name))
  return [
    ...problems,
    ...doubled.map((name) => ({
      path: `auth.config.authorizationParams.${name}`,
      message: 'stands in authorizeUrl as well; keep one',
    })),
  ]
}

function contradictions(config: OAuth2Config): Problem[] {
  const problems: Problem[] = []
  if (config.publicClient && config.clientAuthMethod === 'header') {
    problems.push({
      path: 'auth.config.clientAuthMethod',
      message: 'a public client has no secret to send in a header; remove it',
    })
  }
  if (
    config.supportsRefreshToken === false &&
    (config.refreshUrl !== undefined || config.refreshParams !== undefined)
  ) {
    problems.push({
      path: 'auth.config.supportsRefreshToken',
      message: 'is false, so refreshUrl and refreshParams are never used; remove them',
    })
  }
  return problems
}

function credentialHeaderProblems({ auth, headers, query }: ConnectorDefinition): Problem[] {
  const lowerCase = (map: Readonly<Record<string, string>> | undefined) =>
    Object.keys(map ?? {}).map((name) => name.toLowerCase())
  if (auth.type === 'api_key' && auth.config.in === 'query') {
    return Object.hasOwn(query ?? {}, auth.config.name)
      ? [{ path: `query.${auth.config.name}`, message: 'is where the API key goes; remove it' }]
      : []
  }
  const problems: Problem[] = []
  if (auth.type === 'api_key' && !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(auth.config.name)) {
    problems.push({ path: 'auth.config.name', message: 'must be an HTTP header name' })
  }
  const carrier =
    auth.type === 'api_key'
      ? auth.config.name
      : auth.type === 'oauth2'
        ? (auth.config.tokenPlacement?.header ?? 'Authorization')
        : 'Authorization'
  if (auth.type !== 'custom' && lowerCase(headers).includes(carrier.toLowerCase())) {
    problems.push({ path: 'headers', message: `sets "${carrier}", which carries the credentials; remove it` })
  }
  if (auth.type === 'basic' && auth.config.fixedUsername?.includes(':')) {
    // RFC 7617 §2: a user-id with a colon cannot be told from its password.
    problems.push({ path: 'auth.config.fixedUsername', message: 'must not hold a colon' })
  }
  return problems
}

function variableProblems(variables: readonly Variable[], path: string): Problem[] {
  const seen = new Set<string>()
  return variables.flatMap((variable, index) => {
    const problems: Problem[] = []
    const add = (member: string, message: string) => problems.push({ path: `${path}[${index}].${member}`, message })
    if (seen.has(variable.id)) add('id', `"${variable.id}" is declared twice`)
    seen.add(variable.id)
    if (variable.type === 'number') {
      const { min = -Infinity, max = Infinity, default: value } = variable
      if (min > max) add('min', 'is greater than max')
      if (value !== undefined && (value < min || value > max)) add('default', 'lies outside min and max')
    }
    if (
      (variable.type === 'select' || variable.type === 'multiselect') &&
      variable.options &&
      variable.default !== undefined
    ) {
      const known = new Set(variable.options.map((option) => option.value))
      const unknown = [variable.default].flat().filter((value) => !known.has(value))
      if (unknown.length > 0) add('default', `${JSON.stringify(unknown[0])} is not one of the options`)
    }
    return problems
  })
}

function isLoopback(authority: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(authority)
}

// The list of public suffixes costs several ms and MB to load; only connectors with a wildcard or placeholder host pay.
const load = createRequire(import.meta.url)

/** Whether anybody may register names directly below: "com", "co.uk", "github.io" (publicsuffix.org). */
export function isPublicSuffix(suffix: string): boolean {
  if (!suffix.includes('.')) return true
  const { getPublicSuffix } = load('tldts') as typeof import('tldts')
  return getPublicSuffix(suffix, { allowPrivateDomains: true }) === suffix.toLowerCase()
}
