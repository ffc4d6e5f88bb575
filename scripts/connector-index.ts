import { existsSync, readdirSync } from 'node:fs'

/** Ids of the connectors: the folders that have an entry. */
export function listConnectorFolders(folder: string | URL = 'connectors'): readonly string[] {
  const base = folder instanceof URL ? folder : new URL(`../${folder}/`, import.meta.url)
  return readdirSync(base)
    .filter((name) => existsSync(new URL(`${name}/index.ts`, base)))
    .sort()
}

/**
 * The list of connectors, each loaded on demand. Made from the folders, so that a new connector only adds its own
 * folder.
 */
export function renderConnectorIndex(ids: readonly string[]): string {
  const entries = ids.map((id) => {
    const name = /^[a-z]+$/.test(id) ? id : `'${id}'`
    return `  ${name}: async () => (await import('./${id}/index.ts')).default,\n`
  })
  return `// Made from the folders by "npm run connectors"; add a folder instead of a line.
import type { AnyConnector } from 'checkwright'

/** The shipped connectors by id. Each is loaded on demand, so listing them costs nothing. */
export const connectors: { readonly [id: string]: () => Promise<AnyConnector> } = {
${entries.join('')}}

/** Ids of the shipped connectors. */
export const connectorIds: readonly string[] = Object.keys(connectors)
`
}
