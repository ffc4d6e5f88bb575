import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/**
 * Prints figures about prose, without judging: pages of docs, and texts of the code that a person may read.
 *
 * A text of the code counts from four words on, if it has a capital or ends a sentence. `--sentences` prints the sentences
 * that begin with a word such as "Of" or "Who".
 */
const checkout = fileURLToPath(new URL('../../', import.meta.url))
const fronting = /^(?:Of|Who|Whoever|What|Whatever|Nothing|None|Nobody|Not)\b(?!.*\?$)/
const negative = /^(?:not|no|never|nothing|none|nobody|neither|nor|cannot|without)$/i

interface Prose {
  readonly name: string
  readonly text: string
}

const pages = ['README.md', 'CONTRIBUTING.md', 'docs/*.md', 'docs/guides/*.md']
  .flatMap((pattern) => globSync(pattern, { cwd: checkout }))
  .toSorted()
  .map((name) => ({ name, text: readProse(readFileSync(checkout + name, 'utf8')) }))
for (const page of pages) printFigures(page)
printFigures({ name: 'All pages', text: pages.map(({ text }) => text).join('\n\n') })
for (const folder of ['src', 'connectors']) printFigures({ name: `Texts of ${folder}/`, text: collectTexts(folder) })

/** Without code, tables and headings. */
function readProse(markdown: string): string {
  return markdown
    .replaceAll(/^```[\s\S]*?^```|<!--[\s\S]*?-->/gm, '')
    .replaceAll(/^(?:\s*\||#|!\[).*$/gm, '')
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_>]/g, '')
}

function collectTexts(folder: string): string {
  const files = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: checkout, exclude: [`${folder}/*/test/**`] })
  return files.flatMap((file) => listTexts(file)).join('\n\n')
}

function listTexts(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(checkout + file, 'utf8'), ts.ScriptTarget.Latest, true)
  const texts: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isLiteralTypeNode(node)) return
    if (ts.isTemplateExpression(node))
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('it'))
    else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isJsxText(node))
      texts.push(node.text.replaceAll(/\s+/g, ' ').trim())
    ts.forEachChild(node, visit)
  }
  visit(source)
  return texts.filter((text) => text.split(' ').length > 3 && /^[A-Z]|[.!?]$/.test(text) && !/[{}<>]/.test(text))
}

function printFigures({ name, text }: Prose): void {
  const words = text.match(/[A-Za-z][\w'’-]*/g) ?? []
  const sentences = text
    .split(/(?<=[.!?:])\s+|\n\s*\n|\n\s*(?:[-+]|\d+\.)\s/)
    .map((sentence) => sentence.replaceAll(/\s+/g, ' ').trim())
    .filter((sentence) => sentence.split(' ').length > 3)
  const fronted = sentences.filter((sentence) => fronting.test(sentence))
  const you = words.filter((word) => /^you(?:r|rs|rself)?$/i.test(word)).length
  const negatives = words.filter((word) => negative.test(word)).length
  const figures = [
    `${words.length} words`,
    `"you" ${perHundred(you, words.length)}`,
    `negatives ${perHundred(negatives, words.length)}`,
    `fronted sentences ${perHundred(fronted.length, sentences.length)} %`,
  ]
  console.log(`${name}: ${figures.join(', ')}`)
  if (process.argv.includes('--sentences')) for (const sentence of fronted) console.log(`    ${sentence}`)
}

function perHundred(count: number, all: number): string {
  return ((100 * count) / Math.max(1, all)).toFixed(2)
}
