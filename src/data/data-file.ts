import {
  Composer,
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  type Pair,
  Parser,
  visit,
  type YAMLMap,
  type YAMLParseError,
} from 'yaml'
import type * as z from 'zod/mini'
import { formatPath, parseMending, toProblems } from '../define/index.ts'
import { listDoubledKeys } from '../descriptions/doubled-keys.ts'
import { CheckwrightError, type ErrorCode, type Problem } from '../errors/index.ts'
import { decodeUtf8 } from '../text/decode-utf8.ts'
import type { DataProblem } from './data-problem.ts'

/** A problem in a file, and its place. */
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
      .slice(0, problemsShownMax)
      .map(
        ({ line, column, path, message }) => `  ${name}:${line}:${column}: ${path === '' ? '' : `${path} `}${message}`,
      )
    const rest = problems.length > problemsShownMax ? [`  … and ${problems.length - problemsShownMax} more`] : []
    super(`The ${what} "${name}" cannot be used:\n${[...lines, ...rest].join('\n')}`, { code })
    this.problems = problems
  }
}

const problemsShownMax = 20

export interface DataFileForm<T> {
  /** The name of such a file in messages: "waivers file". */
  readonly what: string
  readonly code: ErrorCode
  readonly schema: z.core.$ZodType<T>
  /**
   * Rules that the schema cannot express. They are asked too where the schema refuses parts of the file: stand-ins are in their place,
   * and what rules find in such a part is left out. A rule that compares parts asks `isSound` about each other one.
   */
  readonly rules?: ((data: T, isSound: IsSound) => readonly DataProblem[]) | undefined
  /** Names of members that no rule reads, so that a mistake in one leaves its part sound: "title". */
  readonly unreadByRules?: readonly string[] | undefined
}

/** Whether the schema takes all that is at a path of the file. */
export type IsSound = (path: readonly PropertyKey[]) => boolean

export interface DataFile<T> {
  readonly data: T
  /** Line of the value at a path, from 1. */
  lineOf(path: readonly PropertyKey[]): number
  /**
   * The text without some members: without their lines, where they have lines of their own.
   * @param paths in the order of the text
   */
  cutMembers(paths: readonly (readonly PropertyKey[])[]): string
  /** A problem that is not in the way of the file, at its place. */
  place(problem: DataProblem): PlacedProblem
}

/**
 * Parses a file of YAML 1.2 or JSON, which is a part of it. Strict, so that a small file cannot become a large one: one
 * document, no repeated or unknown member, no tags, and few aliases.
 * @param name the path that a person gave
 * @throws DataFileError with every problem
 */
export function parseDataFile<T>(name: string, bytes: Uint8Array, form: DataFileForm<T>): DataFile<T> {
  const { what, code, schema, rules } = form
  const fail = (problems: readonly PlacedProblem[]) => new DataFileError(name, what, problems, code)
  const whole = (message: string) => fail([{ path: '', message, line: 1, column: 1 }])
  const text = decodeDataFile(bytes, whole)
  const lines = new LineCounter()
  const document = parseOnlyDocument(splitWords(text, whole), lines, fail, whole)
  const value = readDocument(document, whole)
  const placeProblem = (path: readonly PropertyKey[], message: string, isKey = false, at = 0): PlacedProblem => {
    const { line, col } = lines.linePos(findOffset(document, path, isKey) + toSourceOffset(document, path, text, at))
    return { path: formatPath(path), message, line, column: col }
  }
  const { data, issues, mended } = parseMending(schema, value, mendedMax)
  const malformed = issues.slice(0, placedMax).flatMap((issue) => {
    const messages = toProblems([issue], value).map(({ message }) => message)
    return issue.code === 'unrecognized_keys'
      ? issue.keys
          .slice(0, placedMax)
          .map((key, index) => placeProblem([...issue.path, key], messages[index] ?? '', true))
      : messages.map((message) => placeProblem(issue.path, message))
  })
  const unsound = mended.filter((path) => !form.unreadByRules?.includes(String(path.at(-1)))).map(findPart)
  const isSound: IsSound = (path) => !unsound.some((part) => isWithin(path, part) || isWithin(part, path))
  const broken = data === undefined ? [] : (rules?.(data, isSound) ?? [])
  const found = [
    ...malformed,
    ...broken
      .filter(({ path }) => isSound(path) && !mended.some((place) => isWithin(path, place)))
      .map(({ path, message, at }) => placeProblem(path, message, false, at)),
  ]
  if (data === undefined || found.length > 0) throw fail(found)
  return {
    data,
    lineOf: (path) => lines.linePos(findOffset(document, path, false)).line,
    cutMembers: (paths) => cutMembers(document, text, paths),
    place: ({ path, message, at }) => placeProblem(path, message, false, at),
  }
}

// Finding the place of a problem takes time, and a file with more problems is probably another kind of file.
const placedMax = 1_000

/** A file with more mistakes of form is another kind of file, and rules would have little to say of it. */
const mendedMax = 100

/** The part of a file that is judged by itself: an item of a list at the top, or a member there. */
function findPart(path: readonly PropertyKey[]): readonly PropertyKey[] {
  return path.slice(0, typeof path[1] === 'number' ? 2 : 1)
}

function isWithin(path: readonly PropertyKey[], outer: readonly PropertyKey[]): boolean {
  return outer.every((step, index) => path[index] === step)
}

/** Far above what people write. */
const bytesMax = 1_000_000

// A parser's time depends on words and marks, not on characters: long texts cost little, and a list of thousands of
// short ones costs a second.
const tokensMax = 100_000

// The parser calls itself for each level, and a stack that is used up ends in no message that helps.
const nestingMax = 100
const tooDeep = `nests lists and members more than ${nestingMax} deep`

/** The words and marks of a text, if a person may have written so many. */
function splitWords(text: string, whole: (message: string) => Error): readonly string[] {
  const tokens: string[] = []
  let depth = 0
  for (const token of new Lexer().lex(text)) {
    if (tokens.push(token) > tokensMax) throw whole(`holds more than ${tokensMax} words and marks; split it`)
    if (token === '[' || token === '{') depth++
    else if (token === ']' || token === '}') depth--
    if (depth > nestingMax) throw whole(tooDeep)
  }
  // Without brackets a level takes a column at least, and two as people write it.
  for (const [indent] of text.matchAll(/^(?:[-?:]?[ \t])+/gm)) if (indent.length > nestingMax * 2) throw whole(tooDeep)
  return tokens
}

function decodeDataFile(bytes: Uint8Array, whole: (message: string) => Error): string {
  if (bytes.length > bytesMax) throw whole(`is larger than ${bytesMax / 1_000_000} MB; split it`)
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    throw whole('is UTF-16; save it as UTF-8')
  const text = decodeUtf8(bytes)
  if (text === undefined) throw whole('is not UTF-8 text; save it as UTF-8')
  return text
}

function parseOnlyDocument(
  words: readonly string[],
  lineCounter: LineCounter,
  fail: (problems: readonly PlacedProblem[]) => Error,
  whole: (message: string) => Error,
): Document {
  // Repeated keys are found by `listDoubledKeys()`.
  const options = { schema: 'core', prettyErrors: false, stringKeys: true, uniqueKeys: false } as const
  const [document, second] = new Composer({ lineCounter, ...options }).compose(parseWords(words, lineCounter))
  if (!document) throw whole('is empty')
  // A warning is an unknown tag or a directive. The parser would ignore its meaning.
  const broken = [...document.errors, ...document.warnings, ...findContentProblems(document)]
  if (broken.length > 0) throw fail(broken.map((error) => toSyntaxProblem(error, lineCounter)))
  if (second) {
    const { line, col } = lineCounter.linePos(second.range[0])
    throw fail([
      { path: '', message: 'begins a second YAML document; put everything into the first', line, column: col },
    ])
  }
  return document
}

/** What the library's parser does with a text, without splitting it once more. */
function* parseWords(words: readonly string[], { addNewLine }: LineCounter) {
  const parser = new Parser(addNewLine)
  addNewLine(0)
  for (const word of words) yield* parser.next(word)
  yield* parser.end()
}

/** Repeated members, and more aliases than a person writes, because each alias is searched from the start. */
function findContentProblems(document: Document): SyntaxIssue[] {
  const problems: SyntaxIssue[] = []
  const addProblem = (code: SyntaxIssue['code'], message: string, node: Node) => {
    const start = readNodeStart(node)
    problems.push({ code, message, pos: [start, start] })
  }
  for (const key of listDoubledKeys(document)) addProblem('DUPLICATE_KEY', '', key)
  let aliases = 0
  visit(document, {
    Alias: (_, alias) => {
      if (++aliases > aliasesMax) {
        addProblem('BAD_ALIAS', tooManyAliases, alias)
        return visit.BREAK
      }
      return undefined
    },
  })
  return problems
}

const aliasesMax = 100
const tooManyAliases =
  'uses anchors and aliases ("&name", "*name") that grow too large or have no target; write the values out'

type SyntaxIssue = Pick<YAMLParseError, 'code' | 'message' | 'pos'>

function toSyntaxProblem({ code, message, pos }: SyntaxIssue, lineCounter: LineCounter): PlacedProblem {
  const { line, col } = lineCounter.linePos(pos[0])
  const worded: Partial<Record<SyntaxIssue['code'], string>> = {
    DUPLICATE_KEY: 'is written twice in the same place; remove one',
    TAB_AS_INDENT: 'a tab indents this line; use spaces',
    TAG_RESOLVE_FAILED: 'tags ("!name") have no meaning here; remove it',
  }
  return { path: '', message: worded[code] ?? message, line, column: col }
}

function readDocument(document: Document, whole: (message: string) => Error): unknown {
  try {
    return document.toJS({ maxAliasCount: aliasesMax })
  } catch {
    throw whole(tooManyAliases)
  }
}

/** The beginning of the value at a path, or of the last existing value on the way there. */
function findOffset(document: Document, path: readonly PropertyKey[], isKey: boolean): number {
  let node: unknown = document.contents
  let offset = readNodeStart(node)
  for (const [index, step] of path.entries()) {
    if (isAlias(node)) node = node.resolve(document)
    if (isSeq(node)) node = node.items[Number(step)]
    else if (isMap(node)) {
      const pair = listPairs(node).get(String(step))
      if (!pair) return offset
      const isLast = index === path.length - 1
      node = (isKey && isLast) || pair.value === null ? pair.key : pair.value
    } else return offset
    offset = readNodeStart(isPair(node) ? node.key : node) || offset
  }
  return offset
}

function cutMembers(document: Document, text: string, paths: readonly (readonly PropertyKey[])[]): string {
  const pieces: string[] = []
  let from = 0
  const ranges = paths.flatMap((path) => {
    const parent = document.getIn(path.slice(0, -1), true)
    const pair = isMap(parent) ? listPairs(parent).get(String(path.at(-1))) : undefined
    const value = pair?.value as Node | null | undefined
    if (!pair || !value?.range) return []
    const start = readNodeStart(pair.key)
    // The range of a member in lines of its own goes on to the next one.
    return [{ start, end: start + text.slice(start, value.range[1]).trimEnd().length }]
  })
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    const lineStart = text.lastIndexOf('\n', start - 1) + 1
    const lineEnd = text.indexOf('\n', end)
    const isAlone = `${text.slice(lineStart, start)}${text.slice(end, lineEnd)}`.trim() === '' && lineEnd >= 0
    pieces.push(text.slice(from, isAlone ? lineStart : start))
    from = isAlone ? lineEnd + 1 : end
  }
  return [...pieces, text.slice(from)].join('')
}

/** How far an offset within a text is from the beginning of the text's own writing, for texts without escapes on one line. */
function toSourceOffset(document: Document, path: readonly PropertyKey[], source: string, at: number): number {
  const node = at === 0 ? undefined : document.getIn(path, true)
  if (!isScalar(node) || typeof node.value !== 'string') return 0
  const start = readNodeStart(node)
  const opening = node.type === 'QUOTE_SINGLE' || node.type === 'QUOTE_DOUBLE' ? 1 : 0
  return source.startsWith(node.value.slice(0, at), start + opening) ? opening + at : 0
}

const pairs = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>()

/** The members of a map by name, sorted once, because one map may have thousands of problems. */
function listPairs(map: YAMLMap): ReadonlyMap<string, Pair> {
  const known = pairs.get(map)
  if (known) return known
  const named = new Map(map.items.flatMap((pair) => (isScalar(pair.key) ? [[String(pair.key.value), pair]] : [])))
  pairs.set(map, named)
  return named
}

function readNodeStart(node: unknown): number {
  return (node as Node | null | undefined)?.range?.[0] ?? 0
}
