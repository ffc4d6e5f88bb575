import { type AuthType, type ConnectorDefinition, cutUrlTemplate } from '../../../define/index.ts'
import type { Description } from '../../../descriptions/description.ts'
import type { DescriptionNode, LostReferences } from '../../../descriptions/description-node.ts'
import type { OperationParameter } from '../../../descriptions/parameters.ts'
import { createUsageError } from '../../../errors/index.ts'
import { openBaseUrl, refuseInvalid } from '../new-connector.ts'
import { chooseEndpoints, type EndpointWishes, rankLists } from './choose-endpoints.ts'
import { accountIds, findAccounts, type ImportedAccounts } from './find-accounts.ts'
import { createImportedCheck, type ImportedCheck } from './imported-check.ts'
import { FieldList, type ImportedField } from './imported-fields.ts'
import { chooseWay, createSignIn, type ImportedSignIn } from './imported-sign-in.ts'
import { type LeftOut, type ListEndpoint, listEndpoint } from './list-endpoint.ts'
import { cleanNote, type Note, Notes } from './notes.ts'
import { findProvingPath } from './proving-path.ts'
import { createBaseUrl, createServerUrl } from './servers.ts'
import { createTestDescription } from './test-description.ts'
import { addKeyParameters, isUsualKeyName, listFewestScopes, listWaysIn, type WayIn } from './ways-in.ts'

/** A person's choices for a connector from a description. */
export interface ImportWishes extends EndpointWishes {
  readonly id: string
  readonly name: string
  readonly authType: AuthType | undefined
  /** What stands before the key in `Authorization`. */
  readonly keyPrefix: string | undefined
  readonly baseUrl: string | undefined
  /** Base URL if neither the person nor the description has one. */
  readonly madeUpUrl: string
}

/** A new connector. It is valid, because defining it was tried. */
export interface ImportedConnector {
  readonly definition: ConnectorDefinition & { readonly name: string; readonly baseUrl: string }
  readonly signIn: ImportedSignIn
  readonly fields: readonly ImportedField[]
  readonly checks: readonly ImportedCheck[]
  /** The inventory of accounts, if one of the lists has them. */
  readonly accounts: ImportedAccounts | undefined
  /** The description, cut to the requests of the checks. */
  readonly excerpt: object
  /** Parts that could not be used as they are, or were decided. */
  readonly notes: readonly Note[]
  /** Lists that could also have checks, the most informative first. */
  readonly others: readonly ListEndpoint[]
  /** `OpenAPI 3.1.0` */
  readonly format: string
}

/** The lists of a description, and every other GET with the reason why it cannot have a check. */
export function findLists({ root }: Description): {
  readonly lists: readonly ListEndpoint[]
  readonly leftOut: readonly LeftOut[]
} {
  const paths = root.at('paths').members().slice(0, pathsMax)
  const itemParams = listItemParams(paths.map(([path]) => path))
  const all = paths.flatMap(([path, item]) => listEndpoint(root, [path, item], itemParams.get(path)) ?? [])
  return {
    lists: all.filter((each): each is ListEndpoint => !('why' in each)),
    leftOut: all.filter((each): each is LeftOut => 'why' in each),
  }
}

/** By the path of a list, the parameter of one item's path: `/users.json` and `Sid` for `/users/{Sid}.json`. */
function listItemParams(paths: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    paths.flatMap((path): [string, string][] => {
      const [, list, param, ending = ''] = /^(.*)\/\{\+?([^{}]+)\}(\.\w+)?\/?$/.exec(path) ?? []
      if (list === undefined || param === undefined) return []
      return ['', '/'].map((slash) => [`${list}${ending}${slash}`, param])
    }),
  )
}

/** More than any API has; a larger file is not a usable description. */
const pathsMax = 50_000

// Ids that strategies generate or OAuth keeps.
const taken = [
  'api_key',
  'username',
  'password',
  'access_token',
  'refresh_token',
  'client_id',
  'client_secret',
  'code_verifier',
]

/** @throws CheckwrightError `CLI_USAGE` for impossible choices, or a description without anything usable */
export function createImportedConnector(description: Description, wishes: ImportWishes): ImportedConnector {
  const { root, pointer, lost, format } = description
  const { id, name, madeUpUrl } = wishes
  const notes = new Notes(pointer)
  const fields = new FieldList(taken)
  const { lists, leftOut } = findLists(description)
  const endpoints = chooseEndpoints(lists, leftOut, wishes)
  if (endpoints.length === 0) throw createUsageError(describeNoList(leftOut, lost))

  const wished = wishes.baseUrl === undefined ? undefined : openBaseUrl(wishes.baseUrl)
  const baseUrl = wished?.address ?? createBaseUrl(root.at('servers'), madeUpUrl, fields, notes)
  for (const { field, value } of wished?.parts ?? []) fields.add('server', { field, sample: value })
  const ways = addKeyParameters(
    listWaysIn(
      root,
      endpoints.map(({ operation }) => operation),
    ),
    endpoints.map(({ parameters, cookies }) => [...parameters, ...cookies]),
  )
  const way = chooseWay({ ways, type: wishes.authType })
  const scopes = (endpoint: ListEndpoint, by: WayIn) => listFewestScopes(root, endpoint.operation, by)
  const signIn = createSignIn(
    root,
    {
      ways,
      type: wishes.authType,
      keyPrefix: wishes.keyPrefix,
      origin: wished?.baseUrl.startsWith('{') ? wished.cut.authority : readOrigin(baseUrl),
      scopesOf: (by) => [...new Set(endpoints.flatMap((endpoint) => scopes(endpoint, by)))],
    },
    fields,
    notes,
  )
  const isCredential = compileCredentialTest(signIn)
  noteUnsentKeys(endpoints, signIn, notes)
  const serverOf = (endpoint: ListEndpoint) => findOwnServer(endpoint, { root, baseUrl, fields, notes })
  const ids = new Set(accountIds)
  const checks = endpoints.map((endpoint) =>
    createImportedCheck(endpoint, {
      lists,
      taken: ids,
      scopes: way ? scopes(endpoint, way) : [],
      fields,
      notes,
      serverOf,
      isCredential,
    }),
  )
  const accounts = findAccounts(checks, notes)
  for (const { request } of checks) noteOpenIdentity(request.endpoint, notes)
  const requests = checks.flatMap(({ request, parents }) => [...parents, request])
  const hosts = new Set(
    requests
      .flatMap(({ server }) => (server === undefined ? [] : [cutUrlTemplate(server)?.authority ?? '']))
      .filter((host) => host !== cutUrlTemplate(baseUrl)?.authority),
  )
  const testPath = findProvingPath(root, requests)
  const flags = requests.map(({ endpoint }) => endpoint.success)
  const [success] = flags.every((flag) => flag === flags[0]) ? flags : []
  const definition = {
    id,
    name,
    version: '0.1.0',
    ...findDocsUrl(root),
    baseUrl: wished?.baseUrl ?? baseUrl,
    allowedHosts: hosts.size > 0 ? [...hosts] : undefined,
    headers: Object.keys(signIn.headers).length > 0 ? signIn.headers : undefined,
    query: Object.keys(signIn.query).length > 0 ? signIn.query : undefined,
    credentialFields: fields.all.length > 0 ? fields.all.map(({ field }) => field) : undefined,
    auth: signIn.auth,
    test: testPath === undefined ? undefined : { path: testPath.path },
    successPath: success,
  }
  refuseInvalid(definition, 'Give --base-url, --auth or --endpoint.')
  for (const [at, reference] of lost)
    notes.add({ pointer: at }, `the reference "${reference}" is not in this file; bundle the description into one file`)
  if (testPath === undefined)
    notes.add(root.at('paths'), 'has no request without parameters that proves credentials; add test.path')
  for (const { operation, why } of leftOut.filter(({ isList }) => isList))
    notes.add(operation, `no check was made: ${why}`, 'left_out')
  return {
    definition,
    signIn,
    fields: fields.all,
    checks,
    accounts,
    excerpt: createTestDescription(checks, {
      title: name,
      baseUrl,
      accounts,
      signIn,
      isCredential,
      testPath: testPath?.isExtra ? testPath.path : undefined,
    }),
    notes: notes.all,
    others: rankLists(lists).filter((each) => !endpoints.includes(each)),
    format,
  }
}

/** What the generated file asks, and why it does not work until then. */
function noteOpenIdentity({ operation, noun, members: { possible } }: ListEndpoint, notes: Notes): void {
  if (possible.length === 0) return
  const names = possible.map(({ name, within }) => `"${within ? `${within.name}.` : ''}${name}"`)
  const which = names.length === 1 ? `is ${names[0]} the id` : `which member is the id, ${names.join(' or ')},`
  notes.add(
    operation.at('responses'),
    `not sure: ${which} of one ${noun.replaceAll('-', ' ')} and never of another? The file asks, and does not work until you have answered`,
  )
}

const reasonsMax = 20

/** Why there is nothing to check, lists first. */
function describeNoList(leftOut: readonly LeftOut[], lost: LostReferences): string {
  const [missing] = lost
  if (missing) {
    const [pointer, reference] = missing.map(cleanNote)
    const rest = lost.size === 1 ? '' : `, and ${lost.size - 1} more references do so`
    if (reference?.startsWith('#'))
      return `No list to check was found in this file. A reference in it leads nowhere: ${pointer} has "${reference}", which is missing in this file, or refers to itself${rest}. Mend the description first.`
    return `No list to check was found in this file. The description refers to other places: ${pointer} has "${reference}", which is not in this file${rest}. Bundle the description into one file first, for example by "npx @redocly/cli bundle".`
  }
  if (leftOut.length === 0) return 'The description has no GET, so there is nothing to check. Leave --openapi out.'
  const sorted = leftOut.toSorted((a, b) => Number(b.isList) - Number(a.isList))
  const reasons = sorted.slice(0, reasonsMax).map(({ path, why }) => `  GET ${cleanNote(path)}: ${cleanNote(why)}`)
  const rest = leftOut.length - reasons.length
  return [
    'The description has no list that a check can be made of:',
    ...reasons,
    ...(rest > 0 ? [`  … and ${rest} more`] : []),
    'Describe these answers in the file, or leave --openapi out.',
  ].join('\n')
}

/** Keys and cookies that requests need by the description, and that the connector does not send. */
function noteUnsentKeys(endpoints: readonly ListEndpoint[], signIn: ImportedSignIn, notes: Notes): void {
  const sent = listSentNames(signIn)
  const needed = endpoints
    .flatMap(({ parameters, cookies }) => [...parameters, ...cookies])
    .filter(({ name, required, in: place }) => required && (place === 'cookie' || isUsualKeyName(name)))
    .filter(({ name, in: place }) => place !== 'path' && !sent.has(name.toLowerCase()))
  for (const { name, in: place, node } of new Map(needed.map((each) => [each.name, each])).values())
    notes.add(
      node,
      `the ${place === 'cookie' ? 'cookie' : 'parameter'} "${name}" is left out: the connector signs in in another way. If the vendor needs both, add it to ${place === 'query' ? 'query' : 'headers'} in connector.ts`,
    )
}

/** A required parameter that signing in already sends: Slack's `token`, an API key declared twice. */
function compileCredentialTest(signIn: ImportedSignIn): (parameter: OperationParameter) => boolean {
  const names = listSentNames(signIn)
  return ({ name, in: place }) => place !== 'path' && (names.has(name.toLowerCase()) || isUsualKeyName(name))
}

/** Names of the parameters that signing in sends, in lower case. */
function listSentNames({ headers, query, cookies, schemes }: ImportedSignIn): ReadonlySet<string> {
  const keys = Object.values(schemes).flatMap((scheme) => ('name' in scheme ? [String(scheme.name)] : []))
  return new Set(
    [...Object.keys(headers), ...Object.keys(query), ...cookies, ...keys].map((name) => name.toLowerCase()),
  )
}

function readOrigin(baseUrl: string): string {
  const cut = cutUrlTemplate(baseUrl)
  return cut ? `${cut.scheme}//${cut.authority}` : baseUrl
}

interface ServerNeeds {
  readonly root: DescriptionNode
  readonly baseUrl: string
  readonly fields: FieldList
  readonly notes: Notes
}

/** The server of an operation, if it is not the connector's. */
function findOwnServer(
  { path, operation }: ListEndpoint,
  { root, baseUrl, fields, notes }: ServerNeeds,
): string | undefined {
  const servers = [operation, root.at('paths', path)]
    .map((place) => place.at('servers').items())
    .find(({ length }) => length > 0)
  const [first] = servers ?? []
  // Generators repeat the server of the whole description, which the base URL replaces.
  if (!servers || !first || first.at('url').value === root.at('servers', 0, 'url').value) return undefined
  for (const server of servers) {
    const url = createServerUrl(server, fields, notes, readOrigin(baseUrl))
    if (url !== undefined) return url === baseUrl ? undefined : url
  }
  notes.add(first.at('url'), `is not a usable address; the list is asked for at the base URL ${baseUrl}`)
  return undefined
}

function findDocsUrl(root: DescriptionNode): { readonly docsUrl?: string } {
  const url = root.at('externalDocs', 'url').text ?? ''
  return /^https:\/\/[^\s\p{Cc}]{1,300}$/u.test(url) && URL.canParse(url) ? { docsUrl: url } : {}
}
