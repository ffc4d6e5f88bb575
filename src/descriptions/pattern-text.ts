import { type AST, RegExpParser } from '@eslint-community/regexpp'

/**
 * A text that matches a regular expression, short but not empty if possible. Undefined for an expression that cannot be
 * read or that uses lookaround, because then the expression alone does not give a text.
 */
export function createTextOfPattern(pattern: string): string | undefined {
  try {
    const tree = new RegExpParser().parsePattern(pattern)
    const text = createNodeText(tree, 0) || createNodeText(tree, 1)
    return new RegExp(pattern).test(text) ? text : undefined
  } catch (error) {
    // A provider's mistake in its own description must not keep the rest from being served.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** @param least how often an optional part is written */
function createNodeText(node: AST.Node, least: number): string {
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives[0] ? createNodeText(node.alternatives[0], least) : ''
    case 'Alternative':
      return node.elements.map((element) => createNodeText(element, least)).join('')
    case 'Quantifier':
      return createNodeText(node.element, least).repeat(Math.max(node.min, Math.min(least, node.max)))
    case 'Character':
      return String.fromCodePoint(node.value)
    case 'CharacterClass':
      return node.negate ? findOutsideCharacter(node) : createNodeText(node.elements[0] ?? node, least)
    case 'CharacterClassRange':
      return String.fromCodePoint(node.min.value)
    case 'CharacterSet':
      return { any: 'a', digit: '1', space: ' ', word: 'a', property: 'a' }[node.kind]
    case 'Backreference':
      return ''
    default:
      // Anchors take no text.
      return ''
  }
}

const candidates = [...'aA1 -_./:']

function findOutsideCharacter(node: AST.CharacterClass): string {
  const expression = new RegExp(node.raw)
  return candidates.find((candidate) => expression.test(candidate)) ?? ''
}
