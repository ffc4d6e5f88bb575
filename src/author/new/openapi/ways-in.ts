import type { AuthType } from '../../../define/index.ts'
import type { DescriptionNode } from '../../../descriptions/description-node.ts'
import type { OperationParameter } from '../../../descriptions/parameters.ts'
import {
  readRequirements,
  readSchemes,
  readSecurity,
  type SecurityRequirement,
} from '../../../descriptions/security.ts'
import { isSecretName } from '../../validate/secret-name.ts'

/** One way to sign in: the schemes that a request needs together. */
export interface WayIn {
  /** The strategy for it; undefined if none supports it. */
  readonly type: AuthType | undefined
  /** The scheme for the strategy. */
  readonly scheme: DescriptionNode
  readonly name: string
  /** Additional keys. */
  readonly besides: readonly (readonly [name: string, scheme: DescriptionNode])[]
  /** The requirement that lists the schemes, if there is one. */
  readonly requirement: DescriptionNode | undefined
  /** Whether the description declares it as a parameter, and no scheme. */
  readonly isParameter?: boolean
}

/**
 * The ways that a description allows, in its own order: by its requirements, those of the whole before those of single
 * operations; by its schemes, if it requires none.
 */
export function listWaysIn(root: DescriptionNode, operations: readonly DescriptionNode[]): readonly WayIn[] {
  const required = [root, ...operations]
    .flatMap((node) => readRequirements(root, node))
    .flatMap((requirement) => createWayIn(requirement) ?? [])
  const all =
    required.length > 0
      ? required
      : readSchemes(root)
          .members()
          .map(([name, scheme]) => createWayBy(name, scheme, [], undefined))
  return [...new Map(all.map((way) => [[way.name, ...way.besides.map(([name]) => name)].join(' '), way])).values()]
}

/**
 * The ways, with the keys that a description declares as parameters only: a key beside each way, or the way itself where it
 * declares no other.
 * @param declared the parameters of each list
 */
export function addKeyParameters(
  ways: readonly WayIn[],
  declared: readonly (readonly OperationParameter[])[],
): readonly WayIn[] {
  const named = declared.flat().filter(isKeyParameter)
  const required = named.filter((parameter) => parameter.required)
  // Where nothing else signs in, the vendor hardly means a key to be left out.
  const taken = required.length > 0 || ways.length > 0 ? required : named.slice(0, 1)
  const keys = [...new Map(taken.map((key) => [key.name.toLowerCase(), key])).values()].toSorted(
    (a, b) => places.indexOf(a.in) - places.indexOf(b.in),
  )
  const parts = keys.map(({ name, in: place, node }) => {
    return [name, node.read({ type: 'apiKey', in: place, name })] as const
  })
  const [main, ...besides] = parts
  if (!main) return ways
  if (ways.length === 0) return [{ ...createWayBy(main[0], main[1], besides, undefined), isParameter: true }]
  return ways.map((way) => {
    const own = new Set(
      [way.scheme, ...way.besides.map(([, scheme]) => scheme)].map((scheme) => scheme.at('name').text?.toLowerCase()),
    )
    // Beside OAuth or Bearer, the parameter of a usual name is the way itself, declared twice: Slack's `token`.
    const others = parts.filter(
      ([name]) => !own.has(name.toLowerCase()) && (isKey(way.scheme) || !isUsualKeyName(name)),
    )
    return createWayBy(way.name, way.scheme, [...way.besides, ...others], way.requirement)
  })
}

const places: readonly string[] = ['header', 'query', 'cookie']

/** Whether a parameter carries a key: what a request needs in a cookie is one whatever its name. */
function isKeyParameter({ name, in: place, required, preset }: OperationParameter): boolean {
  if (preset !== undefined || place === 'path') return false
  if (place === 'cookie') return required
  return isUsualKeyName(name) || (isSecretName(name) && !/page|next|cursor|continu|sync|delta/i.test(name))
}

/** Names of the parameter by which many vendors take the key of whatever way in. */
export function isUsualKeyName(name: string): boolean {
  return /^(token|access_token|authorization|api_?key)$/i.test(name)
}

/** Whether it is OAuth, which needs all scopes; for other schemes one is enough. */
function isOAuth(scheme: DescriptionNode): boolean {
  return scheme.at('type').value === 'oauth2' || scheme.at('type').value === 'openIdConnect'
}

/** The fewest scopes that an operation needs with a way: among several alternatives the shortest that reads. */
export function listFewestScopes(root: DescriptionNode, operation: DescriptionNode, way: WayIn): readonly string[] {
  const alternatives = readSecurity(root, operation).flatMap(({ schemes }) => {
    const required = schemes.find(({ name }) => name === way.name)
    if (!required) return []
    const named = required.scopes.filter(isScopeToken)
    return [isOAuth(way.scheme) || !named.some(isReadScope) ? named : named.filter(isReadScope)]
  })
  const [least = []] = alternatives.toSorted((a, b) => weighScopes(a) - weighScopes(b))
  return least
}

function weighScopes(scopes: readonly string[]): number {
  return scopes.reduce((sum, scope) => sum + (isReadScope(scope) ? 1 : 10), 0)
}

function isReadScope(scope: string): boolean {
  return /read|view|list/i.test(scope)
}

/** RFC 6749 §3.3: printable, and without space, quotation mark and backslash. */
function isScopeToken(text: string): boolean {
  return /^[\x21\x23-\x5b\x5d-\x7e]{1,300}$/.test(text)
}

function createWayIn({ node, schemes }: SecurityRequirement): WayIn | undefined {
  const parts = schemes.map(({ name, scheme }) => [name, scheme] as const)
  const main = parts.find(([, scheme]) => !isKey(scheme)) ?? parts[0]
  // An empty requirement admits everybody.
  if (!main) return undefined
  return createWayBy(
    main[0],
    main[1],
    parts.filter((part) => part !== main),
    node,
  )
}

function createWayBy(
  name: string,
  scheme: DescriptionNode,
  besides: WayIn['besides'],
  requirement: DescriptionNode | undefined,
): WayIn {
  // A request has one header of cookies, and one template for it.
  const cookies = [scheme, ...besides.map(([, other]) => other)].filter((each) => each.at('in').value === 'cookie')
  const isMainCookie = cookies.length > 1 && cookies[0] === scheme
  const type = besides.every(([, other]) => isKey(other)) && !isMainCookie ? classifyScheme(scheme) : undefined
  return { type, scheme, name, besides, requirement }
}

function isKey(scheme: DescriptionNode): boolean {
  return scheme.at('type').value === 'apiKey'
}

function classifyScheme(scheme: DescriptionNode): AuthType | undefined {
  const kind = String(scheme.at('scheme').value).toLowerCase()
  switch (scheme.at('type').value) {
    case 'apiKey':
      return scheme.at('name').text && ['header', 'query', 'cookie'].includes(String(scheme.at('in').value))
        ? 'api_key'
        : undefined
    case 'http':
      if (kind === 'basic' || kind === 'digest') return 'basic'
      // They answer a challenge, or prove more than a sent value (IANA's registry of HTTP schemes).
      return /^(hoba|mutual|negotiate|scram-.*|vapid|dpop|gnap|privatetoken|undefined)$/.test(kind)
        ? undefined
        : 'api_key'
    case 'oauth2':
    case 'openIdConnect':
      return 'oauth2'
    default:
      return undefined
  }
}
