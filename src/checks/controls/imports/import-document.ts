import { type Document, isMap, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { DataFileError, type PlacedProblem } from '../../../data/data-file.ts'
import { formatPath } from '../../../define/index.ts'
import { decodeUtf8 } from '../../../text/decode-utf8.ts'
import { importBytesMax, importNestingMax } from './limits.ts'

export type ImportPath = readonly (string | number)[]

/** A mistake in a file that is imported. */
export interface ImportProblem {
  readonly path: ImportPath
  readonly message: string
}

/** A file that is imported, which tells mistakes by line and column. */
export interface ImportDocument {
  readonly name: string
  readonly data: unknown
  /** The error that lists mistakes at their places. */
  fail(problems: readonly ImportProblem[]): DataFileError
}

/**
 * Parses a file in JSON or YAML.
 * @throws DataFileError `CONTROLS_INVALID` for a file that is too large, too deep, or neither
 */
export function parseImport(name: string, bytes: Uint8Array): ImportDocument {
  const refuse = (message: string, line = 1, column = 1) => createError(name, [{ path: '', message, line, column }])
  if (bytes.length > importBytesMax) throw refuse(`is larger than ${importBytesMax / 1_000_000} MB`)
  const text = decodeUtf8(bytes)
  if (text === undefined) throw refuse('is not UTF-8 text; save it as UTF-8')
  if (isTooDeep(text)) throw refuse(`nests lists and members more than ${importNestingMax} deep`)
  const isJson = /^\s*[[{]/.test(text)
  const data = isJson ? parseJson(text, refuse) : parseYaml(text, refuse)
  return {
    name,
    data,
    fail: (problems) => {
      // Places are looked for only now, because most files have no mistake.
      const lines = new LineCounter()
      const document = parseDocument(text, { lineCounter: lines, ...yamlOptions })
      return createError(
        name,
        problems.map(({ path, message }) => {
          const { line, col } = lines.linePos(findPlace(document, path))
          return { path: formatPath(path), message, line: Math.max(line, 1), column: Math.max(col, 1) }
        }),
      )
    },
  }
}

const yamlOptions = { schema: 'core', prettyErrors: false, stringKeys: true, uniqueKeys: false } as const

type Refuse = (message: string, line?: number, column?: number) => DataFileError

function parseJson(text: string, refuse: Refuse): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const at = /line (\d+) column (\d+)/.exec(message)
    throw refuse('is not well-formed JSON', at ? Number(at[1]) : 1, at ? Number(at[2]) : 1)
  }
}

function parseYaml(text: string, refuse: Refuse): unknown {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, ...yamlOptions })
  const [broken] = document.errors
  if (broken) {
    const { line, col } = lines.linePos(broken.pos[0])
    throw refuse(broken.message, line, col)
  }
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch {
    throw refuse('uses anchors and aliases that grow too large; write the values out')
  }
}

function isTooDeep(text: string): boolean {
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '\\' && isQuoted) at++
    else if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && (sign === '[' || sign === '{')) {
      if (++depth > importNestingMax) return true
    } else if (!isQuoted && (sign === ']' || sign === '}')) depth--
    else if (sign === '\n' && depth === 0) isQuoted = false
  }
  return /^ {300}/m.test(text)
}

function findPlace(document: Document, path: ImportPath): number {
  let node: unknown = document.contents
  let offset = (node as Node | null)?.range?.[0] ?? 0
  for (const step of path) {
    if (!isMap(node) && !isSeq(node)) return offset
    node = node.get(step, true)
    offset = (node as Node | null | undefined)?.range?.[0] ?? offset
  }
  return offset
}

function createError(name: string, problems: readonly PlacedProblem[]): DataFileError {
  return new DataFileError(name, 'framework', problems, 'CONTROLS_INVALID')
}
