import type { PropsWithChildren } from 'hono/jsx'
import type { Texts } from '../texts/texts.ts'
import { Link } from '../frame/links.tsx'

const places = {
  '/settings/people': 'People',
  '/settings/directory': 'Directory',
  '/settings/api-keys': 'API keys',
  '/settings/webhooks': 'Webhooks',
  '/settings/audit': 'Audit log',
}

type SettingsPath = keyof Texts['settings']['places']

interface SettingsHeadProps {
  readonly title: string
  /** Path of the page among the settings. */
  readonly at: SettingsPath
}

/** The head of every page of the settings, with links to the others. @param props.children what the page is for */
export function SettingsHead({ title, at, children }: PropsWithChildren<SettingsHeadProps>) {
  return (
    <>
      <nav class="places" aria-label="Settings">
        <ul>
          {Object.entries(places).map(([to, label]) => (
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
