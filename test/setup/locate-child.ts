import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { askBroker } from './broker.ts'
import { nameChild } from './name-child.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
let folder: Promise<string> | undefined

/**
 * The path of a built program, for `node`.
 * @param importer `import.meta.url` of the caller
 * @param path of its source in a folder `children`, from the caller
 */
export async function locateChild(importer: string, path: string): Promise<string> {
  folder ??= askBroker(inject('childBroker'))
  const source = relative(checkout, fileURLToPath(new URL(path, importer)))
  return join(await folder, `${nameChild(source)}.js`)
}
