import { version } from '../../define/index.ts'
import type { NewFiles } from './connector-files.ts'
import { formatJsonFile } from './json-file.ts'
import type { NewConnector } from './new-connector.ts'

/** Tools of a new project; a test holds them to those that this package is tested with. */
export const toolVersions = {
  '@types/node': '^24.0.0',
  typescript: '~6.0.3',
  vitest: '^5.1.1',
} as const

/** What makes a folder a package around a connector, to be tested at once and published some day. */
export function createProjectFiles({ id, name }: Pick<NewConnector['definition'], 'id' | 'name'>): NewFiles {
  const main = `./dist/${id}`
  return {
    'package.json': formatManifest({
      name: `checkwright-connector-${id}`,
      version: '0.1.0',
      description: `Checks of ${name} for Checkwright.`,
      // Nobody publishes by mistake.
      private: true,
      type: 'module',
      engines: { node: '>=22.19' },
      exports: { '.': { types: `${main}.d.ts`, default: `${main}.js` } },
      files: ['dist'],
      scripts: {
        start: `checkwright run ./${id}.ts`,
        test: 'vitest run',
        typecheck: 'tsc',
        validate: `checkwright validate ./${id}.ts`,
        build: 'tsc --project tsconfig.build.json',
        prepack: 'npm run build',
      },
      peerDependencies: { checkwright: `^${version}` },
      devDependencies: { '@types/node': toolVersions['@types/node'], checkwright: `^${version}`, ...tools },
    }),
    'tsconfig.json': formatJsonFile({
      compilerOptions: {
        target: 'ES2023',
        lib: ['ES2024', 'ESNext.Disposable'],
        module: 'NodeNext',
        types: ['node'],
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        erasableSyntaxOnly: true,
        verbatimModuleSyntax: true,
        allowImportingTsExtensions: true,
        skipLibCheck: true,
        noEmit: true,
      },
      exclude: ['node_modules', 'dist'],
    }),
    'tsconfig.build.json': formatJsonFile({
      extends: './tsconfig.json',
      compilerOptions: {
        allowImportingTsExtensions: false,
        rewriteRelativeImportExtensions: true,
        noEmit: false,
        declaration: true,
        rootDir: '.',
        outDir: 'dist',
      },
      exclude: ['node_modules', 'dist', '**/*.test.ts'],
    }),
    // `data/` is where the command keeps its store: sealed, and nobody else's.
    '.gitignore': 'node_modules/\ndist/\ndata/\n.env\n',
  }
}

const { '@types/node': _, ...tools } = toolVersions

/** As npm writes it, every list on lines of its own. */
function formatManifest(manifest: object): string {
  return `${JSON.stringify(manifest, null, 2)}\n`
}
