import ts from 'typescript'
import { count, type Figure, sortByCount } from './figure.ts'
import { type Tree, visit } from './tree.ts'

/** Calls that compare in a statement. */
const comparing = new Set(['where', 'whereRef', 'on', 'onRef', 'eb', 'having'])

/**
 * Filters by organization that are written by hand: `where('organizationId', '=', …)`, and the same in a text of SQL. Joins of two tables
 * by it are counted apart, because they compare no organization that somebody asked for.
 */
export function measureOrganizationFilters({ src }: Tree): Figure {
  const files = new Map<string, number>()
  let filters = 0
  let joins = 0
  for (const { path, ...file } of src)
    visit({ path, ...file }, (node) => {
      const kind = findKind(node)
      if (kind === undefined) return
      if (kind === 'join') joins++
      else {
        filters++
        count(files, path)
      }
    })
  return {
    name: 'organizationFilters',
    title: 'Filters by organization that are written by hand',
    numbers: { filters, 'joins by organization': joins, files: files.size },
    details: sortByCount(files).map(([path, found]) => `${String(found).padStart(4)}  ${path}`),
  }
}

function findKind(node: ts.Node): 'filter' | 'join' | undefined {
  if (ts.isCallExpression(node)) {
    const [first] = node.arguments
    const called = ts.isPropertyAccessExpression(node.expression)
      ? node.expression.name.text
      : node.expression.getText()
    if (!comparing.has(called) || !first || !ts.isStringLiteralLike(first)) return undefined
    if (!/(?:^|\.)organization(?:_id|Id)$/.test(first.text)) return undefined
    return called.endsWith('Ref') || called === 'on' ? 'join' : 'filter'
  }
  const isTemplate = ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
  return isTemplate && /organization_?id\s*(?:=|is|in)\s*\(?$/i.test(node.text) ? 'filter' : undefined
}
