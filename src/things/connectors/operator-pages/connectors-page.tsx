import { useTexts } from '../../all-texts/use-texts.ts'
import { Link } from '../../pages/frame/links.tsx'
import { createPage, defineAction, definePage, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { takeSentText } from '../../pages/shared/sent-text.ts'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { type ConnectorFileReview, type DataConnector, isFileRefusal } from '../data-connectors.ts'
import { FileForm, type FileFormProps } from './file-form.tsx'
import { ChangedDestination, Entries, StateBadge } from './version-parts.tsx'

/** Connectors that operators added as files, and a form that adds one. */
export const dataConnectorsPage = definePage({
  path: '/connectors',
  access: 'connectors:write',
  show: (visit) => answerConnectors(visit),
})

export const addDataConnector = defineAction({
  path: '/connectors',
  access: 'connectors:write',
  audit: { action: ({ form }) => (form.text('do') === 'check' ? 'connector.validate' : 'connector.add') },
  takesFiles: true,
  act: async (submission) => {
    const { runtime, form, person } = submission
    const publisher = form.text('publisher').trim()
    const { text, fileName } = await takeSentText(submission, { field: 'text', bytesMax: 1_100_000 })
    const file = { text, fileName, publisher: publisher === '' ? undefined : publisher }
    try {
      if (form.text('do') === 'check') {
        const { id, version, ...review } = await runtime.dataConnectors.validate(file)
        return answerConnectors(submission, { text, publisher }, <Review title={`${id} ${version}`} {...review} />)
      }
      const { connectorId, sha256 } = await runtime.dataConnectors.add({ ...file, by: person.userId })
      const to = `/connectors/${encodeURIComponent(connectorId)}/versions/${sha256}`
      return { kind: 'redirect', to, notice: 'connector-added', made: sha256 }
    } catch (error) {
      if (isFileRefusal(error)) return answerConnectors(submission, { text, publisher, refused: error })
      throw error
    }
  },
})

async function answerConnectors(
  { texts, runtime }: OwnVisit,
  form: FileFormProps = {},
  review?: ReturnType<typeof Review>,
): Promise<PageAnswer> {
  const connectors = await runtime.dataConnectors.list()
  return createPage(
    { status: form.refused ? 422 : 200, title: texts.dataConnectors.title },
    <>
      <PageHead title={texts.dataConnectors.title} lead={texts.dataConnectors.lead} />
      {review}
      <section class="sheet" aria-label={texts.labels.connectors}>
        {connectors.length === 0 && <p>{texts.dataConnectors.empty}</p>}
        <ul class="list">
          {connectors.map((connector) => (
            <Line {...connector} />
          ))}
        </ul>
      </section>
      <FileForm {...form} />
    </>,
  )
}

function Line({ id, state, publisher, connections }: DataConnector) {
  const texts = useTexts()
  return (
    <li>
      <span class="what">
        <Link to={`/connectors/${encodeURIComponent(id)}`}>{id}</Link> <span class="small">{publisher}</span>
      </span>
      <span class="small">{texts.counts.connections({ count: connections })}</span>
      <StateBadge state={state} />
    </li>
  )
}

type FileReviewProps = Omit<ConnectorFileReview, 'id' | 'version'> & { readonly title: string }

/** What a file says that has no mistakes. */
function Review({ title, name, checks, posts, destination, difference }: FileReviewProps) {
  const texts = useTexts()
  return (
    <Sheet id="review" title={texts.dataConnectors.review.title({ title })}>
      <p>{texts.dataConnectors.review.text({ name, checks: checks.length })}</p>
      {posts.length > 0 && <p>{texts.dataConnectors.review.posts({ posts: posts.join(', ') })}</p>}
      <ChangedDestination difference={difference} />
      <h3>{texts.dataConnectors.destination.title}</h3>
      <Entries entries={destination} />
    </Sheet>
  )
}
