import type { ExpressionNode } from './parse-expression.ts'

/**
 * The one value of true and false that an expression can have, whatever it reads: `item.a || true`, `item.a == item.a`. Where it
 * cannot be told it is unknown, but a rule that never says the other word is no rule.
 */
export function findConstant(node: ExpressionNode): boolean | undefined {
  switch (node.op) {
    case 'value':
      return typeof node.args === 'boolean' ? node.args : undefined
    case '!_': {
      const inner = findConstant(node.args)
      return inner === undefined ? undefined : !inner
    }
    case '&&':
    case '||':
      return joinConstants(node.args, node.op === '||')
    case '?:': {
      const [condition, yes, no] = node.args
      const chosen = findConstant(condition)
      if (chosen !== undefined) return findConstant(chosen ? yes : no)
      const both = [yes, no].map(findConstant)
      return both[0] === both[1] ? both[0] : undefined
    }
    case '==':
    case '<=':
    case '>=':
      return compareSides(node.args, true)
    case '!=':
    case '<':
    case '>':
      return compareSides(node.args, false)
    default:
      return undefined
  }
}

function joinConstants(sides: readonly ExpressionNode[], deciding: boolean): boolean | undefined {
  const values = sides.map(findConstant)
  if (values.includes(deciding)) return deciding
  if (values.every((value) => value === !deciding)) return !deciding
  // A thing and its opposite: one of them decides.
  const [left, right] = sides as [ExpressionNode, ExpressionNode]
  return denies(left, right) || denies(right, left) ? deciding : undefined
}

function denies(node: ExpressionNode, other: ExpressionNode): boolean {
  return node.op === '!_' && formatNode(node.args) === formatNode(other)
}

/** A value compared with itself; comparisons of two different things may have any outcome. */
function compareSides([left, right]: readonly [ExpressionNode, ExpressionNode], same: boolean): boolean | undefined {
  return formatNode(left) === formatNode(right) ? same : undefined
}

/** The same text for the same expression, however it is written. */
export function formatNode(node: unknown): string {
  return JSON.stringify(node, (name, value: unknown) =>
    // Places, and what the library remembers, are no part of the meaning.
    ['start', 'end', 'input', 'pos', 'range'].includes(name)
      ? undefined
      : typeof value === 'bigint'
        ? `${value}n`
        : value,
  )
}
