import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const checkout = fileURLToPath(new URL('../../', import.meta.url))

/** The checkout's own options: these programs are judged as its sources are. */
const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(`${checkout}tsconfig.json`, ts.sys.readFile).config,
  ts.sys,
  checkout,
)

// Parsing the libraries costs more than checking these programs; whoever compiles twice parses them once.
const parsed = new Map<string, ts.SourceFile | undefined>()

/** Path of a file beside this one. */
export function besides(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}

/**
 * A program of files on disk and of texts that stand for files.
 * @param texts by path; a path need not exist
 */
export function programOf(
  files: readonly string[],
  texts: Readonly<Record<string, string>> = {},
  changed: ts.CompilerOptions = {},
): ts.Program {
  const all = { ...options, ...changed }
  const host = ts.createCompilerHost(all)
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = (path) => Object.hasOwn(texts, path) || fileExists(path)
  host.readFile = (path) => texts[path] ?? readFile(path)
  host.getSourceFile = (path, languageOrOptions, ...rest) => {
    const text = texts[path]
    if (text !== undefined) return ts.createSourceFile(path, text, languageOrOptions, true)
    if (!parsed.has(path)) parsed.set(path, getSourceFile(path, languageOrOptions, ...rest))
    return parsed.get(path)
  }
  return ts.createProgram([...files, ...Object.keys(texts)], all, host)
}

export interface Complaint {
  /** Counted from 1. */
  readonly line: number
  /** With its chain of reasons, one a line. */
  readonly message: string
}

/** The compiler's messages about one file of a program. */
export function complaintsAbout(program: ts.Program, path: string): Complaint[] {
  const file = program.getSourceFile(path)
  if (file === undefined) throw new TypeError(`complaintsAbout: ${path} is no file of the program`)
  const diagnostics = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
  return diagnostics.map(({ start = 0, messageText }) => ({
    line: file.getLineAndCharacterOfPosition(start).line + 1,
    message: ts.flattenDiagnosticMessageText(messageText, '\n'),
  }))
}
