import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type OutputChunk, rolldown } from 'rolldown'
import manifest from '../../package.json' with { type: 'json' }
import { auditorPage } from './auditor-page.ts'
import { clientOperations } from './client-api.ts'
import { codeEntries, codeEntryCode } from './code-entries.ts'
import { dataEntries, dataEntryCode } from './data-entries.ts'
import { textAssets } from './text-assets.ts'

const connectors = readdirSync('connectors', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(`connectors/${entry.name}/index.ts`))
  .map((entry) => entry.name)

/** Output path to source: dist/ has the shape of the subpaths in package.json "exports". */
export const library: Readonly<Record<string, string>> = {
  index: 'src/index.ts',
  'questions/index': 'src/questions/index.ts',
  'cross-checks/index': 'src/crosscheck/index.ts',
  'runtime/index': 'src/app/runtime/index.ts',
  'testing/index': 'src/author/testing/index.ts',
  'host/index': 'src/app/host/index.ts',
  'client/index': 'src/app/client/index.ts',
  'connectors/index': 'connectors/index.ts',
  ...Object.fromEntries(connectors.map((id) => [`connectors/${id}/index`, `connectors/${id}/index.ts`])),
}

/**
 * Programs of threads and processes, beside the chunks that start them. They share no chunk with the others, which would otherwise be
 * split where a thread needs a part of one: to find another file takes Node as long as to load 20 kB.
 */
const programs: Readonly<Record<string, string>> = {
  'chunks/parse-program': 'src/received/parsing/parse-program.ts',
  'chunks/office-program': 'src/office/files/office-program.ts',
  'chunks/framework-program': 'src/things/own-frameworks/reading/framework-program.ts',
  'chunks/mark-program': 'src/things/trust-centre/marking/mark-program.ts',
  'chunks/watch-memory': 'src/sandbox/watch-memory.ts',
  'chunks/query-process': 'src/app/query/query-process.ts',
}

/** Programs that load connectors, which are there once. */
const sharing: Readonly<Record<string, string>> = {
  'chunks/trial-program': 'src/author/prove/panel/trial-program.ts',
}

/**
 * Packages whose public entry stands in dist/, because Node takes as long to find one of their files as to load 20 kB: zod/mini, which
 * every connector loads, and what short commands load. All others stay dependencies, so that `npm update` reaches them: undici, which
 * speaks to vendors, too, although a run would begin sooner.
 */
const inlined = ['zod/mini', 'commander', 'yaml', '@marcbachmann/cel-js', 'fast-string-width', 'kysely', 'ipaddr.js']

const dependencies = [manifest.dependencies, manifest.optionalDependencies, manifest.peerDependencies].flatMap(
  Object.keys,
)

const command = ['src/app/main.ts', 'src/things/commands/options/read-environment.ts']

/**
 * What a program loads from its first line to its work: an entry of the package, or a command with the modules that it imports on its
 * way. Split by the bundler alone, a short command loads ten times as many files.
 */
const starts: Readonly<Record<string, readonly string[]>> = {
  library: ['src/index.ts'],
  connectors: ['connectors/index.ts'],
  questions: ['src/questions/index.ts'],
  runtime: ['src/app/runtime/index.ts'],
  list: [...command, 'src/author/commands/list.ts', 'src/author/commands/list-actions.ts'],
  validate: [
    ...command,
    'src/author/commands/validate.ts',
    'src/author/commands/validate-actions.ts',
    'src/data/build-connector.ts',
  ],
  // A file that was checked before is not parsed again.
  reader: ['src/data/read-connector.ts'],
  run: [
    ...command,
    'src/author/commands/run.ts',
    'src/author/commands/run-actions.ts',
    'src/data/build-connector.ts',
    'src/report/table.ts',
  ],
}

/** Writes the JavaScript of the package. */
export async function bundle(dist: string): Promise<void> {
  rmSync(dist, { recursive: true, force: true })
  const build = await openBuild({ ...library, ...codeEntries, ...dataEntries, ...sharing, 'cli/bin': 'src/app/bin.ts' })
  try {
    const split = await build.generate({ format: 'esm' })
    const { output } = await build.write({
      dir: dist,
      format: 'esm',
      chunkFileNames: 'chunks/[name]-[hash].js',
      // One copy of every module, whichever subpath it is reached by: `instanceof DefinitionError` must hold across them.
      codeSplitting: { groups: createGroups(split.output.filter((file) => file.type === 'chunk')) },
      comments: { legal: true, annotation: true, jsdoc: false },
    })
    writeLicences(dist, [...listModules(output), ...(await bundlePrograms(dist))])
  } finally {
    await build.close()
  }
  // Loaded only when a connector needs them, which is why no chunk may hold them.
  for (const name of ['shared-suffixes.json', 'public-mail-domains.json'])
    copyFileSync(`src/define/rules/${name}`, `${dist}/chunks/${name}`)
  // A checkout is used without npm, which makes commands executable where it installs them.
  chmodSync(`${dist}/cli/bin.js`, 0o755)
}

/** Writes those that chunks start. @returns the paths of their modules */
export async function bundlePrograms(dist: string): Promise<readonly string[]> {
  const modules = await Promise.all(
    Object.entries(programs).map(([name, file]) => bundleProgram({ [name]: file }, dist)),
  )
  return modules.flat()
}

/**
 * Writes another program as the package is written, such as one that is measured. Its packages have to be where it lies.
 * @returns the paths of its modules
 */
export async function bundleProgram(
  input: Readonly<Record<string, string>>,
  folder: string,
): Promise<readonly string[]> {
  const build = await openBuild(input)
  try {
    const { output } = await build.write({ dir: folder, format: 'esm', chunkFileNames: 'chunks/[name]-[hash].js' })
    return listModules(output)
  } finally {
    await build.close()
  }
}

function listModules(output: readonly (OutputChunk | { readonly type: 'asset' })[]): readonly string[] {
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
}

function openBuild(input: Readonly<Record<string, string>>) {
  return rolldown({
    input: { ...input },
    platform: 'node',
    logLevel: 'warn',
    checks: { ineffectiveDynamicImport: false },
    transform: { target: 'node22' },
    // The public entry that is made of modules: CommonJS, which a package may offer to Node, is not tree-shaken.
    resolve: { conditionNames: ['import', 'default'], symlinks: false },
    external: (id) => isDependency(id) && !inlined.includes(id),
    plugins: [auditorPage, textAssets, codeEntryCode, dataEntryCode, clientOperations],
  })
}

/** The terms of the packages whose code stands in dist/: they demand that they go along. */
function writeLicences(dist: string, modules: readonly string[]): void {
  const folders = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []))
  const texts = [...folders].toSorted().map((folder) => {
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))
    if (file === undefined) throw new Error(`${folder} has no licence file, so its code cannot stand in dist/.`)
    return `${folder.slice(folder.lastIndexOf('/node_modules/') + 14)}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
  })
  writeFileSync(`${dist}/LICENCES.txt`, texts.join(`\n${'-'.repeat(80)}\n\n`))
}

function isDependency(id: string): boolean {
  return dependencies.some((name) => id === name || id.startsWith(`${name}/`))
}

/** One chunk for all modules that the same starts load, so that no start loads what only another one needs. */
function createGroups(chunks: readonly OutputChunk[]) {
  const loads = Object.entries(starts).map(([start, roots]) => ({ start, modules: listLoaded(roots, chunks) }))
  const findStarts = (id: string) => loads.flatMap(({ start, modules }) => (modules.has(id) ? [start] : []))
  // A group takes along what its modules import. At least the same starts load that, so what most of them load comes first.
  return loads.map((_, index) => ({
    debugName: `of ${index + 1} starts`,
    priority: index + 1,
    name: (id: string): string | null => {
      const ofModule = findStarts(id)
      return ofModule.length === index + 1 ? ofModule.join('-') : null
    },
  }))
}

/** The modules that are loaded with these, as the bundler splits the program by itself: it knows what a barrel is asked for. */
function listLoaded(roots: readonly string[], chunks: readonly OutputChunk[]): ReadonlySet<string> {
  const holding = roots.map((root) => {
    const id = resolve(root)
    // A barrel's own chunk imports all that it hands on, although its module may lie in another one.
    const chunk =
      chunks.find((each) => each.facadeModuleId === id) ?? chunks.find((each) => each.moduleIds.includes(id))
    if (chunk === undefined) throw new Error(`No chunk has ${root}. Name the file where the start is now.`)
    return chunk
  })
  const loaded = new Set(holding)
  for (const { imports } of loaded) for (const each of chunks) if (imports.includes(each.fileName)) loaded.add(each)
  return new Set([...loaded].flatMap(({ moduleIds }) => moduleIds))
}
