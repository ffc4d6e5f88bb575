import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type PluginContext, rolldown } from 'rolldown'
import manifest from '../../package.json' with { type: 'json' }
import { auditorPage } from './auditor-page.ts'
import { dataEntries, dataEntryCode } from './data-entries.ts'
import { lazyChildProcess, nodeModules, undiciParts } from './node-modules.ts'
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
  'connectors/index': 'connectors/index.ts',
  ...Object.fromEntries(connectors.map((id) => [`connectors/${id}/index`, `connectors/${id}/index.ts`])),
}

/**
 * Packages that stand in dist/, because Node takes as long to find one of their files as to load 20 kB: zod/mini, which every
 * connector loads, and what short commands load. Classic zod, which only lazily loaded code uses, stays a dependency.
 */
const inlined = [
  'zod/mini',
  'commander',
  'yaml',
  '@marcbachmann/cel-js',
  'fast-string-width',
  'kysely',
  'ipaddr.js',
  'undici/lib/core/connect.js',
  'undici/lib/dispatcher/client.js',
  'undici/package.json',
]

const dependencies = [manifest.dependencies, manifest.optionalDependencies, manifest.peerDependencies].flatMap(
  Object.keys,
)

/**
 * The files that commands load, each a chunk: from a file to the first verdict would be a hundred chunks otherwise. A chunk
 * has what its root reaches by static imports and no chunk before it has.
 */
const chunks: readonly { readonly name: string; readonly roots: readonly string[]; readonly within?: string }[] = [
  // What every command needs of what connectors import, so that one that loads no connector does not load all of it.
  {
    name: 'base',
    roots: [
      'src/errors/index.ts',
      'src/define/run/cross-check-id.ts',
      'src/define/schema/problems.ts',
      'src/define/schema/plain-data.ts',
      'src/define/version.ts',
    ],
  },
  // What is also an entry of the package comes first: importing it loads no command.
  { name: 'connectors', roots: ['connectors/index.ts'] },
  { name: 'define', roots: ['src/index.ts'] },
  { name: 'questions', roots: ['src/questions/index.ts'] },
  { name: 'command', roots: ['src/app/main.ts'] },
  // What every command with an action loads first: the options that the environment gives.
  {
    name: 'list',
    roots: [
      'src/things/commands/options/read-environment.ts',
      'src/author/commands/list.ts',
      'src/author/commands/list-actions.ts',
    ],
  },
  { name: 'file', roots: ['src/service/commands/connector-file/load-connector.ts'] },
  // What reading a file needs of what runs need, so that "validate" does not load all of it.
  {
    name: 'text',
    roots: [
      'src/text/decode-utf8.ts',
      'src/text/parse-json.ts',
      'src/text/compare-texts.ts',
      'node_modules/ipaddr.js/lib/ipaddr.js',
    ],
  },
  { name: 'engine', roots: ['src/author/commands/run-actions.ts'], within: 'src/app/runtime/index.ts' },
  { name: 'run', roots: ['src/author/commands/run.ts', 'src/author/commands/run-actions.ts', 'src/report/table.ts'] },
  { name: 'data', roots: ['src/data/build-connector.ts'] },
  { name: 'reader', roots: ['src/data/read-connector.ts'] },
]

/** Writes the JavaScript of the package. */
export async function bundle(dist: string): Promise<void> {
  rmSync(dist, { recursive: true, force: true })
  const build = await openBuild({ ...library, ...dataEntries, 'cli/bin': 'src/app/bin.ts' })
  try {
    const { output } = await build.write({
      dir: dist,
      format: 'esm',
      chunkFileNames: 'chunks/[name]-[hash].js',
      // One copy of every module, whichever subpath it is reached by: `instanceof DefinitionError` must hold across them.
      codeSplitting: { groups: createGroups() },
      comments: { legal: true, annotation: true, jsdoc: false },
    })
    writeLicences(
      dist,
      output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])),
    )
  } finally {
    await build.close()
  }
  // Loaded only when a connector needs them, which is why no chunk may hold them.
  for (const name of ['shared-suffixes.json', 'public-mail-domains.json'])
    copyFileSync(`src/define/rules/${name}`, `${dist}/chunks/${name}`)
  // A checkout is used without npm, which makes commands executable where it installs them.
  chmodSync(`${dist}/cli/bin.js`, 0o755)
}

/** Writes another program as the package is written, such as one that is measured. Its packages have to be where it lies. */
export async function bundleProgram(input: Readonly<Record<string, string>>, folder: string): Promise<void> {
  const build = await openBuild(input)
  try {
    await build.write({ dir: folder, format: 'esm' })
  } finally {
    await build.close()
  }
}

function openBuild(input: Readonly<Record<string, string>>) {
  return rolldown({
    input: { ...input },
    platform: 'node',
    logLevel: 'warn',
    checks: { ineffectiveDynamicImport: false },
    transform: { target: 'node22' },
    // For Node the package offers CommonJS only, which is not tree-shaken.
    resolve: { alias: { yaml: resolve('node_modules/yaml/browser/dist/index.js') }, symlinks: false },
    external: (id) => isDependency(id) && !inlined.includes(id),
    plugins: [auditorPage, textAssets, dataEntryCode, lazyChildProcess, undiciParts, nodeModules],
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

/** A chunk for each name, asked when the graph is complete. */
function createGroups() {
  let names: ReadonlyMap<string, string> | undefined
  return chunks.map(({ name: own }, index) => ({
    debugName: own,
    priority: chunks.length - index,
    name: (id: string, graph: Pick<PluginContext, 'getModuleInfo'>): string | null => {
      names ??= assignChunks((module) => graph.getModuleInfo(module)?.importedIds ?? [])
      return names.get(id) === own ? own : null
    },
  }))
}

function assignChunks(listImports: (module: string) => readonly string[]): ReadonlyMap<string, string> {
  const reach = (roots: readonly string[]) => {
    const reached = new Set(roots.map((root) => resolve(root)))
    for (const module of reached) for (const each of listImports(module)) reached.add(each)
    return reached
  }
  const names = new Map<string, string>()
  for (const { name, roots, within } of chunks) {
    const bounds = within === undefined ? undefined : reach([within])
    for (const module of reach(roots)) {
      if (names.has(module) || bounds?.has(module) === false) continue
      names.set(module, name)
    }
  }
  return names
}
