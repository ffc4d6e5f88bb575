import { createUsageError } from '../../../errors/index.ts'
import { trimSlashes } from '../../../text/trim-slashes.ts'
import type { LeftOut, ListEndpoint } from './list-endpoint.ts'

export interface EndpointWishes {
  /** As a person writes them: `GET /users`, `/users`. */
  readonly endpoints: readonly string[]
  readonly most: number
}

/**
 * The lists that checks are made for: the given ones, otherwise those that matter most to an auditor.
 * @throws CheckwrightError `CLI_USAGE` for one that does not exist or cannot have a check
 */
export function chooseEndpoints(
  lists: readonly ListEndpoint[],
  leftOut: readonly LeftOut[],
  { endpoints, most }: EndpointWishes,
): readonly ListEndpoint[] {
  if (endpoints.length > 0) return [...new Set(endpoints.map((wanted) => findNamedList(wanted, lists, leftOut)))]
  return rankLists(lists).slice(0, most)
}

/** The most informative lists first; among equals, as in the description. */
export function rankLists(lists: readonly ListEndpoint[]): readonly ListEndpoint[] {
  const nouns = new Set<string>()
  return lists
    .map((list) => ({ list, score: weighList(list) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ list }) => {
      // Of two lists of the same kind, the second comes later.
      const isNew = !nouns.has(list.noun)
      nouns.add(list.noun)
      return { list, isNew }
    })
    .toSorted((a, b) => Number(b.isNew) - Number(a.isNew))
    .map(({ list }) => list)
}

function findNamedList(wanted: string, lists: readonly ListEndpoint[], leftOut: readonly LeftOut[]): ListEndpoint {
  const [, method = 'GET', path = ''] = /^(?:([A-Za-z]+)\s+)?(\S+)$/.exec(wanted.trim()) ?? []
  const same = (each: { readonly path: string }) => normalizePath(each.path) === normalizePath(path)
  const found = method.toUpperCase() === 'GET' ? lists.find(same) : undefined
  if (found) return found
  const why = method.toUpperCase() === 'GET' ? leftOut.find(same)?.why : 'a check only reads, so it must be a GET'
  const last = normalizePath(path).split('/').at(-1) ?? ''
  const near = lists.filter((each) => last !== '' && normalizePath(each.path).endsWith(last)).slice(0, 5)
  const shown = (near.length > 0 ? near : rankLists(lists).slice(0, 5)).map((each) => `  GET ${each.path}`)
  throw createUsageError(
    `Checkwright cannot make a check of "${wanted}": ${why ?? 'the description has no list there'}.${shown.length > 0 ? ` These are some of its lists:\n${shown.join('\n')}` : ''}`,
  )
}

function normalizePath(path: string): string {
  return trimSlashes(path.replaceAll(/\{[^}]*\}/g, '{}')).toLowerCase()
}

/** Words that matter to auditors, with their weights. */
const weights: readonly (readonly [RegExp, number])[] = [
  [/^(users?|members?|people|employees|persons?|directory-users?|staff)$/, 30],
  [
    /^(memberships?|user-?groups?|service-accounts?|roles?|groups?|teams?|polic(y|ies)|devices?|repositor(y|ies)|repos?)$/,
    22,
  ],
  [
    /^(admins?|collaborators?|permissions?|factors?|audit-logs?|role-assignments?|access-policies|managed-devices?)$/,
    18,
  ],
  [/^(api-keys?|api-tokens?|tokens?|access-tokens?|keys?|credentials?|certificates?|certs?|secrets?|backups?)$/, 16],
  [/^(projects?|apps?|applications?|clients?|organizations?|orgs?|accounts?|sites?|zones?|domains?|workspaces?)$/, 14],
  [
    /^(buckets?|databases?|servers?|instances?|droplets?|clusters?|vaults?|storage-accounts?|firewalls?|networks?)$/,
    14,
  ],
  [/^(alerts?|vulnerabilit(y|ies)|incidents?|monitors?|integrations?|installations?|invitations?|connections?)$/, 12],
]

const aside =
  /search|preview|beta|legacy|stats|metric|usage|billing|invoice|public|docs|timezone|emoji|gitignore|license|feed|notification|gist|event|template|well-known|schema|favou?rite|avatar|comment|webhook|hook|price|plan|region|size|image|country|language|suggest|analytics|experiment|discover|deprecated/i

function weighList({ path, noun, ids, parameters, isDeprecated, members }: ListEndpoint): number {
  const [id = ''] = ids
  const weight = Math.max(
    0,
    ...weights.filter(([words]) => words.test(id) || words.test(noun)).map(([, value]) => value),
  )
  const demanded = parameters.filter(({ required, preset }) => required && preset === undefined)
  // A typed value makes a list one of many, and a required query makes it a search.
  const burden = demanded.reduce((sum, { in: place }) => sum + (place === 'path' ? 9 : 14), 0)
  const depth = path.split('/').filter((segment) => segment !== '' && !segment.includes('{')).length
  const facts = members.facts.length
  // A connector whose author has to answer first is a slow start.
  const doubt = members.possible.length > 0 ? 10 : 0
  return weight - burden - depth + facts - doubt - (isDeprecated ? 25 : 0) - (aside.test(path) ? 15 : 0)
}
