import { useTexts } from '../../all-texts/use-texts.ts'
import { describeCost } from '../../connectors/pages/connectors.ts'
import { createGalleryPage, type GalleryEntry } from '../../connectors/pages/gallery-page.tsx'
import { createSearchAttributes, Monogram } from '../../connectors/pages/parts.tsx'
import { Link } from '../../pages/frame/links.tsx'

export const connectGallery = createGalleryPage({
  path: '/connect',
  access: 'connections:write',
  words: ({ actions, connect }) => ({
    title: actions.connect,
    heading: actions.connectSystem,
    lead: ({ service }) => connect.gallery.lead({ service }),
  }),
  list: 'gallery',
  Entry: Card,
})

function Card({ connector, readiness, connections }: GalleryEntry) {
  const texts = useTexts()
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
      <p class="small">{describeCost(texts, connector)}</p>
      <div class="foot">
        {definition.category !== undefined && <span>{texts.connectors.categories[definition.category]}</span>}
        <span>{texts.counts.checks({ count: checks.length })}</span>
        {connections > 0 && <span class="badge pass">{texts.counts.connections({ count: connections })}</span>}
        {readiness === 'needs-app' && <span class="badge manual">{texts.connect.gallery.notSetUp}</span>}
        {readiness === 'disabled' && <span class="badge plain">{texts.connect.gallery.disabled}</span>}
      </div>
    </li>
  )
}
