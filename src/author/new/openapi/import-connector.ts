import { createUsageError } from '../../../errors/index.ts'
import type { Terminal } from '../../../service/commands/terminal.ts'
import type { NewFiles } from '../connector-files.ts'
import { askImportWishes, type WishOptions } from './import-wishes.ts'
import { createImportedConnector, type ImportedConnector } from './imported-connector.ts'
import { createImportedFiles } from './imported-files.ts'
import type { Note } from './notes.ts'
import { readDescription } from './read-description.ts'

/** A connector made from a description, as files. */
export interface ImportedFiles {
  readonly name: string
  readonly files: NewFiles
  readonly notes: readonly Note[]
}

/**
 * Reads a vendor's API description and makes a connector from it: how to sign in, the API's address, and a check for
 * each of some lists, with the verdict left to its author.
 * @param terminal undefined if nobody can answer
 * @throws CheckwrightError `CLI_FILE_FAILED`, `OPENAPI_INVALID`, or `CLI_USAGE` for wishes that cannot be
 */
export async function importConnector(file: string, wishes: WishOptions, terminal?: Terminal): Promise<ImportedFiles> {
  const connector = await importDescription(file, wishes, terminal)
  return { name: connector.definition.name, files: createImportedFiles(connector), notes: connector.notes }
}

/** The same, before it is written as files. */
export async function importDescription(
  file: string,
  wishes: WishOptions,
  terminal?: Terminal,
): Promise<ImportedConnector> {
  const description = await readDescription(file)
  if (description.format === 'GraphQL')
    throw createUsageError(`${file} is a GraphQL schema. Give it by --graphql in place of --openapi.`)
  return createImportedConnector(description, await askImportWishes(description, wishes, terminal))
}
