import { readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'

/** The files that pages send unchanged. */
const assets = /\/assets\/[a-z-]+\.(?:css|client\.js|svg)$/

/** esbuild's way to import assets as text. */
export const textAssets = {
  name: 'text-assets',
  setup(build: EsbuildSetup) {
    // Without its own extension, because tsup treats any .css file as a stylesheet to bundle, in any namespace.
    // Relative to the checkout, because esbuild writes the path into a comment.
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

/** The same for Vite, which runs the tests. */
export const viteTextAssets = {
  name: 'text-assets',
  enforce: 'pre' as const,
  resolveId(source: string, importer: string | undefined) {
    if (importer === undefined || !assets.test(source)) return undefined
    // Without its own extension, because Vite would inject the stylesheet.
    return `\0${resolve(importer, '..', source)}.txt`
  },
  async load(id: string) {
    const file = id.startsWith('\0') && id.endsWith('.txt') ? id.slice(1, -'.txt'.length) : ''
    return assets.test(file) ? `export default ${JSON.stringify(await readFile(file, 'utf8'))}` : undefined
  },
}

/** The part of esbuild's plugin build that is used here. */
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
