import { oauthConfigOf, type Readiness } from '../connectors/connectors.ts'
import { createGalleryPage, type GalleryEntry } from '../connectors/gallery-page.tsx'
import { Monogram, searchable } from '../connectors/parts.tsx'
import { Link } from '../frame/links.tsx'
import { counted } from '../shared/moment.tsx'

export const setupList = createGalleryPage({
  path: '/setup',
  access: 'admin',
  title: 'Set up',
  heading: 'Set up connectors',
  lead: (waiting) =>
    waiting === 0
      ? 'Nothing is missing: people can connect all of these that are not disabled.'
      : `${counted(waiting, 'connector needs', 'connectors need')} an OAuth app before people can connect ${waiting === 1 ? 'it' : 'them'}. The others are ready.`,
  list: 'lines',
  Entry,
})

function Entry({ connector, readiness, connections }: GalleryEntry) {
  const { id, definition } = connector
  return (
    <li {...searchable(connector)}>
      <Monogram name={definition.name} />
      <div class="what">
        <h2>
          <Link to={`/setup/${id}`}>{definition.name}</Link>
        </h2>
        <p class="small">{oauthConfigOf(connector) === undefined ? 'People type their credentials' : 'OAuth'}</p>
      </div>
      <ReadinessBadge of={readiness} />
      <p class="small count">{counted(connections, 'connection')}</p>
    </li>
  )
}

export function ReadinessBadge({ of }: { readonly of: Readiness }) {
  const { tone, words } = badges[of]
  return <span class={`badge ${tone}`}>{words}</span>
}

const badges: Readonly<Record<Readiness, { readonly tone: string; readonly words: string }>> = {
  ready: { tone: 'pass', words: 'Ready' },
  'needs-app': { tone: 'manual', words: 'Needs an OAuth app' },
  disabled: { tone: 'plain', words: 'Disabled' },
}
