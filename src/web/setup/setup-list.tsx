import type { AnyConnector } from '../../define/index.ts'
import { hasPlatformApp } from '../../runtime/apps/platform-settings.ts'
import { type ConnectorReadiness, findOauthConfig, findOwnChoice } from '../connectors/connectors.ts'
import { createGalleryPage, type GalleryEntry } from '../connectors/gallery-page.tsx'
import { createSearchAttributes, Monogram } from '../connectors/parts.tsx'
import { Link } from '../frame/links.tsx'
import { formatCount } from '../shared/moment.tsx'

export const setupList = createGalleryPage({
  path: '/setup',
  access: 'organization-apps:write',
  words: ({ setup }) => setup.list,
  list: 'lines',
  Entry,
})

function Entry({ connector, readiness, connections }: GalleryEntry) {
  const { id, definition } = connector
  return (
    <li {...createSearchAttributes(connector)}>
      <Monogram name={definition.name} />
      <div class="what">
        <h2>
          <Link to={`/setup/${id}`}>{definition.name}</Link>
        </h2>
        <p class="small">{describeWay(connector)}</p>
      </div>
      <ReadinessBadge connector={connector} of={readiness} />
      <p class="small count">{formatCount(connections, 'connection')}</p>
    </li>
  )
}

function describeWay(connector: AnyConnector): string {
  if (!hasPlatformApp(connector.definition)) return 'People enter their credentials'
  const isOwn = findOwnChoice(connector) !== undefined
  if (findOauthConfig(connector) !== undefined) return isOwn ? 'OAuth, with an app of your organization' : 'OAuth'
  return isOwn ? 'Settings of your organization' : 'Settings of the platform'
}

interface BadgeProps {
  readonly connector: AnyConnector
  readonly of: ConnectorReadiness
}

export function ReadinessBadge({ connector, of }: BadgeProps) {
  const isWithoutOauth = of === 'needs-app' && findOauthConfig(connector) === undefined
  return <span class={`badge ${tones[of]}`}>{isWithoutOauth ? 'Needs settings' : readinessWords[of]}</span>
}

const tones: Readonly<Record<ConnectorReadiness, string>> = { ready: 'pass', 'needs-app': 'manual', disabled: 'plain' }

const readinessWords = { ready: 'Ready', 'needs-app': 'Needs an OAuth app', disabled: 'Disabled' }
