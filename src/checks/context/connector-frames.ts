import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { StackFrame } from '../../define/index.ts'
import type { Redactor } from '../../http/redact/redact.ts'
import { clipText } from '../results/clip-text.ts'

const framesMax = 10
const frameLengthMax = 200
// The frames that `Error.stackTraceLimit` allows, with a margin, because anybody may have written the text of a stack.
const linesMax = 200

/** A frame as V8 prints it. */
interface RawFrame {
  /** Absolute path. */
  readonly path: string
  readonly line: number
  readonly column: number
  readonly name: string | undefined
}

/**
 * Calls the code of a connector. This function's name in a stack separates the connector's own frames from those of the
 * caller.
 */
export async function callConnectorCode(call: () => void | Promise<void>): Promise<void> {
  await call()
}

/**
 * The connector's own frames of an error, innermost first, without ours, Node's and those of the libraries that the
 * connector calls. Does not throw, because an error may have any stack.
 */
export function listConnectorFrames(thrown: unknown, redactor: Redactor): readonly StackFrame[] {
  try {
    const own = pickOwnPackage(readRawFrames(thrown))
    return own.slice(0, framesMax).map(({ path, line, column, name }) => ({
      file: clipText(redactor.text(formatFramePath(path)), frameLengthMax),
      line,
      column,
      function: name === undefined ? undefined : clipText(redactor.text(name), frameLengthMax),
    }))
  } catch {
    return []
  }
}

/** The frames of the error; if it has none of the connector's, those of its cause. */
function readRawFrames(thrown: unknown, depth = 0): readonly RawFrame[] {
  if (!(thrown instanceof Error) || depth > 5) return []
  const frames = listFramesInside(listStackLines(thrown))
  return frames.length > 0 ? frames : readRawFrames(thrown.cause, depth + 1)
}

/**
 * The frames below our call of the connector. A stack without that call does not come from the connector, unless V8 cut
 * it short. The owner of the outermost frame is then unknown, so it counts only if all frames belong to one package.
 */
function listFramesInside(lines: readonly string[]): readonly RawFrame[] {
  const parsed = lines.map(parseFrame)
  const call = parsed.findIndex((frame) => frame?.name?.endsWith(callConnectorCode.name))
  const frames = parsed.slice(0, call < 0 ? undefined : call).filter((frame) => frame !== undefined)
  const own = frames.filter(({ path }) => !isOwnFrame(path))
  if (call >= 0) return own
  const isCut = lines.length >= Error.stackTraceLimit
  return isCut && new Set(own.map(({ path }) => readPackageFolder(path))).size === 1 ? own : []
}

/** Without the message, because a vendor may have put lines into it that look like frames. */
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

/** Our own files, except the connectors that come with us. */
function isOwnFrame(path: string): boolean {
  return path.startsWith(ownFolder) && !path.startsWith(`${ownFolder}connectors${sep}`)
}

// `src/` of a source tree, `dist/` of an installed package.
const ownFolder = /^.*[\\/](?:src|dist)[\\/]/.exec(fileURLToPath(import.meta.url))?.[0] ?? '\0'

/** We called the connector, so the outermost frame is its own. Its libraries are other packages. */
function pickOwnPackage(frames: readonly RawFrame[]): readonly RawFrame[] {
  const outermost = frames.at(-1)
  return outermost ? frames.filter(({ path }) => readPackageFolder(path) === readPackageFolder(outermost.path)) : frames
}

/** `/a/node_modules/@octokit/rest` for an installed file; one value for all files that are not installed. */
function readPackageFolder(path: string): string {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0] ?? ''
}

/**
 * Relative to the working directory. For other paths only the end, because the rest would contain a person's own
 * folders.
 */
function formatFramePath(path: string): string {
  const seen = relative(process.cwd(), path)
  const parts = path.split(/[\\/]/)
  return seen.startsWith('..') || seen === path ? `…/${parts.slice(-3).join('/')}` : seen.replaceAll('\\', '/')
}
