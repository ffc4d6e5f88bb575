import { posix } from 'node:path'
import ts from 'typescript'
import { type CodeFile, lineOf, type Tree, visit } from './tree.ts'

/** One import of a file of `src/` from another one, also of a type. */
export interface FileImport {
  readonly from: string
  readonly line: number
  readonly to: string
  /** The compiler erases it. */
  readonly isType: boolean
}

/** What files of `src/` import of each other. */
export function listImports({ src, aliases }: Tree): readonly FileImport[] {
  const known = new Set(src.map(({ path }) => path))
  return src.flatMap((file) =>
    listSpecifiers(file).flatMap(({ specifier, line, isType }) => {
      const to = resolve(file.path, specifier, aliases)
      return to !== undefined && known.has(to) && to !== file.path ? [{ from: file.path, line, to, isType }] : []
    }),
  )
}

interface Specifier {
  readonly specifier: string
  readonly line: number
  readonly isType: boolean
}

function listSpecifiers(file: CodeFile): readonly Specifier[] {
  const found: Specifier[] = []
  visit(file, (node) => {
    const named =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
          ? node.arguments[0]
          : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
            ? node.argument.literal
            : undefined
    if (named && ts.isStringLiteralLike(named))
      found.push({ specifier: named.text, line: lineOf(file, node), isType: isOfTypes(node) })
  })
  return found
}

/** `import type`, `import { type A }` without a value beside it, the same of exports, and `import('…').A` as a type. */
function isOfTypes(node: ts.Node): boolean {
  if (ts.isImportTypeNode(node)) return true
  const clause = ts.isImportDeclaration(node) ? node.importClause : ts.isExportDeclaration(node) ? node : undefined
  if (clause === undefined || clause.isTypeOnly) return clause !== undefined
  const named = ts.isImportClause(clause) ? clause.namedBindings : clause.exportClause
  const isMixed = ts.isImportClause(clause) && clause.name !== undefined
  return (
    !isMixed &&
    named !== undefined &&
    (ts.isNamedImports(named) || ts.isNamedExports(named)) &&
    named.elements.length > 0 &&
    named.elements.every(({ isTypeOnly }) => isTypeOnly)
  )
}

function resolve(from: string, specifier: string, aliases: Tree['aliases']): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  for (const [name, target] of Object.entries(aliases)) {
    const [start = '', end] = name.split('*')
    if (end === undefined ? specifier === name : specifier.startsWith(start) && specifier.endsWith(end))
      return posix.normalize(target.replace('*', specifier.slice(start.length, specifier.length - (end ?? '').length)))
  }
  return undefined
}

/** Sets of nodes of which each reaches all others (Tarjan), without those that are alone. */
export function listKnots(ways: ReadonlyMap<string, ReadonlySet<string>>): readonly (readonly string[])[] {
  const place = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const knots: string[][] = []
  const go = (node: string): void => {
    place.set(node, place.size)
    low.set(node, place.get(node) ?? 0)
    stack.push(node)
    for (const next of ways.get(node) ?? []) {
      if (!place.has(next)) go(next)
      if (stack.includes(next)) low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0))
    }
    if (low.get(node) !== place.get(node)) return
    const knot = stack.splice(stack.indexOf(node))
    if (knot.length > 1) knots.push(knot.toSorted())
  }
  for (const node of ways.keys()) if (!place.has(node)) go(node)
  return knots
}
