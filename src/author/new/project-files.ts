import { version } from '../../define/index.ts'
import type { NewFiles } from './connector-files.ts'
import { formatJsonFile } from './json-file.ts'
import type { NewConnector } from './new-connector.ts'

/** Tools of a new project. A test compares them with those that test this package. */
export const toolVersions = {
  '@types/node': '^24.0.0',
  typescript: '~7.0.2',
  vitest: '^5.1.1',
} as const

/** The files that make a folder a package around a connector, to test at once and publish later. */
export function createProjectFiles({ id, name }: Pick<NewConnector['definition'], 'id' | 'name'>): NewFiles {
  const main = `./dist/${id}`
  return {
    'package.json': formatManifest({
      name: `checkwright-connector-${id}`,
      version: '0.1.0',
      description: `Checks of ${name} for Checkwright.`,
      // Prevents publishing by mistake.
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
    // `data/` has the command's store: sealed, and private.
    '.gitignore': 'node_modules/\ndist/\ndata/\n.env\n',
  }
}

const { '@types/node': _, ...tools } = toolVersions

/** As npm writes it, with every list on several lines. */
function formatManifest(manifest: object): string {
  return `${JSON.stringify(manifest, null, 2)}\n`
}
