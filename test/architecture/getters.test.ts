import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const source = fileURLToPath(new URL('../../src/', import.meta.url))
/** Folders whose objects come and go with each run. */
const ofRuns = [
  'auth',
  'checks',
  'http',
  'inventory',
  'service/queue',
  'things/connections',
  'things/parts',
  'things/runs',
]

/** Getters of object literals, each as its place and its text. */
function listLiteralGetters(file: string, text: string): string[] {
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isAccessor(node) && ts.isObjectLiteralExpression(node.parent)) {
      const { line } = parsed.getLineAndCharacterOfPosition(node.getStart())
      found.push(`${file}:${line + 1} ${node.name.getText()}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(parsed)
  return found
}

// V8 gives each such object a hidden class of its own among the old objects. Until the next full collection, the class
// keeps what the getter closes over, such as a run with its session and answers. A class in TypeScript has one for all.
test('no object of a run has a getter of its own', () => {
  const files = ofRuns.flatMap((folder) =>
    readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  )

  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap((file) => listLiteralGetters(file, readFileSync(join(source, file), 'utf8')))).toEqual([])
})

test('a getter of a literal is found, and one of a class is not', () => {
  expect(listLiteralGetters('x.ts', 'const a = {\n get b() { return 1 } }')).toEqual(['x.ts:2 b'])
  expect(listLiteralGetters('x.ts', 'class A {\n get b() { return 1 } }')).toEqual([])
})
