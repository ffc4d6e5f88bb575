import { createGalleryPage, type GalleryEntry } from '../connectors/gallery-page.tsx'
import { createSearchAttributes, Monogram } from '../connectors/parts.tsx'
import { Link } from '../frame/links.tsx'
import { formatCount } from '../shared/moment.tsx'

export const connectGallery = createGalleryPage({
  path: '/connect',
  access: 'connections:write',
  words: ({ connect }) => ({ ...connect.gallery, lead: () => connect.gallery.lead }),
  list: 'gallery',
  Entry: Card,
})

function Card({ connector, readiness, connections }: GalleryEntry) {
  const { id, definition, checks } = connector
  return (
    <li class="card" {...createSearchAttributes(connector)}>
      <div class="titled">
        <Monogram name={definition.name} />
        <h2>
          <Link to={`/connect/${id}`}>{definition.name}</Link>
        </h2>
      </div>
      {definition.description !== undefined && <p>{definition.description}</p>}
      <div class="foot">
        <span>{formatCount(checks.length, 'check')}</span>
        {connections > 0 && <span class="badge pass">{formatCount(connections, 'connection')}</span>}
        {readiness === 'needs-app' && <span class="badge manual">Not set up yet</span>}
        {readiness === 'disabled' && <span class="badge plain">Not available for now</span>}
      </div>
    </li>
  )
}
