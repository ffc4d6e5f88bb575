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
    const habit = findHabit(text)
    return habit
      ? { problem: { message: `is no expression: ${habit.message}`, start: habit.start, end: habit.end } }
      : { problem: { message: `is no expression: ${describeSyntax(error)}`, start, end } }
  }
}

/** What people write by the habit of another language, and how it is written here. */
const habits: readonly (readonly [written: RegExp, instead: string])[] = [
  [/[=!]==/, 'write == or !='],
  [/=>/, 'write list.exists(each, each.mfa), without an arrow'],
  [/(?<![=!<>])=(?!=)/, 'write == to compare'],
  [/(?<!\.)\band\b/i, 'write && for "and"'],
  [/(?<!\.)\bor\b/i, 'write || for "or"'],
  [/(?<!\.)\bnot\s/i, 'write ! for "not", and !(x in […]) for "not in"'],
]

/** The first of these outside of texts, for an expression that is none. */
function findHabit(text: string): ExpressionProblem | undefined {
  const bare = text.replaceAll(/'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"/g, (quoted) => ' '.repeat(quoted.length))
  for (const [written, message] of habits) {
    const found = written.exec(bare)
    if (found) return { message, start: found.index, end: found.index + found[0].length }
  }
  return undefined
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
