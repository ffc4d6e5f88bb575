import { useTexts } from '../../all-texts/use-texts.ts'
import { Link } from '../frame/links.tsx'

interface Tab {
  readonly to: string
  readonly text: string
  /** How much is on it, as it is shown. */
  readonly count?: string
  readonly current: boolean
}

/** The parts of a list, one of which is shown. @param props.name @default that they are states */
export function Tabs({ name, tabs }: { readonly name?: string; readonly tabs: readonly Tab[] }) {
  const texts = useTexts()
  return (
    <nav class="tabs" aria-label={name ?? texts.labels.status}>
      <ul>
        {tabs.map(({ to, text, count, current }) => (
          <li>
            <Link to={to} current={current}>
              {text}
              {count !== undefined && (
                <>
                  {' '}
                  <b>{count}</b>
                </>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
