import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire, registerHooks, setSourceMapsSupport } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

let registered = false

/** How often a person's files were reloaded; 0 for a command that loads them once. */
let generation = 0
/** A person's own files that were loaded, or that an import names and Node cannot find. */
const followed = new Set<string>()
/** Of each loaded file its SHA-256, and the files that it imports. */
const digests = new Map<string, string>()
const imports = new Map<string, Set<string>>()

/**
 * Makes a person's own connector file load from any folder, installed or not:
 * - `checkwright` is this running copy, so that there is one `DefinitionError` and one `defineConnector`;
 * - `zod`, which a check may use for schemas, is ours if the person has none;
 * - a `.ts` file is an ES module, also below the `"type": "commonjs"` that `npm init` writes.
 */
export function registerModuleHooks(): void {
  if (registered) return
  registered = true
  // A compiled connector's errors then have the lines of its original `.ts` files.
  setSourceMapsSupport(true, { nodeModules: false })
  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (specifier === 'checkwright' || specifier.startsWith('checkwright/')) {
        const source = findOwnSource(specifier)
        // From a build, Node's own self-reference by the package's "exports".
        return source === undefined
          ? nextResolve(specifier, { ...context, parentURL: import.meta.url })
          : { url: pathToFileURL(source).href, shortCircuit: true }
      }
      if (!isZod(specifier)) return followImport(specifier, context, nextResolve)
      try {
        return nextResolve(specifier, context)
      } catch (error) {
        if (!isMissingModule(error)) throw error
        return nextResolve(specifier, { ...context, parentURL: import.meta.url })
      }
    },
    load(url, context, nextLoad) {
      const isOwn = isOwnFile(url)
      const isOwnTypeScript = isOwn && new URL(url).pathname.endsWith('.ts')
      const loaded = nextLoad(url, isOwnTypeScript ? { ...context, format: 'module-typescript' } : context)
      // Node reads a CommonJS file itself.
      if (isOwn) digests.set(fileURLToPath(url), digest(loaded.source ?? readFileSync(new URL(url))))
      return loaded
    },
  })
}

/**
 * The next load of a person's files reads them again, with all their imports, because a module loads once for each URL.
 */
export function forgetModules(): void {
  generation++
  const { cache } = createRequire(import.meta.url)
  for (const file of followed) delete cache[file]
  followed.clear()
}

/** A person's own files that were loaded since the last reset. */
export function listLoadedFiles(): readonly string[] {
  return [...followed]
}

/** Follows a file that was loaded without an import: a connector that is written as data. */
export function noteLoadedFile(file: string): void {
  followed.add(file)
}

/**
 * SHA-256, in hexadecimal digits, of a file that was loaded and of a person's own files that it imports. It does not depend on the
 * folder that they are in.
 */
export function digestLoadedFiles(entry: string): string {
  const reached = new Set([entry])
  for (const file of reached) for (const imported of imports.get(file) ?? []) reached.add(imported)
  const lines = [...reached].map((file) => `${digests.get(file) ?? ''}  ${relative(dirname(entry), file)}\n`)
  return digest(lines.sort().join(''))
}

function noteImport(importer: string, imported: string): void {
  const known = imports.get(importer) ?? new Set()
  imports.set(importer, known.add(imported))
}

function digest(bytes: string | NodeJS.ArrayBufferView | ArrayBuffer): string {
  return createHash('sha256')
    .update(bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes)
    .digest('hex')
}

/** Stacks and messages have the real paths of files. */
export function stripGeneration(text: string): string {
  return text.replaceAll(/\?checkwright=\d+/g, '')
}

function followImport(
  specifier: string,
  context: Parameters<ResolveHook>[1],
  nextResolve: Parameters<ResolveHook>[2],
): ReturnType<ResolveHook> {
  try {
    const resolved = nextResolve(specifier, context)
    if (!isOwnFile(resolved.url) || isOwnModule(resolved.url)) return resolved
    const file = fileURLToPath(resolved.url)
    followed.add(file)
    if (context.parentURL?.startsWith('file:')) noteImport(fileURLToPath(context.parentURL), file)
    // Required modules are cached by path, and removed by it.
    if (generation === 0 || !context.conditions.includes('import')) return resolved
    const url = new URL(resolved.url)
    url.searchParams.set('checkwright', String(generation))
    return { ...resolved, url: url.href }
  } catch (error) {
    // Somebody is about to write it.
    if (/^\.{1,2}\//.test(specifier) && context.parentURL?.startsWith('file:'))
      followed.add(fileURLToPath(new URL(specifier, context.parentURL)))
    throw error
  }
}

type ResolveHook = NonNullable<Parameters<typeof registerHooks>[0]['resolve']>

function isOwnFile(url: string): boolean {
  return url.startsWith('file:') && !url.includes('/node_modules/')
}

/** The running copy itself, because there must be only one. */
function isOwnModule(url: string): boolean {
  ownFolders ??= ['src/', 'dist/'].map((folder) => `${pathToFileURL(locatePackageRoot()).href}/${folder}`)
  return ownFolders.some((folder) => url.startsWith(folder))
}

let ownFolders: readonly string[] | undefined

/** If Checkwright runs from source, as during its development, there is no build for "exports". */
function findOwnSource(specifier: string): string | undefined {
  if (!import.meta.url.endsWith('.ts')) return undefined
  const root = locatePackageRoot()
  const connector = /^checkwright\/(connectors\/.+)$/.exec(specifier)?.[1]
  if (connector !== undefined) return join(root, connector, 'index.ts')
  const { paths } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')).compilerOptions
  return join(root, paths[specifier]?.[0] ?? specifier)
}

/** The folder of this package's package.json. */
export function locatePackageRoot(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json')
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name === 'checkwright') return folder
    if (dirname(folder) === folder) throw new Error('The package.json of Checkwright is missing above its own files.')
  }
}

function isZod(specifier: string): boolean {
  return specifier === 'zod' || specifier.startsWith('zod/')
}

function isMissingModule(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
}
