import type { PropsWithChildren } from 'hono/jsx'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link } from '../frame/links.tsx'

type SettingsPath = keyof Texts['settings']['places']

interface SettingsHeadProps {
  readonly title: string
  /** Path of the page among the settings. */
  readonly at: SettingsPath
}

/** The head of every page of the settings, with links to the others. @param props.children what the page is for */
export function SettingsHead({ title, at, children }: PropsWithChildren<SettingsHeadProps>) {
  const texts = useTexts()
  return (
    <>
      <nav class="places" aria-label={texts.settings.settings}>
        <ul>
          {Object.entries(texts.settings.places).map(([to, label]) => (
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
