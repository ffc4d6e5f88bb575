import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { StackFrame } from '../define/index.ts'
import type { Redactor } from '../http/redact/redact.ts'
import { clipText } from './clip-text.ts'

const framesMax = 10
const textMax = 200
// What `Error.stackTraceLimit` lets through, with a margin: a stack is text that anybody may have written.
const linesMax = 200

/** A frame as V8 tells of it. */
interface RawFrame {
  /** Absolute path. */
  readonly path: string
  readonly line: number
  readonly column: number
  readonly name: string | undefined
}

/**
 * Calls the code of a connector. The name of this function in a stack says where the connector's own frames end and those
 * of whoever started the run begin.
 */
export async function callConnectorCode(call: () => void | Promise<void>): Promise<void> {
  await call()
}

/**
 * The connector's own frames of what it threw, innermost first: neither ours nor Node's, nor those of the libraries that the
 * connector calls. Never throws: an error may have any stack.
 */
export function listConnectorFrames(thrown: unknown, redactor: Redactor): readonly StackFrame[] {
  try {
    const own = pickOwnPackage(readRawFrames(thrown))
    return own.slice(0, framesMax).map(({ path, line, column, name }) => ({
      file: clipText(redactor.text(shortenPath(path)), textMax),
      line,
      column,
      ...(name !== undefined && { function: clipText(redactor.text(name), textMax) }),
    }))
  } catch {
    return []
  }
}

/** Those of the error; where it has none of the connector's, those of its cause. */
function readRawFrames(thrown: unknown, depth = 0): readonly RawFrame[] {
  if (!(thrown instanceof Error) || depth > 5) return []
  const frames = listFramesInside(listStackLines(thrown))
  return frames.length > 0 ? frames : readRawFrames(thrown.cause, depth + 1)
}

/**
 * Those below our call of the connector. A stack without that call is not of the connector, unless V8 cut it short. Nobody
 * can tell then whose the outermost frame is, so that it counts only where all frames are of one package.
 */
function listFramesInside(lines: readonly string[]): readonly RawFrame[] {
  const parsed = lines.map(parseFrame)
  const call = parsed.findIndex((frame) => frame?.name?.endsWith(callConnectorCode.name))
  const frames = parsed.slice(0, call < 0 ? undefined : call).filter((frame) => frame !== undefined)
  const own = frames.filter(({ path }) => !isOurs(path))
  if (call >= 0) return own
  const isCut = lines.length >= Error.stackTraceLimit
  return isCut && new Set(own.map(({ path }) => readPackageFolder(path))).size === 1 ? own : []
}

/** Without the message, in which a vendor may have written lines that look like frames. */
function listStackLines({ stack, message }: Error): readonly string[] {
  if (typeof stack !== 'string') return []
  const at = stack.indexOf(message)
  const lines = (at < 0 ? stack : stack.slice(at + message.length)).split('\n', linesMax)
  return lines.filter((line) => /^\s+at /.test(line))
}

/** `at async name (file:///path/file.ts?query:12:5)`, with or without a name. */
function parseFrame(line: string): RawFrame | undefined {
  const [, name, inside, alone] = /^\s+at (?:async )?(?:(.*?) \((.*)\)|(.*))$/.exec(line) ?? []
  const [, where = '', row, column] = /^(.+):(\d+):(\d+)$/.exec(inside ?? alone ?? '') ?? []
  const path = where.startsWith('file:') ? fileURLToPath(where.replace(/[?#].*$/, '')) : where
  if (!/^(?:\/|[A-Za-z]:[\\/])/.test(path)) return undefined
  return { path, line: Number(row), column: Number(column), name: name?.replace(/^Object\./, '') }
}

/** Ours, but for the connectors that come with us. */
function isOurs(path: string): boolean {
  return path.startsWith(ownFolder) && !path.startsWith(`${ownFolder}connectors${sep}`)
}

// Of a source tree `src/`, of an installed package its `dist/`.
const ownFolder = /^.*[\\/](?:src|dist)[\\/]/.exec(fileURLToPath(import.meta.url))?.[0] ?? '\0'

/** The connector is what we called, so that the outermost frame is its own. A library that it calls is another package. */
function pickOwnPackage(frames: readonly RawFrame[]): readonly RawFrame[] {
  const outermost = frames.at(-1)
  return outermost ? frames.filter(({ path }) => readPackageFolder(path) === readPackageFolder(outermost.path)) : frames
}

/** `/a/node_modules/@octokit/rest` for an installed file; the same for every file that is not installed. */
function readPackageFolder(path: string): string {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0] ?? ''
}

/** As seen from the folder that the process is in. Elsewhere the end of it: the rest would name a person's own folders. */
function shortenPath(path: string): string {
  const seen = relative(process.cwd(), path)
  const parts = path.split(/[\\/]/)
  return seen.startsWith('..') || seen === path ? `…/${parts.slice(-3).join('/')}` : seen.replaceAll('\\', '/')
}
