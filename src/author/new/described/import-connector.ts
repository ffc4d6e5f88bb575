import { createUsageError } from '../../../errors/index.ts'
import type { Terminal } from '../../../service/commands/terminal.ts'
import type { NewFiles } from '../connector-files.ts'
import { askImportWishes, type WishOptions } from '../openapi/import-wishes.ts'
import { createImportedConnector, type ImportedConnector } from '../openapi/imported-connector.ts'
import { createImportedFiles } from '../openapi/imported-files.ts'
import type { Note } from '../openapi/notes.ts'
import { readDescription } from '../openapi/read-description.ts'

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
  const begun = await beginWitnesses(connector)
  const files = { ...createImportedFiles(connector, Object.keys(begun).length > 0), ...begun }
  return { name: connector.definition.name, files, notes: connector.notes }
}

/**
 * A world of the description's examples, and a witness for each check without its verdict. None where a file of data cannot read the same
 * lists, because the examples are run through one.
 */
export async function beginWitnesses(connector: ImportedConnector): Promise<NewFiles> {
  const { definition, checks } = connector
  if (definition.auth.type === 'custom' || checks.length === 0) return {}
  // Loaded only here: it runs the checks once.
  const { createBegunWitnesses } = await import('../data/data-files.ts')
  const { createDescribedDraft, listUnfit } = await import('../data/described-connector.ts')
  if (listUnfit(connector).length > 0) return {}
  return createBegunWitnesses(createDescribedDraft(connector), `${definition.id}.ts`)
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
