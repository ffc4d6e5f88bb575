import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** Commands that open no store, or one that they know by themselves, and need no option of the one that prints them. `verify` of a place knows the keys of a store. */
const storeless =
  /^(?:verify(?! …(?!.*--key))|explain|validate|record|list|show|replay|demo|log verify-growth|serve --sample|test|new|docs|prove|witness|frameworks|run --out)(?![\w-])/
/** What is sealed is bound to these words. */
const seals = /^(?:(?:data|master) key|key check|secret)$/
/** Pages of documentation and new projects name commands as they are without options; the other two are what the others call. */
const besides =
  /^src\/(?:report\/connector-page|author\/new|author\/commands\/new-actions|text\/command-template|service\/commands\/format-command)/
/** Where a command is described, and nothing is printed to be copied. */
const describing = new Set(['argument', 'option', 'description', 'Option', 'addHelpText'])

/**
 * Texts of a file that name a command which opens a store. `formatCommand` writes those with the options that they need, and
 * `formatCommandTemplate` where nobody knows how the store is named.
 */
function listBareCommands(file: string, text: string): string[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && describing.has(readName(node.expression))) return
    if (isTemplatePiece(node)) {
      // What follows is filled in.
      if (/[ :"]checkwright $/.test(node.text)) found.push(`${file}: ${node.text}`)
      // A shell may take it for several words, or for a command.
      if (!isQuoted(node) && /checkwright (?:[a-z-]+ )+$/.test(node.text))
        found.push(`${file}: ${node.text} is followed by what is not quoted`)
    }
    const read = readText(node)
    if (read !== undefined) {
      for (const [whole, command = ''] of read.matchAll(/checkwright ([a-z][^`“”"]*)/g))
        if (!storeless.test(command) && !seals.test(command) && !command.includes('--store'))
          found.push(`${file}: ${whole.slice(0, 60)}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind))
  return found
}

/** With `…` for what is filled in. */
function readText(node: ts.Node): string | undefined {
  if (ts.isTemplateExpression(node))
    return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('…')
  return ts.isStringLiteralLike(node) || ts.isJsxText(node) ? node.text : undefined
}

/** `shell` quotes what is filled into its templates. */
function isQuoted(piece: ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail): boolean {
  const template = ts.isTemplateHead(piece) ? piece.parent : piece.parent.parent
  return ts.isTaggedTemplateExpression(template.parent) && readName(template.parent.tag) === 'shell'
}

function isTemplatePiece(node: ts.Node): node is ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail {
  return ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)
}

function readName(expression: ts.Expression): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText()
}

test('commands that are printed carry the options that they need', () => {
  const files = execFileSync('git', ['ls-files', 'src/*.ts', 'src/*.tsx'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && !besides.test(file))

  expect(files.length).toBeGreaterThan(1_000)
  const naming = files
    .map((file) => [file, readFileSync(file, 'utf8')] as const)
    // To parse the others would take most of the time.
    .filter(([, text]) => text.includes('checkwright '))
  expect(naming.flatMap(([file, text]) => listBareCommands(file, text))).toEqual([])
})

test('a bare command is found, and one that opens no store is not', () => {
  expect(listBareCommands('x.ts', 'const a = `See "checkwright runs list"`')).toEqual(['x.ts: checkwright runs list'])
  expect(listBareCommands('x.tsx', 'const a = <code>checkwright person</code>')).toEqual(['x.tsx: checkwright person'])
  expect(listBareCommands('x.ts', "const a = 'checkwright validate file'")).toEqual([])
  expect(listBareCommands('x.ts', 'const a = `See checkwright validate ${' + 'path}`')).toEqual([
    'x.ts: See checkwright validate  is followed by what is not quoted',
  ])
  expect(listBareCommands('x.ts', 'const a = shell`checkwright validate ${' + 'path} ${' + 'other}`')).toEqual([])
  expect(listBareCommands('x.ts', 'const a = shell`checkwright verify ${' + 'path}`')).toEqual([
    'x.ts: checkwright verify …',
  ])
  expect(listBareCommands('x.ts', 'const a = shell`checkwright verify ${' + 'path} --key ${' + 'key}`')).toEqual([])
  expect(listBareCommands('x.ts', "command.argument('<file>', 'what \"checkwright backup\" wrote')")).toEqual([])
})
