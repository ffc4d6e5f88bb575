import { useTexts } from '../../all-texts/use-texts.ts'
import { Link } from './links.tsx'

/** A page that a navigation leads to. */
export interface NavigationPlace {
  readonly to: string
  readonly name: string
  readonly isCurrent: boolean
}

interface FoldedPlacesProps {
  readonly label: string
  /** Beside each other while there is room, at most five. */
  readonly places: readonly NavigationPlace[]
  /** Always in the menu. */
  readonly rest: readonly NavigationPlace[]
  /** In the menu where there is no room. */
  readonly narrow?: readonly NavigationPlace[] | undefined
}

/** A navigation in one row: a few places, and a menu of the others, which has all of them where there is no room. */
export function FoldedPlaces({ label, places, rest, narrow = [] }: FoldedPlacesProps) {
  const { frame } = useTexts()
  const current = rest.find(({ isCurrent }) => isCurrent)
  return (
    <nav class="folds" aria-label={label}>
      <ul>
        {places.map((place) => (
          <li class="wide">
            <PlaceLink place={place} />
          </li>
        ))}
        {rest.length > 0 && (
          <li>
            {/* Opens without the script, which only closes it again. */}
            <details class="menu">
              <summary class={current && 'current'} aria-label={current && frame.moreOpen({ place: current.name })}>
                {current?.name ?? frame.more}
              </summary>
              <ul>
                {[...places, ...narrow].map(({ to, name }) => (
                  <li class="narrow">
                    <Link to={to}>{name}</Link>
                  </li>
                ))}
                {rest.map((place) => (
                  <li>
                    <PlaceLink place={place} />
                  </li>
                ))}
              </ul>
            </details>
          </li>
        )}
      </ul>
    </nav>
  )
}

function PlaceLink({ place: { to, name, isCurrent } }: { readonly place: NavigationPlace }) {
  return (
    <Link to={to} current={isCurrent}>
      {name}
    </Link>
  )
}
