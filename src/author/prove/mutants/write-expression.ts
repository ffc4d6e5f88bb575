import type { ExpressionNode } from '../../../data/expressions/parse-expression.ts'

/**
 * The text of an expression, with brackets wherever they could matter.
 * @param replace gives another text for a part. @default none is replaced
 */
export function writeExpression(
  node: ExpressionNode,
  replace: (node: ExpressionNode) => string | undefined = () => undefined,
): string {
  const write = (each: ExpressionNode): string => replace(each) ?? writeNode(each, write, wrap)
  const wrap = (each: ExpressionNode): string => {
    const text = write(each)
    const isTerm = replace(each) === undefined ? isOneTerm(each) : oneTerm.test(text)
    return isTerm ? text : `(${text})`
  }
  return write(node)
}

function writeNode(
  node: ExpressionNode,
  write: (node: ExpressionNode) => string,
  wrap: (node: ExpressionNode) => string,
): string {
  switch (node.op) {
    case 'value':
      return writeLiteral(node.args)
    case 'id':
      return node.args
    case '.':
      return `${wrap(node.args[0])}.${node.args[1]}`
    case '[]':
      return `${wrap(node.args[0])}[${write(node.args[1])}]`
    case '!_':
      return `!${wrap(node.args)}`
    case '-_':
      return `-${wrap(node.args)}`
    case '?:':
      return `${wrap(node.args[0])} ? ${wrap(node.args[1])} : ${wrap(node.args[2])}`
    case 'list':
      return `[${node.args.map(write).join(', ')}]`
    case 'call':
      return `${node.args[0]}(${node.args[1].map(write).join(', ')})`
    case 'rcall':
      return `${wrap(node.args[1])}.${node.args[0]}(${node.args[2].map(write).join(', ')})`
    case '.?':
    case '[?]':
    case 'map':
      throw new TypeError(`Expressions have no "${node.op}".`)
    default:
      return `${wrap(node.args[0])} ${node.op} ${wrap(node.args[1])}`
  }
}

/** A path, a call of plain values, a list of them, or what has brackets already. */
const oneTerm = /^(?:[\w.]+(?:\([^()]*\))?|\[[^[\]]*\]|\([^()]*\)|'[^']*')$/

/** Whether the text of a part needs no brackets in a larger one. */
function isOneTerm({ op }: ExpressionNode): boolean {
  return ['value', 'id', '.', '[]', 'list', 'call', 'rcall'].includes(op)
}

export function writeLiteral(value: unknown): string {
  if (typeof value !== 'string') return String(value)
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
}
