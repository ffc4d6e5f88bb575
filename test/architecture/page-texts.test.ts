import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** Attributes that somebody sees or hears. */
const told = new Set([
  'aria-label',
  'title',
  'placeholder',
  'alt',
  'label',
  'legend',
  'data-busy',
  'data-label',
  'lead',
  'help',
  'submit',
])

/** Commands to type. */
const verbatim = new Set(['code', 'kbd', 'pre'])
/** Our name, that of the protocol, and a word of the audit log. */
const names = new Set(['Checkwright', '· Checkwright', 'HTTP', 'connection'])

test('a page has its texts from the catalogue, and none in its file', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.startsWith('report/'),
  )
  const found = files.flatMap((file) => listTexts(`src/${file}`))

  expect(files.length).toBeGreaterThan(80)
  expect(found).toEqual([])
})

test('a text in a file is found as a child, as an attribute and as a value of one', () => {
  const source = `<a title="Read it" aria-label={\`See \${x}\`} class="big card">Look <b>here</b>{"Go on"}{x ? y : z ?? "Stop"}</a>`

  expect(listTextsOf('x.tsx', `const x = ${source}`)).toEqual([
    'x.tsx:1: Read it',
    'x.tsx:1: See',
    'x.tsx:1: Look',
    'x.tsx:1: here',
    'x.tsx:1: Go on',
    'x.tsx:1: Stop',
  ])
})

function listTexts(file: string): readonly string[] {
  return listTextsOf(file, readFileSync(file, 'utf8'))
}

function listTextsOf(file: string, content: string): readonly string[] {
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const text = readText(node)?.trim()
    if (text && /\p{L}{2}/u.test(text) && !names.has(text))
      found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${text}`)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The text of a node that is shown as it stands: a child, or the value of an attribute that is told. */
function readText(node: ts.Node): string | undefined {
  if (ts.isJsxText(node)) return isVerbatim(node.parent) ? undefined : node.text
  const text = readLiteral(node)
  if (text === undefined) return undefined
  const { parent } = climb(node)
  const place = ts.isJsxExpression(parent) ? parent.parent : parent
  if (ts.isJsxAttribute(place)) return told.has(place.name.getText()) ? text : undefined
  return ts.isJsxExpression(parent) ? text : undefined
}

/** The whole expression, of which the literal is one possible value. */
function climb(node: ts.Node): ts.Node {
  const { parent } = node
  const isBranch = ts.isConditionalExpression(parent) && parent.condition !== node
  const isRight = ts.isBinaryExpression(parent) && parent.right === node && choosing.has(parent.operatorToken.kind)
  return isBranch || isRight || ts.isParenthesizedExpression(parent) ? climb(parent) : node
}

const choosing = new Set([
  ...[ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.BarBarToken, ts.SyntaxKind.AmpersandAmpersandToken],
])

function isVerbatim(node: ts.Node): boolean {
  return ts.isJsxElement(node) && verbatim.has(node.openingElement.tagName.getText())
}

function readLiteral(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('')
}
