import { readFile } from 'node:fs/promises'
import { connectorIds } from '../../../connectors/index.ts'
import type { AnyConnector } from '../../define/index.ts'

/** What is told about a shipped connector before anybody chose it. */
export interface CatalogueEntry {
  readonly id: string
  readonly name: string
  readonly version?: string | undefined
  readonly category?: string | undefined
  readonly description?: string | undefined
  readonly auth: string
  /** Ids. */
  readonly checks: readonly string[]
}

/** The name of the file that the build writes beside the code. */
export const catalogueFile = 'catalogue.json'

/** The shipped connectors. The package has them in a file, because all of them together take long to load. */
export async function loadCatalogue(): Promise<readonly CatalogueEntry[]> {
  const file = await readFile(new URL(`./${catalogueFile}`, import.meta.url), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      // The sources have none: it would say what a connector was yesterday.
      if (error.code === 'ENOENT') return undefined
      throw error
    },
  )
  if (file !== undefined) return JSON.parse(file)
  const { loadShipped } = await import('./load-connector.ts')
  const loaded = await Promise.all(connectorIds.map(loadShipped))
  return loaded.filter((connector) => connector !== undefined).map(describeConnector)
}

export function describeConnector({ id, definition, checks }: AnyConnector): CatalogueEntry {
  const { name, version, description, category, auth } = definition
  return { id, name, version, category, description, auth: auth.type, checks: checks.map((check) => check.id) }
}
