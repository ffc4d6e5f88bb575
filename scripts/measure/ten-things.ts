import { posix } from 'node:path'
import ts from 'typescript'
import { countCodeLines } from './code-lines.ts'
import type { Figure } from './figure.ts'
import type { CodeFile, Tree } from './tree.ts'

/** What files and names of a thing are called, in any layout of folders. */
const things: Readonly<Record<string, RegExp>> = {
  waivers: /waive/,
  'api keys': /api-?keys?/,
  comments: /comment/,
  webhooks: /webhook|deliver(?:y|ies)/,
  'manual answers': /manual-?answer|knowledge-?base/,
  uploads: /upload|evidence-?form/,
  invitations: /invitation|invite/,
  obligations: /(?:^|[/-])tasks?(?=$|[./-])|obligation|statement-(?:result|digest)|keep-statement/,
  judgements: /judge?ment|judged(?!-)/,
  'access reviews': /access-?review|(?:^|[/-])reviews?(?=$|[./-])/,
}

/** Decides verdicts, or proves and prints them: what a thing has there is no repetition. */
const left =
  /^src\/(?:text|errors|define|descriptions|questions|data|auth|http|inventory|checks|crosscheck|evidence|report)\//

/** What other histories and other words are: steps of a schema, and statements that are signed. */
const elsewhere = /^src\/(?:store\/|service\/store\/)?migrations\/|(?:^|\/)in-toto/

/**
 * Files and lines of ten things in the half of the service. A file is of a thing if its path says so, or at least half of what it
 * exports. Counted apart: what stands left of it, in the pipeline.
 */
export function measureTenThings({ src }: Tree): Figure {
  const rows = Object.entries(things).map(([name, pattern]) => {
    const all = src.filter((file) => !elsewhere.test(file.path) && isAbout(file, pattern))
    const service = all.filter(({ path }) => !left.test(path))
    const lines = (files: readonly CodeFile[]) => files.reduce((sum, file) => sum + countCodeLines(file), 0)
    const folders = new Set(service.map(({ path }) => posix.dirname(path)))
    return {
      name,
      files: service.length,
      folders: folders.size,
      lines: lines(service),
      pipeline: lines(all) - lines(service),
    }
  })
  return {
    name: 'tenThings',
    title: 'Ten things: files and lines in the half of the service',
    numbers: Object.fromEntries([
      ...rows.map(({ name, lines }) => [`${name}, lines`, lines]),
      ...rows.map(({ name, files }) => [`${name}, files`, files]),
      ['all, lines', rows.reduce((sum, { lines }) => sum + lines, 0)],
    ]),
    details: rows.map(
      ({ name, files, folders, lines, pipeline }) =>
        `${name}: ${lines} lines in ${files} files of ${folders} folders, and ${pipeline} in the pipeline`,
    ),
  }
}

function isAbout(file: CodeFile, pattern: RegExp): boolean {
  if (pattern.test(file.path.replace(/^src\//, ''))) return true
  const names = listExports(file)
  return names.length > 0 && names.filter((name) => pattern.test(toKebabCase(name))).length * 2 >= names.length
}

function listExports({ source }: CodeFile): readonly string[] {
  return source.statements.flatMap((node) => {
    const isExported =
      ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    if (!isExported) return []
    if (ts.isVariableStatement(node)) return node.declarationList.declarations.map(({ name }) => name.getText(source))
    const { name } = node as ts.Node as { readonly name?: ts.Identifier }
    return name ? [name.text] : []
  })
}

function toKebabCase(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()
}
