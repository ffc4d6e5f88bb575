import { copyFileSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const cache = join(checkout, 'node_modules/.cache/checkwright')

/** A package of its own below the checkout, without its dist/: what is built there finds itself by its package.json, and dependencies above it. */
export function createPackageFolder(prefix: string): string {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, prefix))
  copyFileSync(join(checkout, 'package.json'), join(folder, 'package.json'))
  for (const name of ['docs', 'connectors', 'frameworks'])
    symlinkSync(join(checkout, name), join(folder, name), 'junction')
  return folder
}
