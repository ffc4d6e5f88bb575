import type { AnyConnector } from 'checkwright'
import type { PartUses } from '../../../src/data/contract/operation-use.ts'
import type { Description } from '../../../src/descriptions/description.ts'
import type { DescriptionNode } from '../../../src/descriptions/description-node.ts'
import { readOperations } from '../../../src/descriptions/operations.ts'
import { listPartScopes } from './needed-scopes.ts'

/** Scopes that decide which members an answer has, so that no operation names them: by connector, each with its source. */
const memberScopes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  slack: {
    'users:read.email': 'https://docs.slack.dev/reference/scopes/users.read.email: users have an email only with it',
  },
}

/** What a comparison of scopes found. */
export interface ScopeComparison {
  /** How many requests of parts have scopes in the description. */
  readonly compared: number
  readonly problems: readonly string[]
}

/**
 * Compares the scopes that checks and lists declare with those by which the description lets somebody ask. Descriptions list scopes of
 * which one is enough, or all, without a word about which it is. So one of them has to be declared for each operation, and a
 * declared scope that the description knows has to be one of some operation that is asked.
 */
export function compareScopes(connector: AnyConnector, parts: PartUses, { root }: Description): ScopeComparison {
  const described = new Map(readOperations(root).map(({ name, node }) => [name, readScopes(node.at('security'))]))
  const known = new Set([...described.values()].flat())
  const declared = listPartScopes(connector)
  const problems: string[] = []
  let compared = 0
  // Words that the description does not have are of another kind of credential: permissions of a role.
  if (![...declared.values()].flat().some((scope) => known.has(scope))) return { compared, problems }
  for (const [part, uses] of parts) {
    const own = declared.get(part)
    if (!own) continue
    const allowed = [...uses.keys()].map((operation) => [operation, described.get(operation) ?? []] as const)
    for (const [operation, scopes] of allowed) {
      if (scopes.length === 0) continue
      compared++
      if (!scopes.some((scope) => own.includes(scope)))
        problems.push(
          `${part} asks ${operation}, which needs ${scopes.join(' or ')}; it declares ${own.join(', ') || 'none'}`,
        )
    }
    const useful = new Set([
      ...allowed.flatMap(([, scopes]) => scopes),
      ...Object.keys(memberScopes[connector.id] ?? {}),
    ])
    // What is asked without a word about its scopes may be what the scope is for.
    const isAllSaid = allowed.every(([, scopes]) => scopes.length > 0)
    for (const scope of own)
      if (isAllSaid && known.has(scope) && !useful.has(scope))
        problems.push(`${part} declares ${scope}, which nothing that it asks needs`)
  }
  return { compared, problems }
}

/** Every scope by which an operation may be asked. */
function readScopes(security: DescriptionNode): readonly string[] {
  const alternatives = Array.isArray(security.value) ? security.value : []
  return [
    ...new Set(
      alternatives.flatMap((each: unknown) =>
        typeof each === 'object' && each !== null ? Object.values(each).flat().map(String) : [],
      ),
    ),
  ]
}
