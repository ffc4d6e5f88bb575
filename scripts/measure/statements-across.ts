import ts from 'typescript'
import { type CodeFile, visit } from './tree.ts'

/**
 * Statements on tables of organizations that do not begin with the filter of one: by file, the tables in the order of the alphabet. What
 * `ofOrganization()` begins is not among them.
 *
 * @param migration the text of the migration that makes the tables
 */
export function listStatementsAcross(
  files: readonly CodeFile[],
  migration: string,
): ReadonlyMap<string, readonly string[]> {
  const owned = listOwnedTables(migration)
  const found = new Map<string, readonly string[]>()
  for (const file of files) {
    const tables = new Set<string>()
    visit(file, (node) => {
      const table = findTable(node)
      if (table !== undefined && owned.has(table)) tables.add(table)
    })
    if (tables.size > 0) found.set(file.path, [...tables].toSorted())
  }
  return found
}

/** Tables with a column `organization_id`, as statements name them. */
function listOwnedTables(migration: string): ReadonlySet<string> {
  const tables = migration.matchAll(/^create table (\w+) \(\n([\s\S]*?)^\);/gm)
  return new Set(
    [...tables].flatMap(([, name = '', columns = '']) =>
      /^ {2}organization_id /m.test(columns) ? [name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase())] : [],
    ),
  )
}

function findTable(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined
  const { name, expression: on } = node.expression
  const [table] = node.arguments
  if (!['selectFrom', 'updateTable', 'deleteFrom'].includes(name.text)) return undefined
  if (table === undefined || !ts.isStringLiteral(table)) return undefined
  if (ts.isCallExpression(on) && on.expression.getText() === 'ofOrganization') return undefined
  return table.text.split(' ')[0]
}
