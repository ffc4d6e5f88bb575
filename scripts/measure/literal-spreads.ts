import ts from 'typescript'
import { count, type Figure, sortByCount } from './figure.ts'
import { type CodeFile, type Tree, visit } from './tree.ts'

/** `...{ a, b }` in a literal, and `...(x && { a })`: members that could be written. */
export function measureLiteralSpreads({ src, connectors, tests }: Tree): Figure {
  const files = new Map<string, number>()
  const sum = (all: readonly CodeFile[], find: (spread: ts.Expression) => boolean) =>
    all.reduce((total, file) => {
      const found = listSpreads(file).filter(find).length
      if (found > 0) count(files, file.path, found)
      return total + found
    }, 0)
  return {
    name: 'literalSpreads',
    title: 'Spreads in literals',
    numbers: {
      'src ...{ }': sum(src, isLiteral),
      'src ...(x && { })': sum(src, isConditional),
      'tests and connectors ...{ }': sum([...tests, ...connectors], isLiteral),
      'tests and connectors ...(x && { })': sum([...tests, ...connectors], isConditional),
    },
    details: sortByCount(files).map(([path, found]) => `${String(found).padStart(4)}  ${path}`),
  }
}

function listSpreads(file: CodeFile): readonly ts.Expression[] {
  const found: ts.Expression[] = []
  visit(file, (node) => {
    if (ts.isSpreadAssignment(node)) found.push(unwrap(node.expression))
  })
  return found
}

function unwrap(expression: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(expression) ? unwrap(expression.expression) : expression
}

function isLiteral(expression: ts.Expression): boolean {
  return ts.isObjectLiteralExpression(expression)
}

/** `x && { }` and `x ? { } : { }`. */
function isConditional(expression: ts.Expression): boolean {
  if (ts.isConditionalExpression(expression))
    return isLiteral(unwrap(expression.whenTrue)) || isLiteral(unwrap(expression.whenFalse))
  return (
    ts.isBinaryExpression(expression) &&
    expression.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken &&
    isLiteral(unwrap(expression.right))
  )
}
