import type { AnyConnector } from '../../../define/index.ts'
import type { Action } from '../../../service/rights/permissions.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { createPage, definePage } from '../../pages/page-route.ts'
import {
  type ConnectorReadiness,
  countConnections,
  listCategories,
  listControls,
  loadStandings,
  searchConnectors,
} from './connectors.ts'
import { Search } from './parts.tsx'

/** A connector in a gallery, with its state. */
export interface GalleryEntry {
  readonly connector: AnyConnector
  readonly readiness: ConnectorReadiness
  /** Connections of the organization. */
  readonly connections: number
}

interface GalleryWords {
  readonly title: string
  readonly heading: string
  /**
   * @param values.waiting connectors that need an OAuth app or settings before people can connect them
   * @param values.service what the pages are called
   */
  readonly lead: (values: { readonly waiting: number; readonly service: string }) => string
}

interface Gallery {
  readonly path: string
  readonly access: Action
  readonly words: (texts: Texts) => GalleryWords
  /** The layout of entries: cards or lines. */
  readonly list: 'gallery' | 'lines'
  readonly Entry: (entry: GalleryEntry) => ReturnType<typeof Search>
  /** All of them, for whoever has not asked for anything yet. @default as those that were found */
  readonly Overview?: (of: { readonly entries: readonly GalleryEntry[] }) => ReturnType<typeof Search>
}

/** A page with every connector and a search. */
export function createGalleryPage({ path, access, words, list, Entry, Overview }: Gallery) {
  return definePage({
    path,
    access,
    show: async ({ texts, runtime, person: { organizationId }, query, loadAppearance }) => {
      const { title, heading, lead } = words(texts)
      const search = query.get('q')?.trim() ?? ''
      const category = query.get('category') || undefined
      const control = query.get('control')?.trim() || undefined
      const [judge, counts, { name: service }] = await Promise.all([
        loadStandings(runtime, organizationId),
        countConnections(runtime, organizationId),
        loadAppearance(organizationId),
      ])
      const found = searchConnectors(runtime.connectors, { search, category, control })
      const entries = found.map(
        (connector): GalleryEntry => ({
          connector,
          readiness: judge(connector).readiness,
          connections: counts.get(connector.id) ?? 0,
        }),
      )
      const isAsked = [search, category, control].some((each) => each !== undefined && each !== '')
      const waiting = runtime.connectors.filter((each) => judge(each).readiness === 'needs-app').length
      return createPage(
        { title },
        <>
          <div class="head">
            <div>
              <h1>{heading}</h1>
              <p class="lead">{lead({ waiting, service })}</p>
            </div>
            <Search
              to={path}
              value={search}
              count={found.length}
              categories={{ all: listCategories(runtime.connectors), chosen: category }}
              controls={{ all: listAllControls(runtime.connectors), chosen: control }}
            />
          </div>
          {found.length === 0 && <p>{describeNothing(texts, [search, category, control])}</p>}
          {Overview && !isAsked ? (
            <Overview entries={entries} />
          ) : (
            <ul class={list} id="gallery">
              {entries.map((entry) => (
                <Entry connector={entry.connector} readiness={entry.readiness} connections={entry.connections} />
              ))}
            </ul>
          )}
        </>,
      )
    },
  })
}

function listAllControls(connectors: readonly AnyConnector[]): readonly string[] {
  return [...new Set(connectors.flatMap(listControls))].sort()
}

function describeNothing({ connectors, format }: Texts, asked: readonly (string | undefined)[]): string {
  const words = asked.flatMap((word) => (word === undefined || word === '' ? [] : connectors.search.quoted({ word })))
  return words.length === 0 ? connectors.search.empty : connectors.search.noMatch({ query: format.list(words) })
}
