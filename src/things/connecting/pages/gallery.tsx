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
  Overview: Categories,
})

/** What companies of up to a few hundred people mostly run on: who works there, who signs in, where the code and the data are. */
const oftenFirst = [
  'google-workspace',
  'microsoft-entra',
  'okta',
  'github',
  'aws',
  'slack',
  'google-cloud',
  'azure',
  'gitlab',
  'jira',
  'bamboohr',
  'cloudflare',
  'datadog',
  'jumpcloud',
  'linear',
  'sentry',
]
/** As many as a screen shows. */
const oftenMax = 12

/** Those that are often connected first, without those that are; and all by category, in few lines. */
function Categories({ entries }: { readonly entries: readonly GalleryEntry[] }) {
  const texts = useTexts()
  const { often } = texts.connect.gallery
  const byId = new Map(entries.map((entry) => [entry.connector.id, entry]))
  const first = oftenFirst
    .flatMap((id) => byId.get(id) ?? [])
    .filter(({ connections }) => connections === 0)
    .slice(0, oftenMax)
  const groups = Map.groupBy(entries, ({ connector: { definition } }) =>
    definition.category === undefined
      ? texts.connectors.otherCategory
      : texts.connectors.categories[definition.category],
  )
  return (
    <>
      {first.length > 0 && (
        <section class="of-gallery" aria-labelledby="often" data-unasked>
          <h2 id="often">{often}</h2>
          <ul class="gallery small-cards">
            {first.map(({ connector, readiness }) => (
              <li class="card">
                <div class="titled">
                  <Monogram name={connector.definition.name} />
                  <h3>
                    <Link to={`/connect/${connector.id}`}>{connector.definition.name}</Link>
                  </h3>
                </div>
                <Readiness readiness={readiness} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <section class="of-gallery" aria-labelledby="all">
        <h2 id="all">{texts.labels.allSystems}</h2>
        <div class="categories" id="gallery">
          {[...groups]
            .toSorted(([a], [b]) => a.localeCompare(b))
            .map(([category, of]) => (
              <section data-group>
                <h3>{category}</h3>
                <ul>
                  {of.map(({ connector, readiness, connections }) => (
                    <li {...createSearchAttributes(connector)}>
                      <Link to={`/connect/${connector.id}`}>{connector.definition.name}</Link>
                      {connections > 0 && (
                        <span class="badge pass">{texts.counts.connections({ count: connections })}</span>
                      )}
                      {readiness === 'disabled' && <Readiness readiness={readiness} />}
                    </li>
                  ))}
                </ul>
              </section>
            ))}
        </div>
      </section>
    </>
  )
}

function Readiness({ readiness }: Pick<GalleryEntry, 'readiness'>) {
  const { notSetUp, disabled } = useTexts().connect.gallery
  if (readiness === 'needs-app') return <span class="badge manual">{notSetUp}</span>
  return readiness === 'disabled' ? <span class="badge plain">{disabled}</span> : null
}

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
        <Readiness readiness={readiness} />
      </div>
    </li>
  )
}
