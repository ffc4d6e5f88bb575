import { Link } from '../frame/links.tsx'

interface NumberedPagesProps {
  /** Path and query of the list, without the page. */
  readonly at: string
  readonly query: URLSearchParams
  readonly page: number
  readonly pageCount: number
}

/** Links to the page before and after, in a list whose pages are numbered. */
export function NumberedPages({ at, query, page, pageCount }: NumberedPagesProps) {
  if (pageCount <= 1) return null
  const toPage = (number: number) => {
    const changed = new URLSearchParams(query)
    changed.delete('notice')
    changed.set('page', String(number))
    return `${at}?${changed}`
  }
  return (
    <nav class="row after" aria-label="Pages">
      {page > 1 && (
        <Link to={toPage(page - 1)} looks="quiet">
          Previous page
        </Link>
      )}
      <span class="small">{`Page ${page} of ${pageCount}`}</span>
      {page < pageCount && (
        <Link to={toPage(page + 1)} looks="quiet">
          Next page
        </Link>
      )}
    </nav>
  )
}

/** The rows of the page that the query asks for; the last one if it asks for a later one. */
export function takeNumberedPage<T>(rows: readonly T[], query: URLSearchParams, size: number) {
  const pageCount = Math.max(1, Math.ceil(rows.length / size))
  const asked = Number(query.get('page') ?? 1)
  const page = Number.isSafeInteger(asked) ? Math.min(Math.max(asked, 1), pageCount) : 1
  return { rows: rows.slice((page - 1) * size, page * size), page, pageCount }
}
