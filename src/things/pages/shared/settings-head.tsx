import type { PropsWithChildren } from 'hono/jsx'
import { type Action, mayDo } from '../../../service/rights/permissions.ts'
import { useFrame } from '../../all-texts/frame.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { listSettingsThings } from '../../declared/declared-things.ts'
import { findThingTexts } from '../../declared/thing-texts.ts'
import { FoldedPlaces, type NavigationPlace } from '../frame/folded-places.tsx'
import { PageHead } from './page-head.tsx'

/** So many stand in a row; a menu has the others. */
const rowLength = 5

/** The pages of the settings, with the name of each and what somebody has to be allowed to open it. */
const places = {
  '/settings/people': { name: 'people', access: 'people:read' },
  '/settings/sign-in': { name: 'signInIssuers', access: 'people:write' },
  '/settings/directory': { name: 'directory', access: 'people:write' },
  '/settings/api-keys': { name: 'apiKeys', access: 'api-keys:write' },
  '/settings/webhooks': { name: 'webhooks', access: 'webhooks:write' },
  '/settings/appearance': { name: 'appearance', access: 'people:write' },
  '/settings/audit': { name: 'auditLog', access: 'audit:read' },
} as const satisfies Readonly<Record<string, { readonly name: keyof Texts['labels']; readonly access: Action }>>

/** Declared things have their page below the settings too. */
type SettingsPath = keyof typeof places | `/settings/${string}`

interface SettingsHeadProps {
  readonly title: string
  /** Path of the page among the settings. */
  readonly at: SettingsPath
}

/** The head of every page of the settings, with links to the others that its reader may open. @param props.children what the page is for */
export function SettingsHead({ title, at, children }: PropsWithChildren<SettingsHeadProps>) {
  const { texts, visitor } = useFrame()
  const known = Object.entries(places).map(([to, { name, access }]) => ({ to, name: texts.labels[name], access }))
  const declared = listSettingsThings().map((thing) => ({
    to: thing.page,
    name: findThingTexts(texts, thing).title,
    access: thing.scopes.read,
  }))
  const all = [...known, ...declared]
    .filter(({ access }) => visitor !== undefined && mayDo(visitor.role, access))
    .map(({ to, name }): NavigationPlace => ({ to, name, isCurrent: to === at }))
  return (
    <>
      <FoldedPlaces label={texts.labels.settings} places={all.slice(0, rowLength)} rest={all.slice(rowLength)} />
      <PageHead title={title}>{children}</PageHead>
    </>
  )
}
