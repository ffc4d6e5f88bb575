import type { PropsWithChildren } from 'hono/jsx'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { listSettingsThings } from '../../declared/declared-things.ts'
import { findThingTexts } from '../../declared/thing-texts.ts'
import { FoldedPlaces, type NavigationPlace } from '../frame/folded-places.tsx'
import { PageHead } from './page-head.tsx'

/** So many stand in a row; a menu has the others. */
const rowLength = 5

/** The pages of the settings, by the name of each. */
const places = {
  '/settings/people': 'people',
  '/settings/sign-in': 'signInIssuers',
  '/settings/directory': 'directory',
  '/settings/api-keys': 'apiKeys',
  '/settings/webhooks': 'webhooks',
  '/settings/appearance': 'appearance',
  '/settings/audit': 'auditLog',
} as const satisfies Readonly<Record<string, keyof Texts['labels']>>

/** Declared things have their page below the settings too. */
type SettingsPath = keyof typeof places | `/settings/${string}`

interface SettingsHeadProps {
  readonly title: string
  /** Path of the page among the settings. */
  readonly at: SettingsPath
}

/** The head of every page of the settings, with links to the others. @param props.children what the page is for */
export function SettingsHead({ title, at, children }: PropsWithChildren<SettingsHeadProps>) {
  const texts = useTexts()
  const declared = listSettingsThings().map((thing) => [thing.page, findThingTexts(texts, thing).title])
  const known = Object.entries(places).map(([to, name]) => [to, texts.labels[name]])
  const all = [...known, ...declared].map(
    ([to = '', name = '']): NavigationPlace => ({ to, name, isCurrent: to === at }),
  )
  return (
    <>
      <FoldedPlaces label={texts.labels.settings} places={all.slice(0, rowLength)} rest={all.slice(rowLength)} />
      <PageHead title={title}>{children}</PageHead>
    </>
  )
}
