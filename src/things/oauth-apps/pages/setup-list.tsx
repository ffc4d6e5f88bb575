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
  words: ({ setup }) => setup.list,
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
      <p class="small count">{texts.setup.countConnections({ connections })}</p>
    </li>
  )
}

function describeWay(texts: Texts, connector: AnyConnector): string {
  if (!hasPlatformApp(connector.definition)) return texts.setup.peopleEnterTheirCredentials
  const isOwn = findOwnChoice(connector) !== undefined
  if (findOauthConfig(connector) !== undefined) return isOwn ? texts.setup.oauthWithAnAppOf : 'OAuth'
  return isOwn ? texts.setup.settingsOfYourOrganization : texts.setup.settingsOfThePlatform
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
      {isWithoutOauth ? texts.setup.needsSettings : texts.setup.readinessWords[of]}
    </span>
  )
}

const tones: Readonly<Record<ConnectorReadiness, string>> = { ready: 'pass', 'needs-app': 'manual', disabled: 'plain' }
