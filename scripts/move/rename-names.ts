import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { posix } from 'node:path'
import ts from 'typescript'
import { applyEdits, planRenames } from './plan-renames.ts'

/**
 * Gives names new ones wherever they are used: `node scripts/move/rename-names.ts table.json`. The table has the new name
 * of a declaration by its file and name: `{ "src/a/walk.ts:Walk": "Visit", "src/a/walk.ts:walk.next": "after" }`; a dot
 * leads to a member of a type, or to a parameter of a function. Imports, shorthands and tests follow. Prints where docs
 * and comments have an old name in backticks, which a person decides about. Format the code afterwards.
 */
const table = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Record<string, string>
const root = process.cwd()
const renamings = Object.entries(table).map(([place, to]) => {
  const at = place.lastIndexOf(':')
  return { file: posix.join(root, place.slice(0, at)), name: place.slice(at + 1), to }
})

const service = ts.createLanguageService(createHost(['tsconfig.json', 'src/author/auditor-page/view/tsconfig.json']))
const edits = planRenames(service, renamings)
for (const [file, own] of edits) writeFileSync(file, applyEdits(readFileSync(file, 'utf8'), own))
console.log(`${renamings.length} names in ${edits.size} files`)
for (const line of listMentions(renamings.map(({ name }) => name.slice(name.lastIndexOf('.') + 1)))) console.log(line)

function createHost(configs: readonly string[]): ts.LanguageServiceHost {
  const projects = configs.map((config) => {
    const { config: read } = ts.readConfigFile(config, ts.sys.readFile)
    return ts.parseJsonConfigFileContent(read, ts.sys, posix.join(root, posix.dirname(config)))
  })
  const files = [...new Set(projects.flatMap(({ fileNames }) => fileNames))]
  // The libraries of both, because a page of the browser imports what the server has.
  const lib = [...new Set(projects.flatMap(({ options }) => options.lib ?? []))]
  return {
    getCompilationSettings: () => ({ ...projects[0]?.options, lib }),
    getScriptFileNames: () => files,
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) =>
      existsSync(file) ? ts.ScriptSnapshot.fromString(readFileSync(file, 'utf8')) : undefined,
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    realpath: (path) => ts.sys.realpath?.(path) ?? path,
  }
}

/** Lines of docs and comments that name one in backticks, and of code blocks that use it. */
function listMentions(names: readonly string[]): readonly string[] {
  const files = execFileSync('git', ['ls-files', '-z', '*.md', '*.ts', '*.tsx'], { encoding: 'utf8', maxBuffer: 1e8 })
  const pattern = new RegExp(`(?<![\\w$])(?:${names.join('|')})(?![\\w$])`)
  return files
    .split('\0')
    .filter((file) => file !== '' && existsSync(file) && !file.endsWith('CHANGELOG.md'))
    .flatMap((file) => {
      let isCode = false
      return readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) => {
          if (file.endsWith('.md') && /^\s*```/.test(line)) isCode = !isCode
          const text = isCode
            ? [line]
            : isText(file, line)
              ? [...line.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '')
              : []
          return text.some((each) => pattern.test(each)) ? [`  ${file}:${index + 1}  ${line.trim()}`] : []
        })
    })
}

function isText(file: string, line: string): boolean {
  return file.endsWith('.md') || /^\s*(\/\/|\/?\*)/.test(line)
}
