import { existsSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

let registered = false

/**
 * Makes a person's own connector file load from any folder, installed or not:
 * - `checkwright` is this running copy, so that there is one `DefinitionError` and one `defineConnector`;
 * - `zod`, which a check may use for schemas, is ours where the person has none;
 * - a `.ts` file is an ES module, also below the `"type": "commonjs"` that `npm init` writes.
 */
export function registerModuleHooks(): void {
  if (registered) return
  registered = true
  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (specifier === 'checkwright' || specifier.startsWith('checkwright/')) {
        const source = sourceOf(specifier)
        // From a build, Node's own self-reference by the package's "exports".
        return source === undefined
          ? nextResolve(specifier, { ...context, parentURL: import.meta.url })
          : { url: pathToFileURL(source).href, shortCircuit: true }
      }
      if (!isZod(specifier)) return nextResolve(specifier, context)
      try {
        return nextResolve(specifier, context)
      } catch (error) {
        if (!isNotFound(error)) throw error
        return nextResolve(specifier, { ...context, parentURL: import.meta.url })
      }
    },
    load(url, context, nextLoad) {
      const isOwnTypeScript = url.startsWith('file:') && url.endsWith('.ts') && !url.includes('/node_modules/')
      return nextLoad(url, isOwnTypeScript ? { ...context, format: 'module-typescript' } : context)
    },
  })
}

/** Run from source, as while developing Checkwright itself, there is no build that "exports" could lead to. */
function sourceOf(specifier: string): string | undefined {
  if (!import.meta.url.endsWith('.ts')) return undefined
  const root = packageRoot()
  const subpath = specifier.slice('checkwright/'.length)
  if (subpath === '') return join(root, 'src/index.ts')
  return subpath.startsWith('connectors') ? join(root, subpath, 'index.ts') : join(root, 'src', subpath, 'index.ts')
}

/** The folder of this package's package.json. */
export function packageRoot(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json')
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name === 'checkwright') return folder
    if (dirname(folder) === folder) throw new Error('The package.json of checkwright is missing above its own files.')
  }
}

function isZod(specifier: string): boolean {
  return specifier === 'zod' || specifier.startsWith('zod/')
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
}
