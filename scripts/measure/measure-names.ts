import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/**
 * Prints figures about names and sizes in the code, without judging, to compare with another day or another project.
 *
 * It counts the functions, types and classes at the top of modules. Tests and components (with a capital, as JSX
 * requires) are left out. `--untested` names the files that have no test at their path.
 */
const checkout = fileURLToPath(new URL('../../', import.meta.url))
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

const files = ['src', 'connectors'].flatMap((folder) => listFiles(folder))
const functions: MeasuredFunction[] = []
const types: Named[] = []
/** Files that do something: those with types and values alone have nothing to test. */
const behaving = new Set<string>()
for (const file of files) measureFile(file)

const first = functions.map(({ name }) => /^[a-z]+/.exec(name)?.[0] ?? '')
const folders = Map.groupBy(files, (file) => dirname(file))
const large = [...folders].filter(([, inside]) => inside.length > 25)
const [largest] = [...folders].toSorted(([, a], [, b]) => b.length - a.length)
const typeFiles = Map.groupBy(types, ({ name }) => name)
const homonyms = [...typeFiles].filter(([, all]) => all.length > 1).toSorted(([, a], [, b]) => b.length - a.length)
const functionFiles = Map.groupBy(functions, ({ name }) => name)
const repeated = [...functionFiles].filter(([, all]) => all.length > 1).toSorted(([, a], [, b]) => b.length - a.length)
const sameNames = [...Map.groupBy(files, (file) => basename(file))].filter(
  ([name, all]) => all.length > 1 && !/^index\.tsx?$/.test(name) && all.some((file) => file.startsWith('src/')),
)
const sources = files.filter((file) => file.startsWith('src/'))
const working = sources.filter((file) => behaving.has(file))
const untested = working.filter((file) => !hasOwnTest(file))
const runs = types.filter(
  ({ name, file }) => /Run$|^Run(?:Head|Plan|Record|Request|Result)$/.test(name) && file.startsWith('src/'),
)

print('Files', files.length)
print('Functions at the top of modules', functions.length)
print('  that begin with a verb', share(first.filter((word) => verbs.has(word)).length))
print('  that begin with a participle', share(first.filter(isParticiple).length))
print('  that end in "Of"', share(functions.filter(({ name }) => /(?:^of|Of)$/.test(name)).length))
print('  of one word', share(functions.filter(({ name }) => /^[a-z]+$/.test(name)).length))
print('  median length in lines', median(functions.map(({ lines }) => lines)))
print('  longest', formatLongest(functions.toSorted((a, b) => b.lines - a.lines).slice(0, 3)))
print('  names in more than one file', `${repeated.length}${formatFirst(repeated)}`)
print('Folders', folders.size)
print('  files in the largest', `${largest?.[1].length ?? 0} (${largest?.[0]})`)
print(
  '  with more than 25 files',
  `${large.length}${large.map(([folder, all]) => `\n    ${all.length}  ${folder}`).join('')}`,
)
print('Types', types.length)
print('  names in more than one file', `${homonyms.length}${formatFirst(homonyms)}`)
print('  names of what a run is', `${runs.length}: ${runs.map(({ name }) => name).join(', ')}`)
print('File names in more than one folder', `${sameNames.length}: ${sameNames.map(([name]) => name).join(', ')}`)
print('Files of src with a test at their path', `${sources.filter(hasOwnTest).length} of ${sources.length}`)
print('  of those that do something', `${working.length - untested.length} of ${working.length}`)
if (process.argv.includes('--untested')) for (const file of untested) console.log(`    ${file}`)

/** @returns paths from the checkout, without tests */
function listFiles(folder: string): string[] {
  return readdirSync(join(checkout, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(checkout.length).replaceAll('\\', '/'))
    .filter((file) => !/^connectors\/[^/]+\/test\//.test(file))
    .toSorted()
}

function measureFile(file: string): void {
  const text = readFileSync(join(checkout, file), 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const addFunction = (name: string, node: ts.Node) => {
    if (/^[A-Z]/.test(name)) return
    const line = (at: number) => source.getLineAndCharacterOfPosition(at).line
    functions.push({ name, file, lines: line(node.getEnd()) - line(node.getStart(source)) + 1 })
  }
  if (hasFunction(source)) behaving.add(file)
  for (const node of source.statements) {
    if (ts.isFunctionDeclaration(node) && node.name && node.body) addFunction(node.name.text, node)
    else if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
      types.push({ name: node.name.text, file })
    else if (ts.isClassDeclaration(node) && node.name) types.push({ name: node.name.text, file })
    else if (ts.isVariableStatement(node)) {
      for (const { name, initializer } of node.declarationList.declarations) {
        const isFunction = initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
        if (isFunction && ts.isIdentifier(name)) addFunction(name.text, initializer)
      }
    }
  }
}

function hasFunction(node: ts.Node): boolean {
  const isFunction = ts.isFunctionLike(node) && 'body' in node && node.body !== undefined
  return isFunction || ts.forEachChild(node, (child) => hasFunction(child) || undefined) === true
}

/** Whether `test/` has a test at the path that the file has in `src/`. */
function hasOwnTest(file: string): boolean {
  const path = file.replace(/^src/, 'test').replace(/\.tsx?$/, '')
  return ['.test.ts', '.test.tsx'].some((ending) => existsSync(join(checkout, path + ending)))
}

function isParticiple(word: string): boolean {
  return !plain.has(word) && (/[a-z]{2}ed$/.test(word) || irregular.has(word))
}

function share(count: number): string {
  return `${((100 * count) / functions.length).toFixed(1)} % (${count})`
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

function formatLongest(all: readonly MeasuredFunction[]): string {
  return all.map(({ name, lines }) => `${name} ${lines}`).join(', ')
}

function formatFirst(all: readonly [string, readonly Named[]][]): string {
  const shown = all.slice(0, 12).map(([name, each]) => `${name} ${each.length}`)
  return shown.length === 0 ? '' : ` (${shown.join(', ')}${all.length > shown.length ? ', …' : ''})`
}

function print(what: string, figure: string | number): void {
  console.log(`${what}: ${figure}`)
}
