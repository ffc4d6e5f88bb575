import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const path = `${checkout}test/types/hovered-in-memory.ts`

/** The documentation that an editor shows for each name that the mark comes after, in order. */
export function readHovers(marked: string, mark = '‸'): readonly string[] {
  const parts = marked.split(mark)
  const text = parts.join('')
  const service = openService(text)
  let position = 0
  const hovers = parts.slice(0, -1).map((part) => {
    position += part.length
    const info = service.getQuickInfoAtPosition(path, position - 1)
    return ts.displayPartsToString(info?.documentation)
  })
  const problems = service
    .getSemanticDiagnostics(path)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
  if (problems.length > 0) throw new Error(problems.join('\n'))
  service.dispose()
  return hovers
}

/** What an editor offers where the mark is. */
export function readCompletions(marked: string, mark = '‸'): readonly string[] {
  const service = openService(marked.replace(mark, ''))
  const offered = service.getCompletionsAtPosition(path, marked.indexOf(mark), {})?.entries ?? []
  service.dispose()
  return offered.map(({ name }) => name)
}

function openService(text: string): ts.LanguageService {
  return ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [path],
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => {
      const source = file === path ? text : ts.sys.readFile(file)
      return source === undefined ? undefined : ts.ScriptSnapshot.fromString(source)
    },
    getCurrentDirectory: () => checkout,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (file) => file === path || ts.sys.fileExists(file),
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
  })
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  types: ['node'],
}
