import { useTexts } from '../../all-texts/use-texts.ts'
import { Link } from '../frame/links.tsx'

/** A place in a list of the newest first. */
export interface ListPlace {
  readonly atMs: number
  readonly id: string
}

/** Reads it from the query; undefined: the beginning. */
export function readListPlace(query: URLSearchParams): ListPlace | undefined {
  const [, atMs, id] = /^(\d{1,15})\.([A-Za-z0-9_-]{1,64})$/.exec(query.get('before') ?? '') ?? []
  return atMs === undefined || id === undefined ? undefined : { atMs: Number(atMs), id }
}

interface OlderLinkProps {
  readonly at: string
  readonly query: URLSearchParams
  /** The last row that is shown; undefined: there are no older ones. */
  readonly last: ListPlace | undefined
}

/** Links to the older rows of a list, and to its beginning. */
export function OlderLink({ at, query, last }: OlderLinkProps) {
  const texts = useTexts()
  const toQuery = (place: ListPlace | undefined) => {
    const changed = new URLSearchParams(query)
    changed.delete('before')
    changed.delete('notice')
    if (place) changed.set('before', `${place.atMs}.${place.id}`)
    return `${at}?${changed}`
  }
  if (last === undefined && !query.has('before')) return null
  return (
    <nav class="row after" aria-label={texts.labels.pages}>
      {query.has('before') && (
        <Link to={toQuery(undefined)} looks="quiet">
          {texts.shared.list.newest}
        </Link>
      )}
      {last && (
        <Link to={toQuery(last)} looks="quiet">
          {texts.shared.list.older}
        </Link>
      )}
    </nav>
  )
}
