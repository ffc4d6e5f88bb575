import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { connectorIds } from '../../../connectors/index.ts'
import type { AnyConnector } from '../../define/index.ts'
import { CheckwrightError, createUsageError } from '../../errors/index.ts'
import { dataFileEndings, isFile, loadConnectors } from '../../service/commands/connector-file/load-connector.ts'

/** A connector and its page. */
export interface DocsPage {
  readonly connector: AnyConnector
  /** Id or file from which it was loaded. */
  readonly entry: string
  /** The connector's name in a command beside the page. */
  readonly target: string
  /** Undefined: it is printed. */
  readonly path: string | undefined
}

/**
 * The pages of a target. The page of a shipped connector is printed; that of a file is the README.md beside it. A
 * folder means its own connector, or those in the folders below it.
 * @param out file that ends in .md, or folder, for the pages; `-` prints them
 * @throws CheckwrightError `CLI_USAGE`, `CONNECTOR_UNKNOWN`, `CONNECTOR_LOAD_FAILED`, `DEFINITION_INVALID`
 */
export async function findPages(target: string, out: string | undefined): Promise<readonly DocsPage[]> {
  const found = isFolder(target) ? listEntriesBelow(target) : [target]
  const loaded = await Promise.all(found.map(async (entry) => ({ entry, ...(await loadConnectors(entry)) })))
  const pages = loaded.flatMap(({ entry, connectors }) =>
    connectors.map((connector) => ({ connector, entry, beside: connectors.length === 1 })),
  )
  if (out?.endsWith('.md') && pages.length > 1)
    throw createUsageError(`--out names one file, but there are ${pages.length} connectors. Name a folder.`)
  return pages.map(({ connector, entry, beside }) => {
    const place = out === undefined ? locateBeside(entry, beside) : locateInFolder(out, connector.id)
    return { connector, entry, target: isFile(entry) ? relateToPage(entry, place) : entry, path: place }
  })
}

function locateBeside(entry: string, isAlone: boolean): string | undefined {
  if (!isFile(entry)) return undefined
  if (isAlone) return join(dirname(entry), 'README.md')
  throw createUsageError(`${entry} exports several connectors. Name a folder for their pages with --out.`)
}

function locateInFolder(out: string, id: string): string | undefined {
  if (out === '-') return undefined
  return out.endsWith('.md') ? out : join(out, `${id}.md`)
}

function relateToPage(entry: string, page: string | undefined): string {
  if (page === undefined) return entry
  const path = relative(dirname(page), entry).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}

function listEntriesBelow(folder: string): readonly string[] {
  const own = findEntry(folder)
  if (own !== undefined) return [own]
  const below = readdirSync(folder)
    .sort()
    .filter((name) => name !== 'node_modules' && isFolder(join(folder, name)))
    .flatMap((name) => findEntry(join(folder, name)) ?? [])
  if (below.length > 0) return below
  throw new CheckwrightError(
    `There is no connector in ${folder}. A folder's connector is its index.ts, or the file with the name of the folder: acme/acme.ts, acme/acme.connector.yaml. Name the file.`,
    { code: 'CONNECTOR_LOAD_FAILED' },
  )
}

function findEntry(folder: string): string | undefined {
  const names = ['index', basename(join(process.cwd(), folder))]
  const endings = ['.ts', '.mts', '.js', '.mjs', ...dataFileEndings]
  const entries = names.flatMap((name) => endings.map((ending) => `${name}${ending}`))
  const entry = entries.find((name) => existsSync(join(folder, name)))
  // With its dot, because a bare name is the id of a shipped connector.
  return entry === undefined ? undefined : relateToPage(join(folder, entry), 'README.md')
}

/** The id of a shipped connector wins over a folder of that name. */
function isFolder(path: string): boolean {
  return !connectorIds.includes(path) && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
