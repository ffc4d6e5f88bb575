import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import ts from 'typescript'
import type { Figure } from './figure.ts'
import { type CodeFile, lineOf, type Tree } from './tree.ts'

const verbs = new Set(
  readFileSync(new URL('./verbs.txt', import.meta.url), 'utf8')
    .split(/\s+/)
    .filter(Boolean),
)

/** Participles that do not end in "ed". */
const irregular = new Set(
  'begun bound broken built chosen cut drawn fed found given gone grown held hidden kept known laid left lent lost made meant met paid read seen sent shown shut sold spent split spread stood taken taught thrown told understood won worn written'.split(
    ' ',
  ),
)

/** Verbs in their plain form that look like participles, or have the same spelling. */
const plain = new Set([
  'bound',
  'cut',
  'embed',
  'feed',
  'found',
  'need',
  'proceed',
  'read',
  'seed',
  'shut',
  'speed',
  'split',
  'spread',
])

interface Named {
  readonly name: string
  readonly file: string
}

interface MeasuredFunction extends Named {
  readonly lines: number
}

/**
 * Names and sizes of what stands at the top of modules of `src/` and `connectors/`. Components (with a capital, as JSX requires) are left
 * out.
 */
export function measureNames({ src, connectors, tests }: Tree): Figure {
  const files = [...src, ...connectors]
  const functions = files.flatMap(listFunctions)
  const types = files.flatMap(listTypes)
  const first = functions.map(({ name }) => /^[a-z]+/.exec(name)?.[0] ?? '')
  const folders = Map.groupBy(files, ({ path }) => dirname(path))
  const large = [...folders].filter(([, inside]) => inside.length > 25)
  const [largest] = [...folders].toSorted(([, a], [, b]) => b.length - a.length)
  const homonyms = listRepeated(types)
  const repeated = listRepeated(functions)
  const sameNames = [...Map.groupBy(files, ({ path }) => basename(path))].filter(
    ([name, all]) => all.length > 1 && !/^index\.tsx?$/.test(name) && all.some(({ path }) => path.startsWith('src/')),
  )
  // Files with types and values alone have nothing to test.
  const working = src.filter(({ source }) => hasFunction(source))
  const hasOwnTest = createTestSearch(tests)
  const untested = working.filter((file) => !hasOwnTest(file))
  const runs = types.filter(
    ({ name, file }) => /Run$|^Run(?:Head|Plan|Record|Request|Result)$/.test(name) && file.startsWith('src/'),
  )
  return {
    name: 'names',
    title: 'Names and sizes, of src and connectors',
    numbers: {
      files: files.length,
      'functions at the top of modules': functions.length,
      'functions that begin with a verb': first.filter((word) => verbs.has(word)).length,
      'functions that begin with a participle': first.filter(isParticiple).length,
      'functions that end in "Of"': functions.filter(({ name }) => /(?:^of|Of)$/.test(name)).length,
      'functions of one word': functions.filter(({ name }) => /^[a-z]+$/.test(name)).length,
      'median lines of a function': median(functions.map(({ lines }) => lines)),
      'function names in more than one file': repeated.length,
      folders: folders.size,
      'files in the largest folder': largest?.[1].length ?? 0,
      'folders with more than 25 files': large.length,
      types: types.length,
      'type names in more than one file': homonyms.length,
      'type names of what a run is': runs.length,
      'file names in more than one folder': sameNames.length,
      'files of src with a test at their path': src.filter(hasOwnTest).length,
      'files of src that do something': working.length,
      'of those, with a test at their path': working.length - untested.length,
    },
    details: [
      `longest functions: ${formatLongest(functions.toSorted((a, b) => b.lines - a.lines).slice(0, 3))}`,
      `function names in more than one file: ${formatFirst(repeated)}`,
      `type names in more than one file: ${formatFirst(homonyms)}`,
      `names of what a run is: ${runs.map(({ name }) => name).join(', ')}`,
      `file names in more than one folder: ${sameNames.map(([name]) => name).join(', ')}`,
      ...large.map(([folder, all]) => `${all.length} files in ${folder}`),
      ...untested.map(({ path }) => `no test at its path: ${path}`),
    ],
  }
}

function listFunctions(file: CodeFile): readonly MeasuredFunction[] {
  const measure = (name: string, node: ts.Node): readonly MeasuredFunction[] => {
    if (/^[A-Z]/.test(name)) return []
    const end = file.source.getLineAndCharacterOfPosition(node.getEnd()).line + 1
    return [{ name, file: file.path, lines: end - lineOf(file, node) + 1 }]
  }
  return file.source.statements.flatMap((node) => {
    if (ts.isFunctionDeclaration(node)) return node.name && node.body ? measure(node.name.text, node) : []
    if (!ts.isVariableStatement(node)) return []
    return node.declarationList.declarations.flatMap(({ name, initializer }) => {
      const isFunction = initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
      return isFunction && ts.isIdentifier(name) ? measure(name.text, initializer) : []
    })
  })
}

function listTypes({ path, source }: CodeFile): readonly Named[] {
  return source.statements.flatMap((node) => {
    const isType = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node)
    return isType && node.name ? [{ name: node.name.text, file: path }] : []
  })
}

/** Names in more than one place, the most frequent first. */
function listRepeated(all: readonly Named[]): readonly [string, readonly Named[]][] {
  return [...Map.groupBy(all, ({ name }) => name)]
    .filter(([, places]) => places.length > 1)
    .toSorted(([, a], [, b]) => b.length - a.length)
}

function hasFunction(node: ts.Node): boolean {
  const isFunction = ts.isFunctionLike(node) && 'body' in node && node.body !== undefined
  return isFunction || ts.forEachChild(node, (child) => hasFunction(child) || undefined) === true
}

/** Whether `test/` has a test at the path that a file has in `src/`. */
function createTestSearch(tests: readonly CodeFile[]): (file: CodeFile) => boolean {
  const paths = new Set(tests.map(({ path }) => path.replace(/\.tsx?$/, '')))
  return ({ path }) => paths.has(`${path.replace(/^src/, 'test').replace(/\.tsx?$/, '')}.test`)
}

function isParticiple(word: string): boolean {
  return !plain.has(word) && (/[a-z]{2}ed$/.test(word) || irregular.has(word))
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

function formatLongest(all: readonly MeasuredFunction[]): string {
  return all.map(({ name, lines }) => `${name} ${lines}`).join(', ')
}

function formatFirst(all: readonly [string, readonly Named[]][]): string {
  const shown = all.slice(0, 12).map(([name, each]) => `${name} ${each.length}`)
  return `${shown.join(', ')}${all.length > shown.length ? ', …' : ''}`
}
