import { copyFileSync, existsSync, readdirSync } from 'node:fs'
import { defineConfig } from 'tsup'
import manifest from './package.json' with { type: 'json' }
import { textAssets } from './scripts/text-assets.ts'

const connectors = readdirSync('connectors', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(`connectors/${entry.name}/index.ts`))
  .map((entry) => entry.name)

// Output path to source: dist/ has the shape of the subpaths in package.json "exports".
const library = {
  index: 'src/index.ts',
  'questions/index': 'src/questions/index.ts',
  'cross-checks/index': 'src/crosscheck/index.ts',
  'runtime/index': 'src/runtime/index.ts',
  'testing/index': 'src/testing/index.ts',
  'host/index': 'src/web/index.ts',
  'connectors/index': 'connectors/index.ts',
  ...Object.fromEntries(connectors.map((id) => [`connectors/${id}/index`, `connectors/${id}/index.ts`])),
}

export default defineConfig({
  entry: { ...library, 'cli/bin': 'src/cli/bin.ts' },
  format: 'esm',
  target: 'node22',
  platform: 'node',
  clean: true,
  // The command is no library: nobody imports its types.
  dts: { entry: library },
  // One copy of every module, whichever subpath it is reached by: `instanceof DefinitionError` must hold across them.
  splitting: true,
  // Importing a connector must cost next to nothing: the tree-shaken part of zod/mini loads in a tenth of the package's
  // time. Classic zod, which only lazily loaded code uses, stays a dependency.
  noExternal: [/^zod\/mini$/],
  // tsup knows dependencies and peers; without this line it would bundle the loaders of native modules.
  external: Object.keys(manifest.optionalDependencies),
  // tsup would turn node:sqlite into sqlite, which is no module.
  removeNodeProtocol: false,
  esbuildPlugins: [textAssets],
  onSuccess: async () => copyData('dist'),
  esbuildOptions(options) {
    options.chunkNames = 'chunks/[name]-[hash]'
  },
})

/** Loaded only when a connector needs them, which is why no chunk may hold them. */
export function copyData(dist: string): void {
  for (const name of ['shared-suffixes.json', 'public-mail-domains.json'])
    copyFileSync(`src/define/rules/${name}`, `${dist}/chunks/${name}`)
}
