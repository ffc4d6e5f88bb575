import { readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'

/** What the pages send as it stands. */
const assets = /\/assets\/[a-z-]+\.(?:css|client\.js|svg)$/

/** esbuild's way to import assets as text. */
export const textAssets = {
  name: 'text-assets',
  setup(build: EsbuildSetup) {
    // Not by its own extension: tsup takes whatever ends in .css for a stylesheet to bundle, in any namespace. And from the
    // checkout, because esbuild writes the path into a comment.
    build.onResolve({ filter: assets }, ({ path, resolveDir }) => ({
      path: `${relative('.', resolve(resolveDir, path)).replaceAll('\\', '/')}.txt`,
      namespace: 'text-asset',
    }))
    build.onLoad({ filter: /\.txt$/, namespace: 'text-asset' }, async ({ path }) => ({
      contents: await readFile(path.slice(0, -'.txt'.length), 'utf8'),
      loader: 'text' as const,
    }))
  },
}

/** The same for Vite, under which tests run. */
export const viteTextAssets = {
  name: 'text-assets',
  enforce: 'pre' as const,
  resolveId(source: string, importer: string | undefined) {
    if (importer === undefined || !assets.test(source)) return undefined
    // Not by its own extension, or the stylesheet would be taken for one to inject.
    return `\0${resolve(importer, '..', source)}.txt`
  },
  async load(id: string) {
    const file = id.startsWith('\0') && id.endsWith('.txt') ? id.slice(1, -'.txt'.length) : ''
    return assets.test(file) ? `export default ${JSON.stringify(await readFile(file, 'utf8'))}` : undefined
  },
}

/** As much of esbuild's plugin build as is used here. */
interface EsbuildSetup {
  onResolve(
    options: { readonly filter: RegExp },
    callback: (args: { readonly path: string; readonly resolveDir: string }) => {
      readonly path: string
      readonly namespace: string
    },
  ): void
  onLoad(
    options: { readonly filter: RegExp; readonly namespace: string },
    callback: (args: { readonly path: string }) => Promise<{ readonly contents: string; readonly loader: 'text' }>,
  ): void
}
