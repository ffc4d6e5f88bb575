import { existsSync, readdirSync } from 'node:fs'

const base = new URL('../../connectors/', import.meta.url)

/** Ids of the connectors that are code: the folders that have an entry. */
export function listConnectorFolders(): readonly string[] {
  return listFolders((name) => `${name}/index.ts`)
}

/** Ids of the connectors that are written as data: the folders that have such a file. */
export function listDataFolders(): readonly string[] {
  return listFolders((name) => `${name}/${name}.connector.yaml`)
}

function listFolders(nameEntry: (folder: string) => string): readonly string[] {
  return readdirSync(base)
    .filter((name) => existsSync(new URL(nameEntry(name), base)))
    .sort()
}

/**
 * The list of connectors, each loaded on demand. Made from the folders, so that a new connector only adds its own
 * folder.
 */
export function renderConnectorIndex(ids: readonly string[], dataIds: readonly string[]): string {
  const entries = ids.map((id) => {
    const name = /^[a-z]+$/.test(id) ? id : `'${id}'`
    return `  ${name}: async () => (await import('./${id}/index.ts')).default,\n`
  })
  return `// Made from the folders by "npm run connectors"; add a folder instead of a line.
import type { AnyConnector } from 'checkwright'
import type { ConnectorSummary } from './_data/read-list.ts'

export type { ConnectorSummary }

/** Loads one connector. */
export type Load = () => Promise<AnyConnector>

/** Ids of those that are written as data. */
export const dataConnectorIds: readonly string[] = [
${dataIds.map((id) => `  '${id}',\n`).join('')}]

const code: Readonly<Record<string, Load>> = {
${entries.join('')}}

/** Ids of those that are code. */
export const codeConnectorIds: readonly string[] = Object.keys(code)

const data = dataConnectorIds.map((id): [string, Load] => [
  id,
  async () => (await import('./_data/read-file.ts')).readShipped(id),
])

/** The shipped connectors by id. Each is loaded on demand, so listing them costs nothing. */
export const connectors: { readonly [id: string]: Load } = Object.fromEntries(
  [...Object.entries(code), ...data].sort(([a], [b]) => (a < b ? -1 : 1)),
)

/** Ids of the shipped connectors. */
export const connectorIds: readonly string[] = Object.keys(connectors)

/** What lists of connectors show of each, out of one file. No connector is loaded for it. */
export async function listConnectors(): Promise<readonly ConnectorSummary[]> {
  return (await import('./_data/read-list.ts')).readList()
}
`
}
