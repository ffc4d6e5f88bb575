import { readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The files that pages send unchanged. */
const assets = /\/assets\/[a-z-]+\.(?:css|client\.js|svg)$/

/** The way to import assets as text, for the build and for the tests. */
export const textAssets = {
  name: 'text-assets',
  enforce: 'pre' as const,
  resolveId(source: string, importer: string | undefined) {
    if (importer === undefined || !assets.test(source)) return undefined
    // Without its own extension, because Vite would inject the stylesheet. The bundler writes this name into the program.
    return `\0${relative(root, resolve(importer, '..', source))}.txt`
  },
  async load(id: string) {
    const file = id.startsWith('\0') && id.endsWith('.txt') ? resolve(root, id.slice(1, -'.txt'.length)) : ''
    if (!assets.test(file)) return undefined
    // Said, because the bundler would take the code itself for the text of a file that ends in .txt.
    return { code: `export default ${JSON.stringify(await readFile(file, 'utf8'))}`, moduleType: 'js' as const }
  },
}
