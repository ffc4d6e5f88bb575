import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseAllDocuments,
  type YAMLParseError,
} from 'yaml'
import type * as z from 'zod'
import { pathText, problemsOf } from '../define/index.ts'
import { CheckwrightError, type ErrorCode, type Problem } from '../errors/index.ts'
import { decodeUtf8 } from '../text/decode-utf8.ts'

/** Something wrong in a file, and where. */
export interface PlacedProblem extends Problem {
  /** From 1. */
  readonly line: number
  readonly column: number
}

/** A file of data is not well-formed. Lists every problem as `file:line:column`. */
export class DataFileError extends CheckwrightError {
  readonly problems: readonly PlacedProblem[]

  constructor(name: string, what: string, found: readonly PlacedProblem[], code: ErrorCode) {
    const problems = found.toSorted((a, b) => a.line - b.line || a.column - b.column)
    const lines = problems
      .slice(0, shownMax)
      .map(
        ({ line, column, path, message }) => `  ${name}:${line}:${column}: ${path === '' ? '' : `${path} `}${message}`,
      )
    const rest = problems.length > shownMax ? [`  … and ${problems.length - shownMax} more`] : []
    super(`The ${what} "${name}" cannot be used:\n${[...lines, ...rest].join('\n')}`, { code })
    this.problems = problems
  }
}

const shownMax = 20

/** What is wrong with well-formed data, by its path. */
export interface DataProblem {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

export interface DataFileForm<T> {
  /** What such a file is called in messages: "waivers file". */
  readonly what: string
  readonly code: ErrorCode
  readonly schema: z.ZodType<T>
  /** Rules that the schema cannot say. */
  readonly rules?: ((data: T) => readonly DataProblem[]) | undefined
}

export interface DataFile<T> {
  readonly data: T
  /** Line of what is at a path, from 1. */
  lineOf(path: readonly PropertyKey[]): number
}

/**
 * Parses a file of YAML 1.2 or JSON, which is a part of it. Strict: one document, no member twice, no unknown member, no
 * tags, and few aliases, so that a small file cannot become a large one.
 * @param name the file as a person gave it
 * @throws DataFileError with every problem
 */
export function parseDataFile<T>(name: string, bytes: Uint8Array, form: DataFileForm<T>): DataFile<T> {
  const { what, code, schema, rules } = form
  const fail = (problems: readonly PlacedProblem[]) => new DataFileError(name, what, problems, code)
  const whole = (message: string) => fail([{ path: '', message, line: 1, column: 1 }])
  const text = textOf(bytes, whole)
  const lines = new LineCounter()
  const document = onlyDocument(text, lines, fail, whole)
  const value = dataOf(document, whole)
  const placed = (path: readonly PropertyKey[], message: string, isKey = false): PlacedProblem => {
    const { line, col } = lines.linePos(offsetAt(document, path, isKey))
    return { path: pathText(path), message, line, column: col }
  }
  const parsed = schema.safeParse(value)
  if (!parsed.success) {
    throw fail(
      parsed.error.issues.flatMap((issue) => {
        const messages = problemsOf([issue], value).map(({ message }) => message)
        return issue.code === 'unrecognized_keys'
          ? issue.keys.map((key, index) => placed([...issue.path, key], messages[index] ?? '', true))
          : messages.map((message) => placed(issue.path, message))
      }),
    )
  }
  const broken = rules?.(parsed.data) ?? []
  if (broken.length > 0) throw fail(broken.map(({ path, message }) => placed(path, message)))
  return { data: parsed.data, lineOf: (path) => lines.linePos(offsetAt(document, path, false)).line }
}

/** Far above what people write, and parsed within a second. */
const bytesMax = 1_000_000

function textOf(bytes: Uint8Array, whole: (message: string) => Error): string {
  if (bytes.length > bytesMax) throw whole(`is larger than ${bytesMax / 1_000_000} MB; split it`)
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    throw whole('is UTF-16; save it as UTF-8')
  const text = decodeUtf8(bytes)
  if (text === undefined) throw whole('is not UTF-8 text; save it as UTF-8')
  return text
}

function onlyDocument(
  text: string,
  lineCounter: LineCounter,
  fail: (problems: readonly PlacedProblem[]) => Error,
  whole: (message: string) => Error,
): Document {
  const documents = parseAllDocuments(text, { lineCounter, schema: 'core', prettyErrors: false, stringKeys: true })
  if ('empty' in documents) throw whole('is empty')
  const [document, second] = documents
  if (!document) throw whole('is empty')
  // A warning is a tag that nobody knows, or a directive: what is meant by it is not what would be read.
  const broken = [...document.errors, ...document.warnings]
  if (broken.length > 0) throw fail(broken.map((error) => syntaxProblem(error, lineCounter)))
  if (second) {
    const { line, col } = lineCounter.linePos(second.range[0])
    throw fail([{ path: '', message: 'begins a second document; put everything into the first', line, column: col }])
  }
  return document
}

type SyntaxIssue = Pick<YAMLParseError, 'code' | 'message' | 'pos'>

function syntaxProblem({ code, message, pos }: SyntaxIssue, lineCounter: LineCounter): PlacedProblem {
  const { line, col } = lineCounter.linePos(pos[0])
  const worded: Partial<Record<SyntaxIssue['code'], string>> = {
    DUPLICATE_KEY: 'is written twice in the same place; remove one',
    TAB_AS_INDENT: 'a tab indents this line; use spaces',
    TAG_RESOLVE_FAILED: 'tags ("!name") have no meaning here; remove it',
  }
  return { path: '', message: worded[code] ?? message, line, column: col }
}

function dataOf(document: Document, whole: (message: string) => Error): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch {
    throw whole('uses anchors and aliases ("&name", "*name") that grow too large or lead nowhere; write the values out')
  }
}

/** Where the value at a path begins, or the last thing on the way there that exists. */
function offsetAt(document: Document, path: readonly PropertyKey[], isKey: boolean): number {
  let node: unknown = document.contents
  let offset = startOf(node)
  for (const [index, step] of path.entries()) {
    if (isAlias(node)) node = node.resolve(document)
    if (isSeq(node)) node = node.items[Number(step)]
    else if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
      if (!pair) return offset
      const isLast = index === path.length - 1
      node = (isKey && isLast) || pair.value === null ? pair.key : pair.value
    } else return offset
    offset = startOf(isPair(node) ? node.key : node) || offset
  }
  return offset
}

function startOf(node: unknown): number {
  return (node as Node | null | undefined)?.range?.[0] ?? 0
}
