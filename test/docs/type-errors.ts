import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import type { Block } from './blocks.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url)).replaceAll('\\', '/')

/** A block and those that continue it, which are one module together. */
interface Module {
  readonly path: string
  readonly blocks: readonly Block[]
}

const sourceFiles = new Map<string, ts.SourceFile | undefined>()

/**
 * Compiles blocks against the sources, each a module of its own: a line `page:line: message` for every mistake. A block
 * `continue` goes on in the module before it, one `file=acme.ts` can be imported by others of its page as `./acme.ts`.
 */
export function findTypeErrors(blocks: readonly Block[]): string[] {
  const modules = new Map(modulesOf(blocks).map((module) => [module.path, module]))
  const paths = [...modules.keys()]
  const textOf = (path: string) =>
    modules
      .get(path)
      ?.blocks.map((block) => block.text)
      .join('\n')
  const options = compilerOptions()
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile, getSourceFile } = host
  host.fileExists = (path) => modules.has(path) || fileExists(path)
  host.directoryExists = (folder) =>
    paths.some((path) => path.startsWith(`${folder}/`)) || ts.sys.directoryExists(folder)
  host.readFile = (path) => textOf(path) ?? readFile(path)
  host.getSourceFile = (path, target, ...rest) => {
    const text = textOf(path)
    if (text !== undefined) return ts.createSourceFile(path, text, target)
    // Libraries and sources are the same for every call, and parsing them is most of the work.
    if (!sourceFiles.has(path)) sourceFiles.set(path, getSourceFile(path, target, ...rest))
    return sourceFiles.get(path)
  }

  const program = ts.createProgram(paths, options, host)
  return [...modules.values()].flatMap((module) => {
    const file = program.getSourceFile(module.path)
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map((diagnostic) => {
      const { line } = ts.getLineAndCharacterOfPosition(
        diagnostic.file ?? ts.createSourceFile('', '', 99),
        diagnostic.start ?? 0,
      )
      return `${placeOf(module, line)}: ${ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ')}`
    })
  })
}

function modulesOf(blocks: readonly Block[]): Module[] {
  const modules: { path: string; blocks: Block[] }[] = []
  for (const block of blocks) {
    const former = modules.at(-1)
    if (block.info.startsWith('continue') && former?.blocks[0]?.page === block.page) {
      former.blocks.push(block)
      continue
    }
    const name = /\bfile=(\S+)/.exec(block.info)?.[1] ?? `line-${block.line}.ts`
    modules.push({ path: `${checkout}${posix.join('test/docs/pages', block.page, name)}`, blocks: [block] })
  }
  return modules
}

/** The line of the page for a line of the module, counted from 0. */
function placeOf({ blocks }: Module, line: number): string {
  let rest = line
  for (const block of blocks) {
    const length = block.text.split('\n').length
    if (rest < length) return `${block.page}:${block.line + rest}`
    rest -= length
  }
  return blocks[0]?.page ?? ''
}

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(`${checkout}tsconfig.json`, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, checkout)
  return { ...options, noEmit: true, moduleDetection: ts.ModuleDetectionKind.Force }
}
