import { posix } from 'node:path'

/** One file's import of another module, as written. Paths are relative to the checkout, with forward slashes. */
export interface Import {
  readonly from: string
  readonly line: number
  readonly specifier: string
}

/** The path of the data: a folder imports only from folders to its left. */
export const order = [
  'text',
  'errors',
  'define',
  'descriptions',
  'questions',
  'data',
  'auth',
  'http',
  'inventory',
  'checks',
  'crosscheck',
  'sandbox',
  'received',
  'office',
  'evidence',
  'report',
  'service',
  'things',
  'author',
  'app',
]

/** The order of things: one imports only those to its left. What it tells those to its right is a hook (`things/all-stores/hooks.ts`). */
export const thingOrder = [
  'people',
  'api-keys',
  'appearance',
  'organizations',
  'audit',
  'mail-addresses',
  'webhooks',
  'notices',
  'signing',
  'log',
  'uploads',
  'comments',
  'expectations',
  'connectors',
  'oauth-apps',
  'inventories',
  'connections',
  'connecting',
  'sign-in',
  'past',
  'directory',
  'judgements',
  'waivers',
  'runs',
  'schedules',
  'reliances',
  'population-samples',
  'imports',
  'findings',
  'cross-checks',
  'access-reviews',
  'exclusions',
  'own-frameworks',
  'controls',
  'records',
  'obligations',
  'tickets',
  'destinations',
  'audit-periods',
  'vendors',
  'risks',
  'policies',
  'pentests',
  'packages',
  'knowledge-base',
  'trust-centre',
  'questionnaires',
  'overview',
]

/** Rooms that all things share; they import no thing. */
export const sharedRooms = ['parts', 'api', 'pages', 'commands']

/** Lists of what all things have. */
export const listsOfThings = ['all-stores', 'all-texts', 'declared', 'runtime']

/** Those that name the connectors that we ship, beside `connectors/` itself. */
const namesConnectors = ['service/commands', 'things/commands', 'things/directory/commands', 'author', 'app']

/** The meanings of all error codes, which stand apart so that an import of the authoring entry does not load them. */
const meanings = 'src/errors/codes.ts'

/** Folders that others see through their barrel alone. */
const behindBarrel = ['errors', 'define']

/**
 * The modules that a connector may import beside the public entry. Node's own modules for files, sockets and processes
 * are left out on purpose: a check reaches the world through its context, or credentials are not confined.
 */
const forConnectors = ['checkwright', 'checkwright/questions', 'zod', 'zod/mini', 'node:crypto', 'node:buffer']

/**
 * Additional modules of single connectors: their vendor's own libraries that only compute, so that they do not bypass
 * the context. A library with its own client is not allowed.
 */
const forConnector: Readonly<Record<string, readonly string[]>> = {
  aws: ['@smithy/signature-v4', '@aws-sdk/xml-builder'],
  // Reads the files of those that are written as data.
  _data: ['checkwright/runtime', 'node:fs', 'node:fs/promises'],
}

/** Every import that the house's order forbids, one line each: where, what, and which rule. */
export function findForbiddenImports(imports: readonly Import[]): string[] {
  return imports.flatMap((given) => {
    const rule = given.from.startsWith('connectors/') ? connectorRule(given) : sourceRule(given)
    return rule === undefined ? [] : [`${given.from}:${given.line} imports "${given.specifier}": ${rule}`]
  })
}

/** Every shortest way from a file back to itself, one line each. `import type` counts: it ties the files as much. */
export function importCycles(imports: readonly Import[]): string[] {
  const targets = new Map<string, Set<string>>()
  for (const given of imports) {
    const target = targetOf(given)
    if (target === undefined) continue
    targets.set(given.from, (targets.get(given.from) ?? new Set()).add(target))
  }

  const cycles = new Map<string, string>()
  for (const start of targets.keys()) {
    const cycle = wayBack(start, targets)
    // A cycle is found once from each of its files; its set of files is its name.
    if (cycle !== undefined) cycles.set([...cycle].sort().join(), [...cycle, start].join(' → '))
  }
  return [...cycles.values()]
}

function sourceRule(given: Import): string | undefined {
  const target = targetOf(given)
  if (target === undefined) {
    const itself = given.specifier === 'checkwright' || given.specifier.startsWith('checkwright/')
    return itself ? 'src/ names its own files by path, or two copies of a class would be loaded' : undefined
  }
  const from = folderOf(given.from)
  const to = folderOf(target)
  if (/^src\/things\/[\w-]+\/(pages|dialog|commands)\//.test(given.from) && /^src\/things\/[\w-]+\/api\//.test(target))
    return 'a page calls services, as a route does, and not what stands in a file of routes'
  if (from === 'things' && to === 'things') return thingRule(given.from, target)
  if (from === to && from !== 'connectors') return undefined
  if (from === 'index.ts')
    return behindBarrel.includes(to) ? barrelRule(target, to) : 'the authoring entry holds define/ and errors/ alone'
  if (to === 'index.ts' && from !== 'author' && from !== 'app')
    return 'inside src/ the folders themselves are imported, not the entry'
  if (to === 'connectors')
    return namesConnectors.some((folder) => given.from.startsWith(`src/${folder}/`))
      ? undefined
      : `connectors are handed in; only ${namesConnectors.join('/, ')}/ name them`
  if (to === 'index.ts') return undefined
  if (!order.includes(from)) return `src/${from}/ has no place in the order of folders`
  if (order.indexOf(to) > order.indexOf(from))
    return `${to}/ is to the right of ${from}/; a folder imports only from its left`
  return barrelRule(target, to)
}

function thingRule(file: string, target: string): string | undefined {
  const [from, to] = [roomOf(file), roomOf(target)]
  if (from === to || listsOfThings.includes(from) || !thingOrder.includes(to)) return undefined
  if (sharedRooms.includes(from)) return `${from}/ is shared by all things and imports none`
  if (!thingOrder.includes(from)) return `things/${from}/ has no place in the order of things`
  if (thingOrder.indexOf(to) > thingOrder.indexOf(from))
    return `${to}/ is to the right of ${from}/; a thing imports only from its left, and tells others by a hook`
  return undefined
}

/** The folder of src/things/ that a file is in. */
function roomOf(file: string): string {
  return file.split('/')[2] ?? ''
}

function barrelRule(target: string, folder: string): string | undefined {
  const hidden = behindBarrel.includes(folder) && target !== `src/${folder}/index.ts` && target !== meanings
  return hidden ? `${folder}/ is seen through src/${folder}/index.ts alone` : undefined
}

function connectorRule(given: Import): string | undefined {
  const target = targetOf(given)
  const own = connectorOf(given.from)
  if (target === undefined) {
    const allowed = [...forConnectors, ...(forConnector[own ?? ''] ?? [])]
    return allowed.includes(given.specifier) ? undefined : `a connector imports only ${allowed.join(', ')}`
  }
  const other = connectorOf(target)
  // The list of all connectors is the one file that names them.
  if (given.from === 'connectors/index.ts' && other !== undefined) return undefined
  if (other === undefined) return 'a connector imports the public entry "checkwright", not its parts'
  if (other === own || other.startsWith('_')) return undefined
  // Another sign-in of the same vendor: "github-app" has the checks of "github".
  if (own?.startsWith(`${other}-`)) return undefined
  return 'a connector never imports another; code that two share has a folder connectors/_<name>/, and only <id>-<sign-in> imports <id>'
}

/** The path of a file of the checkout that is imported; undefined for a module of a package. */
export function targetOf({ from, specifier }: Import): string | undefined {
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : undefined
}

/** The folder of src/ that a file is in, `index.ts` for the entry itself, or `connectors`. */
function folderOf(file: string): string {
  const [root, folder] = file.split('/')
  return root === 'src' ? (folder ?? '') : (root ?? '')
}

function connectorOf(file: string): string | undefined {
  return /^connectors\/([^/]+)\//.exec(file)?.[1]
}

/** Breadth first, so that the way told is the shortest. */
function wayBack(start: string, targets: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const ways: string[][] = [[start]]
  const seen = new Set<string>()
  for (const way of ways) {
    for (const next of targets.get(way.at(-1) ?? start) ?? []) {
      if (next === start) return way
      if (seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  }
  return undefined
}
