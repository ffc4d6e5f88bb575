import ts from 'typescript'
import { count, type Figure, sortByCount } from './figure.ts'
import { type CodeFile, type Tree, visit } from './tree.ts'

/** Lines without blank ones and those of comments, by folder of `src/`. */
export function measureCodeLines({ src, connectors, tests }: Tree): Figure {
  const folders = new Map<string, number>()
  for (const file of src) count(folders, file.path.split('/').slice(0, 2).join('/'), countCodeLines(file))
  const all = (files: readonly CodeFile[]) => files.reduce((sum, file) => sum + countCodeLines(file), 0)
  return {
    name: 'codeLines',
    title: 'Code lines, without blank ones and comments',
    numbers: { src: all(src), connectors: all(connectors), tests: all(tests), 'files of src': src.length },
    details: sortByCount(folders).map(([folder, lines]) => `${String(lines).padStart(6)}  ${folder}`),
  }
}

/** Comments are found outside of texts, where two slashes can be nothing else. */
export function countCodeLines(file: CodeFile): number {
  const known = counted.get(file)
  if (known !== undefined) return known
  const lines = withoutComments(file)
    .split('\n')
    .filter((line) => line.trim() !== '').length
  counted.set(file, lines)
  return lines
}

const counted = new WeakMap<CodeFile, number>()

function withoutComments(file: CodeFile): string {
  const texts: { readonly from: number; readonly to: number }[] = []
  visit(file, (node) => {
    if (isText(node)) texts.push({ from: node.getStart(file.source), to: node.getEnd() })
  })
  texts.sort((a, b) => a.from - b.from)
  let code = ''
  let at = 0
  for (const { from, to } of [...texts, { from: file.text.length, to: file.text.length }]) {
    if (from < at) continue
    code += file.text.slice(at, from).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '') + file.text.slice(from, to)
    at = to
  }
  return code
}

function isText(node: ts.Node): boolean {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node) ||
    ts.isRegularExpressionLiteral(node) ||
    ts.isJsxText(node)
  )
}
