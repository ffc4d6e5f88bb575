import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import ts from 'typescript'

/** One file of code, parsed once for all figures. */
export interface CodeFile {
  /** From the checkout, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly source: ts.SourceFile
}

/** The code of a checkout. */
export interface Tree {
  /** `src/`, without tests. */
  readonly src: readonly CodeFile[]
  /** `connectors/`, without tests. */
  readonly connectors: readonly CodeFile[]
  /** `test/`, and the tests of connectors. */
  readonly tests: readonly CodeFile[]
  /** Paths that begin with `#`, as the package declares them: `#things/*` and where it leads. */
  readonly aliases: Readonly<Record<string, string>>
}

/** Reads any checkout: an earlier one is compared by the figures of today. */
export function readTree(checkout: string): Tree {
  const [src = [], connectors = [], test = []] = ['src', 'connectors', 'test'].map((folder) =>
    readFiles(checkout, folder),
  )
  const isTest = ({ path }: CodeFile) => /\.test\.tsx?$|^connectors\/[^/]+\/test\//.test(path)
  return {
    src: src.filter((file) => !isTest(file)),
    connectors: connectors.filter((file) => !isTest(file)),
    tests: [...test, ...[...src, ...connectors].filter(isTest)],
    aliases: readAliases(join(checkout, 'package.json')),
  }
}

/** A tree of texts by path, for tests. */
export function treeOf(files: Readonly<Record<string, string>>, aliases: Tree['aliases'] = {}): Tree {
  const parsed = Object.entries(files).map(([path, text]) => parseFile(path, text))
  const inside = (folder: string) => parsed.filter(({ path }) => path.startsWith(`${folder}/`))
  return { src: inside('src'), connectors: inside('connectors'), tests: inside('test'), aliases }
}

export function readFiles(checkout: string, folder: string): CodeFile[] {
  if (!existsSync(join(checkout, folder))) return []
  return readdirSync(join(checkout, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((path) => ({
      path: posix.join(folder, path.slice(join(checkout, folder).length).replaceAll('\\', '/')),
      text: readFileSync(path, 'utf8'),
    }))
    .filter(({ text }) => !text.startsWith(generated))
    .map(({ path, text }) => parseFile(path, text))
}

/** How a file begins that nobody has written. */
const generated = '/** Made by the build'

export function parseFile(path: string, text: string): CodeFile {
  return { path, text, source: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) }
}

function readAliases(manifest: string): Tree['aliases'] {
  const { imports = {} } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {}
  return Object.fromEntries(Object.entries<unknown>(imports).map(([name, target]) => [name, findTarget(target)]))
}

/** A target has one path, or one for each condition. */
function findTarget(target: unknown): string {
  if (typeof target === 'string') return target
  const [first] = typeof target === 'object' && target !== null ? Object.values(target) : []
  return first === undefined ? '' : findTarget(first)
}

/** The number of a line, from 1. */
export function lineOf({ source }: CodeFile, node: ts.Node): number {
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
}

/** Calls back with each node of a file. */
export function visit({ source }: CodeFile, see: (node: ts.Node) => void): void {
  const go = (node: ts.Node): void => {
    see(node)
    ts.forEachChild(node, go)
  }
  go(source)
}
