import { type ASTNode, Environment, ParseError } from '@marcbachmann/cel-js'

/** A node of an expression in CEL, with its place in the text. */
export type ExpressionNode = ASTNode

/** Something wrong with an expression, and where: offsets in its text. */
export interface ExpressionProblem {
  readonly message: string
  readonly start: number
  readonly end: number
}

/** Far above what people write. The library calls itself for each sign, also where it counts no depth. */
const lengthMax = 2_000

const environment = new Environment({
  unlistedVariablesAreDyn: true,
  limits: { maxAstNodes: 500, maxDepth: 40, maxListElements: 200, maxMapEntries: 100, maxCallArguments: 4 },
})

/** Reads the text of an expression. Source of the language: https://github.com/google/cel-spec */
export function parseExpression(
  text: string,
): { readonly node: ExpressionNode } | { readonly problem: ExpressionProblem } {
  if (text.length > lengthMax)
    return { problem: { message: `is longer than ${lengthMax} characters; split it`, start: 0, end: text.length } }
  try {
    return { node: environment.parse(text).ast }
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    const { start = 0, end = text.length } = error.range ?? {}
    return { problem: { message: `is no expression: ${describeSyntax(error)}`, start, end } }
  }
}

function describeSyntax({ summary }: ParseError): string {
  return summary.replace(/\b(?:EOF)\b/, 'the end of the text').replace(/^(.)/, (first) => first.toLowerCase())
}

/** The members that a chain of dots reads, from its root: `item.profile.email` gives `['item', 'profile', 'email']`. */
export function readPath(node: ExpressionNode): readonly string[] | undefined {
  if (node.op === 'id') return [node.args]
  if (node.op === '.') {
    const before = readPath(node.args[0])
    return before && [...before, node.args[1]]
  }
  if (node.op === '[]' && node.args[1].op === 'value' && typeof node.args[1].args === 'string') {
    const before = readPath(node.args[0])
    return before && [...before, node.args[1].args]
  }
  return undefined
}
