import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const source = fileURLToPath(new URL('../../src/', import.meta.url))

/** Comparisons of other things than addresses, each with what it compares. */
const others: Readonly<Record<string, string>> = {
  // Whether an account is shown by its address already.
  'things/access-reviews/pages/account-row.tsx': 'email !== name',
}

const equals = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
])
const foldings = new Set(['toLowerCase', 'toUpperCase', 'toLocaleLowerCase', 'localeCompare', 'normalize'])
const lookups = new Set(['includes', 'indexOf', 'has', 'get', 'where'])

/** Places where an address is compared as somebody wrote it, instead of as an `EmailAddress`. */
function listComparisons(file: string, text: string): string[] {
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const note = (node: ts.Node) => {
    if (others[file] === node.getText()) return
    const { line } = parsed.getLineAndCharacterOfPosition(node.getStart())
    found.push(`${file}:${line + 1} ${node.getText().slice(0, 80)}`)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && equals.has(node.operatorToken.kind)) {
      const { left, right } = node
      if ((isAddress(left) && !isPlain(right)) || (isAddress(right) && !isPlain(left))) note(node)
    }
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression } = node.expression
      const [first] = node.arguments
      if (foldings.has(name.text) && isAddress(expression)) note(node)
      if (lookups.has(name.text) && first !== undefined && isAddress(first)) note(node)
      if (name.text === 'where' && first !== undefined && ts.isStringLiteral(first) && /email$/i.test(first.text))
        note(node)
    }
    ts.forEachChild(node, visit)
  }
  visit(parsed)
  return found
}

function isAddress(node: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(node)) return /email$/i.test(node.name.text)
  return ts.isIdentifier(node) && /email$/i.test(node.text)
}

function isPlain(node: ts.Expression): boolean {
  return (
    ts.isLiteralExpression(node) ||
    node.kind === ts.SyntaxKind.NullKeyword ||
    (ts.isIdentifier(node) && node.text === 'undefined')
  )
}

test('no address of a person is compared as it was written', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))

  expect(files.length).toBeGreaterThan(1_000)
  expect(files.flatMap((file) => listComparisons(file, readFileSync(join(source, file), 'utf8')))).toEqual([])
})

test.each([
  'user.email === other.email',
  'email.toLowerCase()',
  'people.map((one) => one.email).includes(email)',
  "db.where('email', '=', text)",
  'names.get(managerEmail)',
])('%s is found', (text) => {
  expect(listComparisons('x.ts', text)).toHaveLength(1)
})

test.each(["email === ''", 'email === undefined', "typeof email === 'string'", 'parseEmailAddress(email) === address'])(
  '%s is not',
  (text) => {
    expect(listComparisons('x.ts', text)).toEqual([])
  },
)
