import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely'

const sqlNames = new Map<string, string>()
const memberNames = new Map<string, string>()

/** `organizationId` as the databases write it, for compilers: `organization_id`, with quotes doubled. */
export function toSqlName(member: string): string {
  return remember(sqlNames, member, () =>
    member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('"', '""'),
  )
}

/**
 * Gives rows their camelCase names. The names of statements are for the compilers (`toSqlName`): Kysely's own plugin copies
 * each statement as a tree to rename it, which costs more than most statements.
 */
export class CamelCaseRows implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const [first] = result.rows
    return first === undefined ? result : { ...result, rows: renameMembers(Object.keys(first), result.rows) }
  }
}

/** Rows of one statement have the same columns. */
function renameMembers(columns: readonly string[], rows: readonly UnknownRow[]): UnknownRow[] {
  const renamed = columns.map((column): readonly [string, string] => [column, toMemberName(column)])
  return rows.map((row) => {
    const named: UnknownRow = {}
    for (const [column, member] of renamed) named[member] = row[column]
    return named
  })
}

/** `organizationId` of a column `organization_id`. */
export function toMemberName(column: string): string {
  return remember(memberNames, column, () => column.replace(/(?!^)_+(.)/g, (_, letter: string) => letter.toUpperCase()))
}

/** Names come from our own statements, so there are few. */
function remember(known: Map<string, string>, name: string, make: () => string): string {
  const found = known.get(name)
  if (found !== undefined) return found
  const made = make()
  known.set(name, made)
  return made
}
