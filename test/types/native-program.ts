import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { API, type Diagnostic } from 'typescript-7/unstable/sync'
import { afterFile } from '../setup/after-file.ts'
import type { Complaint } from './compiler.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url)).replaceAll('\\', '/')

/** Texts that stand for files, of all programs. */
const texts = new Map<string, string>()
const folders = new Set<string>()
let api: API | undefined
let programs = 0

/**
 * A program that the native compiler checks: it reads the sources in a sixth of the time that `compiler.ts` needs, and says no more
 * than what is wrong. It judges as the checkout's own options do.
 * @param files on disk
 * @param given texts that stand for files, by path; a path need not exist
 * @returns the complaints about one of these files
 */
export function openNativeProgram(
  files: readonly string[],
  given: Readonly<Record<string, string>> = {},
  compilerOptions: object = {},
): (path: string) => Complaint[] {
  for (const [path, text] of Object.entries(given)) {
    texts.set(path, text)
    for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder)) folders.add(folder)
  }
  const config = `${checkout}tsconfig.program-${++programs}.json`
  const all = [...files, ...Object.keys(given)]
  texts.set(config, JSON.stringify({ extends: './tsconfig.json', compilerOptions, include: [], files: all }))
  api ??= startCompiler()
  const program = api.updateSnapshot({ openProjects: [config] }).getProject(config)?.program
  if (program === undefined) throw new Error('The compiler has no program for these files.')
  return (path) => {
    const text = texts.get(path) ?? readFileSync(path, 'utf8')
    return [...program.getSyntacticDiagnostics(path), ...program.getSemanticDiagnostics(path)].map((diagnostic) => ({
      line: text.slice(0, diagnostic.pos).split('\n').length,
      message: flattenMessages(diagnostic),
    }))
  }
}

/** One process for all programs of a file of tests: what it has parsed for one, it has for the others. */
function startCompiler(): API {
  const started = new API({
    cwd: checkout,
    fs: {
      readFile: (path) => texts.get(path),
      fileExists: (path) => texts.has(path) || undefined,
      directoryExists: (path) => folders.has(path) || undefined,
    },
  })
  afterFile(() => {
    started.close()
    api = undefined
    texts.clear()
    folders.clear()
  })
  return started
}

/** With its chain of reasons, one a line. */
function flattenMessages({ text, messageChain = [] }: Diagnostic, depth = 0): string {
  const reasons = messageChain.map((reason) => flattenMessages(reason, depth + 1))
  return [`${'  '.repeat(depth)}${text}`, ...reasons].join('\n')
}
