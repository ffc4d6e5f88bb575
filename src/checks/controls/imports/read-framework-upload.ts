import { basename } from 'node:path'
import { parseFramework } from '../frameworks/parse-framework.ts'
import { loadSurroundings } from '../frameworks/shipped-frameworks.ts'
import { type ImportDocument, parseImport } from './import-document.ts'
import { type FrameworkImport, importFramework, isOwnFormat } from './import-framework.ts'

interface NamedBytes {
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * A framework of a file, which is one of our own format or of another tool's. It is read whole or not at all.
 * @param beside files that an OSCAL profile may import from, by their names
 * @param id of the framework. @default that of the file, or made of its title and version
 * @throws DataFileError `CONTROLS_INVALID` with each mistake by line and column
 */
export async function readFrameworkUpload(
  { name, bytes }: NamedBytes,
  beside: readonly NamedBytes[] = [],
  id?: string,
): Promise<FrameworkImport> {
  const document = parseImport(name, bytes)
  if (!isOwnFormat(document.data)) {
    const read = async (href: string): Promise<ImportDocument | undefined> => {
      const file = beside.find((each) => each.name === basename(href))
      return file && parseImport(file.name, file.bytes)
    }
    return importFramework(document, read, id)
  }
  const framework = parseFramework(name, bytes, await loadSurroundings())
  if (id !== undefined && id !== framework.id)
    throw document.fail([{ path: ['id'], message: `is not "${id}"; its controls are named by the id of the file` }])
  if (framework.controls.length === 0)
    throw document.fail([{ path: [], message: 'has no controls; a framework that others judge by needs some' }])
  return { format: 'framework file', framework, leftOut: 0 }
}
