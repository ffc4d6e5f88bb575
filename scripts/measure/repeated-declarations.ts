import ts from 'typescript'
import type { Figure } from './figure.ts'
import { type CodeFile, lineOf, type Tree, visit } from './tree.ts'

type Places = Map<string, string[]>

/** Audit actions and limits that are written in more than one place of `src/`. */
export function measureRepeatedDeclarations({ src }: Tree): Figure {
  const actions: Places = new Map()
  const limits: Places = new Map()
  // Where a type declares the actions, other places name one: an unknown name does not compile.
  const areTyped = src.some(({ text }) => text.includes('export type AuditAction ='))
  for (const file of src)
    visit(file, (node) => {
      const add = (places: Places, name: string) =>
        places.set(name, [...(places.get(name) ?? []), `${file.path}:${lineOf(file, node)}`])
      const action = areTyped ? readTypedAction(node) : readAction(node)
      if (action !== undefined) add(actions, action)
      const limit = readLimit(node, file)
      if (limit !== undefined) add(limits, limit)
    })
  const repeated = (places: Places) => [...places].filter(([, all]) => all.length > 1)
  // A limit that stands twice in one file, for two schemas, is found by whoever changes it.
  const inFiles = [...limits].filter(([, all]) => new Set(all.map((place) => place.split(':')[0])).size > 1)
  return {
    name: 'repeatedDeclarations',
    title: 'Audit actions and limits that are declared more than once',
    numbers: {
      'audit actions': actions.size,
      'audit actions declared more than once': repeated(actions).length,
      limits: limits.size,
      'limits declared in more than one file': inFiles.length,
    },
    details: [...repeated(actions), ...inFiles]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([name, all]) => `${name}: ${all.join(', ')}`),
  }
}

/** `action: 'waiver.create'`. */
function readAction(node: ts.Node): string | undefined {
  if (!ts.isPropertyAssignment(node) || node.name.getText() !== 'action') return undefined
  const { initializer } = node
  return ts.isStringLiteralLike(initializer) && /^[a-z-]+(?:\.[a-z-]+)+$/.test(initializer.text)
    ? `action ${initializer.text}`
    : undefined
}

/** A member of `type AuditAction = 'waiver.create' | …`. */
function readTypedAction(node: ts.Node): string | undefined {
  if (!ts.isLiteralTypeNode(node) || !ts.isStringLiteral(node.literal)) return undefined
  const declaration = ts.findAncestor(node, ts.isTypeAliasDeclaration)
  return declaration?.name.text === 'AuditAction' ? `action ${node.literal.text}` : undefined
}

/** A member or constant with an upper bound in its value: `title: z.string().max(200)`, `titleMax = 200`, `{ id: 'title', max: 200 }`. */
function readLimit(node: ts.Node, { source }: CodeFile): string | undefined {
  if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) {
    const value = node.initializer && readNumber(node.initializer)
    return value !== undefined && /(?:Max|Maximum|Limit)$/.test(node.name.text)
      ? `${node.name.text} ${value}`
      : undefined
  }
  if (!ts.isPropertyAssignment(node)) return undefined
  const name = node.name.getText(source)
  if (/^(?:max|maxLength|maximum)$/.test(name)) {
    const value = readNumber(node.initializer)
    const owner = value === undefined ? undefined : findOwner(node)
    return owner === undefined ? undefined : `${owner} ${value}`
  }
  if (ts.isObjectLiteralExpression(node.initializer)) return undefined
  const bound = findBound(node.initializer)
  return bound === undefined ? undefined : `${name} ${bound}`
}

/** The name of what has `max:` in its description: its `id`, `name` or the member that it stands at. */
function findOwner(node: ts.PropertyAssignment): string | undefined {
  const literal = node.parent
  for (const each of literal.properties)
    if (
      ts.isPropertyAssignment(each) &&
      /^(?:id|name)$/.test(each.name.getText()) &&
      ts.isStringLiteralLike(each.initializer)
    )
      return each.initializer.text
  for (let at: ts.Node = literal; at.parent && !ts.isBlock(at); at = at.parent)
    if (ts.isPropertyAssignment(at.parent)) return at.parent.name.getText()
  return undefined
}

/** The number of `….max(200)…`, on the chain of calls alone. */
function findBound(expression: ts.Expression): number | undefined {
  for (let at: ts.Expression = expression; ; ) {
    if (ts.isCallExpression(at)) {
      const { expression: called, arguments: given } = at
      const isBound = ts.isPropertyAccessExpression(called) && called.name.text === 'max'
      if (isBound && called.expression.getText() !== 'Math' && given[0]) return readNumber(given[0])
      at = called
    } else if (ts.isPropertyAccessExpression(at)) at = at.expression
    else return undefined
  }
}

/** A number as it is written, or a product of them. */
function readNumber(expression: ts.Expression): number | undefined {
  if (ts.isNumericLiteral(expression)) return Number(expression.text)
  if (!ts.isBinaryExpression(expression) || expression.operatorToken.kind !== ts.SyntaxKind.AsteriskToken)
    return undefined
  const [left, right] = [readNumber(expression.left), readNumber(expression.right)]
  return left === undefined || right === undefined ? undefined : left * right
}
