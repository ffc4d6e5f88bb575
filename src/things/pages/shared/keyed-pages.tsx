import type { Child } from 'hono/jsx'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link } from '../frame/links.tsx'

interface KeyedPagesProps {
  /** Path and query of the list, without the place. */
  readonly at: string
  readonly isFirst: boolean
  /** The cursor of the next page; undefined: nothing comes after this one. */
  readonly next: string | undefined
  /** How much is shown of how much. */
  readonly says: string
}

/** Links to the first and the next page of a list that goes on after a row. */
export function KeyedPages({ at, isFirst, next, says }: KeyedPagesProps) {
  const texts = useTexts()
  if (next === undefined && isFirst) return null
  return (
    <nav class="row pages" aria-label={texts.labels.pages}>
      {!isFirst && <Link to={at}>{texts.actions.firstPage}</Link>}
      <span class="small">{says}</span>
      {next !== undefined && (
        <Link to={`${at}${at.includes('?') ? '&' : '?'}after=${next}`}>{texts.actions.nextPage}</Link>
      )}
    </nav>
  )
}

/** The link by which a list goes on, below it. */
export function MoreLink({ to, children }: { readonly to: string; readonly children: Child }) {
  const texts = useTexts()
  return (
    <nav class="row" aria-label={texts.labels.pages}>
      <Link to={to}>{children}</Link>
    </nav>
  )
}
