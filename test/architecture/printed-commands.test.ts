import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** Commands that open no store, and need no option of the one that prints them. */
const storeless = new Set(['verify', 'explain', 'validate', 'record', 'list', 'show', 'replay'])

/** Texts of a file that name a command which opens a store. `formatCommand` writes those, with the options that they need. */
function listBareCommands(file: string, text: string): string[] {
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node))
      for (const [whole, command = ''] of node.text.matchAll(/checkwright ([a-z][a-z-]*)/g))
        if (!storeless.has(command)) found.push(`${file}: ${whole}`)
    ts.forEachChild(node, visit)
  }
  visit(parsed)
  return found
}

test('commands that a command prints are written by formatCommand', () => {
  const files = execFileSync('git', ['ls-files', 'src/things/*/commands/*-actions.ts'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '')

  expect(files.length).toBeGreaterThan(15)
  expect(files.flatMap((file) => listBareCommands(file, readFileSync(file, 'utf8')))).toEqual([])
})

test('a bare command is found, and one that opens no store is not', () => {
  expect(listBareCommands('x.ts', 'const a = `See "checkwright runs list"`')).toEqual(['x.ts: checkwright runs'])
  expect(listBareCommands('x.ts', "const a = 'checkwright verify bundle'")).toEqual([])
})
