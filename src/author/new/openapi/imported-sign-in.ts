import type { AuthType, ConnectorDefinition } from '../../../define/index.ts'
import type { DescriptionNode } from '../../../descriptions/description-node.ts'
import { readSchemes } from '../../../descriptions/security.ts'
import { createUsageError } from '../../../errors/index.ts'
import type { Answer } from '../../testing/vendor/answer.ts'
import type { VendorAuth } from '../../testing/vendor/auth.ts'
import type { HooksText } from '../definition-text.ts'
import { strategies } from '../strategies.ts'
import type { FieldList } from './imported-fields.ts'
import { readOauthFlowConfig } from './imported-oauth-flow.ts'
import type { Notes } from './notes.ts'
import type { WayIn } from './ways-in.ts'

/** How the connector signs in, and how its test's vendor recognises it. */
export interface ImportedSignIn {
  readonly auth: ConnectorDefinition['auth']
  readonly hooks?: HooksText | undefined
  /** Templates of additional keys. */
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** Names of the cookies that it sends. */
  readonly cookies: readonly string[]
  /** As `runChecks` takes them in the test, without the connector's own fields. */
  readonly credentials: Readonly<Record<string, string>>
  /** Security schemes of the test's vendor, by name; empty if `vendor` describes them. */
  readonly schemes: Readonly<Record<string, object>>
  /** The values that the test's vendor expects, by scheme. */
  readonly expected: Readonly<Record<string, string>>
  readonly vendor?: { readonly auth: VendorAuth; readonly loginRoutes: Readonly<Record<string, Answer>> } | undefined
  readonly lookUp: readonly string[]
}

export interface SignInWishes {
  readonly ways: readonly WayIn[]
  /** The strategy that a person chose. */
  readonly type: AuthType | undefined
  /** What a person says stands before the key in `Authorization`. */
  readonly keyPrefix: string | undefined
  /** The base of addresses that are paths: `https://{domain}.acme.example`. */
  readonly origin: string
  readonly scopesOf: (way: WayIn) => readonly string[]
}

/**
 * The chosen way: that of the person's strategy, otherwise the first that a strategy supports. Of several keys that in a header,
 * because addresses with their query end up in logs.
 */
export function chooseWay({ ways, type }: Pick<SignInWishes, 'ways' | 'type'>): WayIn | undefined {
  const first = ways.find((way) => way.type !== undefined && (type === undefined || way.type === type))
  const isInQuery = (way: WayIn) => way.type === 'api_key' && way.scheme.at('in').value === 'query'
  if (!first || !isInQuery(first)) return first
  return ways.find((way) => way.type === 'api_key' && !isInQuery(way)) ?? first
}

export function createSignIn(
  root: DescriptionNode,
  { ways, type, keyPrefix, origin, scopesOf }: SignInWishes,
  fields: FieldList,
  notes: Notes,
): ImportedSignIn {
  const way = chooseWay({ ways, type })
  if (keyPrefix !== undefined && !(way && hasOpenPrefix(way)))
    throw createUsageError(
      '--key-prefix is the text before a key in Authorization. This connector sends no such key; leave it out.',
    )
  for (const each of ways)
    if (each.type === undefined)
      notes.add(
        each.scheme,
        `the scheme "${each.name}" is not one of the four strategies; write the hook authenticate or sign`,
      )
  if (!way) {
    const schemes = readSchemes(root)
    const taken = type ?? (ways.length > 0 ? 'custom' : 'api_key')
    if (ways.length === 0)
      notes.add(
        schemes,
        `does not say how to sign in; the connector uses ${taken}${type ? ', as you chose' : '. Choose another by --auth'}`,
      )
    else notes.add(schemes, `has no scheme of the strategy ${taken}; it is made up`)
    return createMadeUpSignIn(taken, origin)
  }
  if (way.isParameter) notes.add(way.scheme, `is taken for the key; the description declares no other way to sign in`)
  const others = ways.filter((each) => each !== way && each.type !== undefined)
  if (others.length > 0) {
    const list = others.map((each) => `"${each.name}"${each.type === way.type ? '' : ` (--auth ${each.type})`}`)
    notes.add(
      way.requirement ?? way.scheme,
      `has several ways to sign in; the connector uses "${way.name}". Others are ${list.slice(0, 5).join(', ')}`,
    )
  }
  const besides = createBesideKeys(way, fields)
  const main = createMainSignIn(way, { origin, scopes: scopesOf(way), keyPrefix }, notes)
  if (main.auth.type === 'basic' && main.auth.config.scheme === 'digest')
    return {
      ...main,
      headers: besides.headers,
      query: besides.query,
      cookies: besides.cookies,
      schemes: {},
      expected: {},
      lookUp: [],
      vendor: { auth: { type: 'digest', username: 'nobody', password: passwordOfNobody }, loginRoutes: {} },
    }
  return {
    ...main,
    headers: besides.headers,
    query: besides.query,
    cookies: way.scheme.at('in').value === 'cookie' ? [way.scheme.at('name').text ?? ''] : besides.cookies,
    schemes: { [way.name]: main.scheme, ...besides.schemes },
    expected: { [way.name]: main.expected, ...besides.expected },
    lookUp:
      main.auth.type === 'oauth2'
        ? strategies.oauth2(origin).lookUp.slice(2)
        : hasOpenPrefix(way) && keyPrefix === undefined
          ? [askForPrefix]
          : [],
  }
}

const askForPrefix =
  'Find out what stands before the key in `Authorization`, such as "Bearer ". Write it as `prefix` into `auth.config` in `connector.ts`.'

const key = 'key-of-nobody-4tGh8wQz'
const passwordOfNobody = 'password-of-nobody-4tGh8wQz'

/** As `checkwright new` does without a description. */
function createMadeUpSignIn(type: AuthType, origin: string): ImportedSignIn {
  const { auth, hooks, credentials, vendorAuth, loginRoutes = {}, lookUp } = strategies[type](origin)
  const vendor = { auth: vendorAuth, loginRoutes }
  return { auth, hooks, headers: {}, query: {}, cookies: [], credentials, schemes: {}, expected: {}, vendor, lookUp }
}

interface MainSignIn extends Pick<ImportedSignIn, 'auth' | 'credentials'> {
  readonly scheme: object
  readonly expected: string
}

function createMainSignIn(
  { scheme, name }: WayIn,
  from: Pick<SignInWishes, 'origin' | 'keyPrefix'> & { readonly scopes: readonly string[] },
  notes: Notes,
): MainSignIn {
  switch (scheme.at('type').value) {
    case 'http': {
      const kind = scheme.at('scheme').text ?? 'bearer'
      if (/^(?:basic|digest)$/i.test(kind)) {
        const isDigest = kind.toLowerCase() === 'digest'
        return {
          auth: { type: 'basic', config: isDigest ? { scheme: 'digest' } : {} },
          credentials: { username: 'nobody', password: passwordOfNobody },
          scheme: { type: 'http', scheme: 'basic' },
          expected: `nobody:${passwordOfNobody}`,
        }
      }
      const isBearer = kind.toLowerCase() === 'bearer'
      if (!isBearer) notes.add(scheme, `the connector sends "${kind}" before the key in Authorization`)
      return createHeaderKey('Authorization', isBearer ? 'Bearer ' : `${kind.replaceAll(/[^\w-]/g, '')} `)
    }
    case 'apiKey': {
      const param = scheme.at('name').text ?? ''
      if (scheme.at('in').value === 'query')
        return {
          auth: { type: 'api_key', config: { in: 'query', name: param } },
          credentials: { api_key: key },
          scheme: { type: 'apiKey', in: 'query', name: param },
          expected: key,
        }
      if (scheme.at('in').value === 'cookie') {
        notes.add(
          scheme,
          `the cookie "${param}" is sent as a key; where a login call gives it, write the hook authenticate`,
        )
        return {
          ...createHeaderKey('Cookie', `${param}=`),
          scheme: { type: 'apiKey', in: 'cookie', name: param },
          expected: key,
        }
      }
      if (isAuthorization(scheme) && from.keyPrefix === undefined) notes.add(scheme, askPrefix(scheme))
      return createHeaderKey(param, readPrefix(from.keyPrefix ?? ''))
    }
    default: {
      const config = readOauthFlowConfig(scheme, name, from, notes)
      const token = 'token-of-nobody-4tGh8wQz'
      return {
        auth: { type: 'oauth2', config },
        credentials: { access_token: token },
        scheme: { type: 'oauth2', flows: {} },
        expected: token,
      }
    }
  }
}

function createHeaderKey(name: string, prefix: string): MainSignIn {
  return {
    auth: { type: 'api_key', config: { in: 'header', name, prefix: prefix || undefined } },
    credentials: { api_key: key },
    scheme: { type: 'apiKey', in: 'header', name },
    expected: `${prefix}${key}`,
  }
}

/** Whether only a person can know what stands before the key. A description has it in its prose, if at all. */
export function hasOpenPrefix({ scheme }: WayIn): boolean {
  return scheme.at('type').value === 'apiKey' && isAuthorization(scheme)
}

function isAuthorization(scheme: DescriptionNode): boolean {
  return scheme.at('in').value === 'header' && scheme.at('name').text?.toLowerCase() === 'authorization'
}

function askPrefix(scheme: DescriptionNode): string {
  const prose = scheme.at('description').line
  const text = prose === undefined ? 'The description does not say it.' : `The description says: "${prose}"`
  return `what stands before the key in Authorization? The connector sends the key alone. ${text} Give the text in front of it by --key-prefix, or as prefix in auth.config`
}

/** A word and the key are two words (RFC 9110 §11.4). */
function readPrefix(text: string): string {
  return /[\w-]$/.test(text) ? `${text} ` : text
}

/** Additional keys: each has a field, and a header or parameter for it. */
function createBesideKeys(
  { besides }: WayIn,
  fields: FieldList,
): Pick<ImportedSignIn, 'headers' | 'query' | 'cookies' | 'schemes' | 'expected'> {
  const headers: Record<string, string> = {}
  const query: Record<string, string> = {}
  const cookies: string[] = []
  const schemes: Record<string, object> = {}
  const expected: Record<string, string> = {}
  for (const [name, scheme] of besides) {
    const param = scheme.at('name').text ?? name
    const place = scheme.at('in').text ?? 'header'
    const value = `{${fields.idOf('scheme', { name, type: 'password', sample: key })}}`
    if (place === 'query') query[param] = value
    else if (place === 'cookie') {
      cookies.push(param)
      headers.Cookie = [...(headers.Cookie === undefined ? [] : [headers.Cookie]), `${param}=${value}`].join('; ')
    } else headers[param] = value
    schemes[name] = { type: 'apiKey', in: place, name: param }
    expected[name] = key
  }
  return { headers, query, cookies, schemes, expected }
}
