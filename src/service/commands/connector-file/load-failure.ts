import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { CheckwrightError, DefinitionError, type Problem } from '../../../errors/index.ts'
import { stripGeneration } from './module-hooks.ts'

/** Why a connector file does not load: the place, the reason, and what to do. */
export class LoadError extends CheckwrightError {
  /** The problems of the definition, if they are the reason. */
  readonly problems: readonly Problem[]

  constructor(message: string, cause: unknown) {
    const isDefinition = cause instanceof DefinitionError
    super(message, { code: isDefinition ? 'DEFINITION_INVALID' : 'CONNECTOR_LOAD_FAILED', cause })
    this.problems = isDefinition ? cause.problems : []
  }
}

/**
 * Explains an error of Node while it imported a file.
 * @param file absolute path
 * @param place the file's name in messages
 */
export function createLoadFailure(file: string, place: string, error: unknown): LoadError {
  const fail = (at: string, message: string) => new LoadError(`${at} ${message}`, error)
  if (!(error instanceof Error))
    return fail(
      place,
      `threw ${typeof error === 'object' ? 'something that is no Error' : `a ${typeof error}`} while it was loaded.`,
    )
  const line = findErrorLine(file, error)
  const at = line === undefined ? place : `${place}:${line}`
  if (error instanceof DefinitionError) return new LoadError(`${at}: ${error.message}`, error)
  const code = 'code' in error ? error.code : undefined
  if (code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX') {
    return fail(
      at,
      `uses TypeScript that must be compiled, and Checkwright only removes types: ${endSentence(error.message)} Write it without (a union of strings for an enum, plain fields for parameter properties), or compile the file and name the .js.`,
    )
  }
  if (code === 'ERR_MODULE_NOT_FOUND' || code === 'ERR_UNSUPPORTED_DIR_IMPORT')
    return fail(place, describeNotFound(error))
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION')
    return fail(
      place,
      'cannot be loaded: Node does not support this kind of file. Use .ts, .mts, .js or .mjs, or .connector.yaml for a connector without code.',
    )
  if (/^(Cannot use import statement outside a module|Unexpected token 'export')/.test(error.message)) {
    return fail(
      at,
      'is an ES module that Node reads as CommonJS. Rename it so that it ends in .mjs or .ts, or write "type": "module" into package.json.',
    )
  }
  if (error instanceof SyntaxError) {
    const where = line === undefined ? findSyntaxPlace(file, place) : at
    return fail(where, `is not a program that Node can load: ${endSentence(error.message)}`)
  }
  return fail(at, `threw while it was loaded: ${error.name}: ${endSentence(error.message)}`)
}

function endSentence(message: string): string {
  const text = message.trim()
  return /[.!?]$/.test(text) ? text : `${text}.`
}

function describeNotFound({ message }: Error): string {
  const [, wanted = '', from = ''] =
    /Cannot find (?:module|package) '([^']+)' imported from (\S+)/.exec(stripGeneration(message)) ?? []
  const importer = from.startsWith('file:') ? fileURLToPath(from) : from
  const what = `imports "${wanted}", which cannot be found${importer === '' ? '' : ` (from ${importer})`}.`
  return /^[./\\]|^[A-Za-z]:/.test(wanted)
    ? `${what} Check the path; imports of files need their ending: "./helper.ts".`
    : `${what} Install it beside the file: npm install ${wanted}`
}

/** First line of the file in the error's stack. Node puts "path:line" first for syntax errors, otherwise frames. */
function findErrorLine(file: string, error: Error): number | undefined {
  const stack = stripGeneration(error.stack ?? '')
  const places = [file, pathToFileURL(file).href].map((each) => {
    const start = stack.indexOf(`${each}:`)
    return start < 0 ? undefined : Number(/^\d+/.exec(stack.slice(start + each.length + 1))?.[0])
  })
  return places.find((line) => line !== undefined && Number.isInteger(line))
}

/** V8 hides the line of an ES module's syntax error; the TypeScript parser has it. */
function findSyntaxPlace(file: string, place: string): string {
  try {
    stripTypeScriptTypes(readFileSync(file, 'utf8'), { sourceUrl: file })
    return `${place}, or a file that it imports,`
  } catch (error) {
    const line = error instanceof Error ? findErrorLine(file, error) : undefined
    return line === undefined ? place : `${place}:${line}`
  }
}
