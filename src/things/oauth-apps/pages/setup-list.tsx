import type { AnyConnector } from '../../../define/index.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { type ConnectorReadiness, findOauthConfig, findOwnChoice } from '../../connectors/pages/connectors.ts'
import { createGalleryPage, type GalleryEntry } from '../../connectors/pages/gallery-page.tsx'
import { createSearchAttributes, Monogram } from '../../connectors/pages/parts.tsx'
import { Link } from '../../pages/frame/links.tsx'
import { hasPlatformApp } from '../platform-settings.ts'

export const setupList = createGalleryPage({
  path: '/setup',
  access: 'organization-apps:write',
  words: ({ labels, setup }) => ({ title: labels.setup, heading: labels.setup, lead: setup.list.lead }),
  list: 'lines',
  Entry,
})

function Entry({ connector, readiness, connections }: GalleryEntry) {
  const texts = useTexts()
  const { id, definition } = connector
  return (
    <li {...createSearchAttributes(connector)}>
      <Monogram name={definition.name} />
      <div class="what">
        <h2>
          <Link to={`/setup/${id}`}>{definition.name}</Link>
        </h2>
        <p class="small">{describeWay(texts, connector)}</p>
      </div>
      <ReadinessBadge connector={connector} of={readiness} />
      <p class="small count">{texts.counts.connections({ count: connections })}</p>
    </li>
  )
}

function describeWay(texts: Texts, connector: AnyConnector): string {
  if (!hasPlatformApp(connector.definition)) return texts.setup.list.byPeople
  const isOwn = findOwnChoice(connector) !== undefined
  if (findOauthConfig(connector) !== undefined) return isOwn ? texts.setup.list.ownApp : 'OAuth'
  return isOwn ? texts.setup.list.ownSettings : texts.setup.list.platformSettings
}

interface BadgeProps {
  readonly connector: AnyConnector
  readonly of: ConnectorReadiness
}

export function ReadinessBadge({ connector, of }: BadgeProps) {
  const texts = useTexts()
  const isWithoutOauth = of === 'needs-app' && findOauthConfig(connector) === undefined
  return (
    <span class={`badge ${tones[of]}`}>
      {isWithoutOauth ? texts.setup.list.needsSettings : texts.setup.readiness[of]}
    </span>
  )
}

const tones: Readonly<Record<ConnectorReadiness, string>> = { ready: 'pass', 'needs-app': 'manual', disabled: 'plain' }
