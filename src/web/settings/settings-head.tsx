import type { PropsWithChildren } from 'hono/jsx'
import { Link } from '../frame/links.tsx'

const places = [
  { to: '/settings/people', label: 'People' },
  { to: '/settings/directory', label: 'Directory' },
  { to: '/settings/api-keys', label: 'API keys' },
  { to: '/settings/webhooks', label: 'Webhooks' },
  { to: '/settings/appearance', label: 'Appearance' },
  { to: '/settings/audit', label: 'Audit log' },
] as const

interface SettingsHeadProps {
  readonly title: string
  /** Path of the page among the settings. */
  readonly at: (typeof places)[number]['to']
}

/** The head of every page of the settings, with links to the others. @param props.children what the page is for */
export function SettingsHead({ title, at, children }: PropsWithChildren<SettingsHeadProps>) {
  return (
    <>
      <nav class="places" aria-label="Settings">
        <ul>
          {places.map(({ to, label }) => (
            <li>
              <Link to={to} current={to === at}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <header class="head">
        <div>
          <h1>{title}</h1>
          {children}
        </div>
      </header>
    </>
  )
}
