import type { ConnectorFileReview, DataConnector } from '../../runtime/connectors/data-connectors.ts'
import { isFileRefusal } from '../../runtime/connectors/data-connectors.ts'
import { Link } from '../frame/links.tsx'
import { defineAction, definePage, type OwnVisit, type PageAnswer } from '../page-route.ts'
import { formatCount } from '../shared/moment.tsx'
import { takeSentText } from '../shared/sent-text.ts'
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
  { runtime }: OwnVisit,
  form: FileFormProps = {},
  review?: ReturnType<typeof Review>,
): Promise<PageAnswer> {
  const connectors = await runtime.dataConnectors.list()
  return {
    kind: 'page',
    status: form.refused ? 422 : 200,
    title: 'Connectors as data',
    content: (
      <>
        <header class="head">
          <div>
            <h1>Connectors as data</h1>
            <p class="lead">Connectors that operators added as files. They serve every organization.</p>
          </div>
        </header>
        {review}
        <section class="sheet" aria-label="Connectors">
          {connectors.length === 0 && <p>There are none yet.</p>}
          <ul class="list">
            {connectors.map((connector) => (
              <Line {...connector} />
            ))}
          </ul>
        </section>
        <FileForm {...form} />
      </>
    ),
  }
}

function Line({ id, state, publisher, connections }: DataConnector) {
  return (
    <li>
      <span class="what">
        <Link to={`/connectors/${encodeURIComponent(id)}`}>{id}</Link> <span class="small">{publisher}</span>
      </span>
      <span class="small">{formatCount(connections, 'connection')}</span>
      <StateBadge state={state} />
    </li>
  )
}

type ReviewProps = Omit<ConnectorFileReview, 'id' | 'version'> & { readonly title: string }

/** What a file says that has no mistakes. */
function Review({ title, name, checks, posts, destination, difference }: ReviewProps) {
  return (
    <section class="sheet" aria-labelledby="review">
      <h2 id="review">{`The file has no mistakes: ${title}`}</h2>
      <p>{`${name}: ${formatCount(checks.length, 'check')}. It is not added yet.`}</p>
      {posts.length > 0 && <p>{`It sends POSTs to ${posts.join(', ')}.`}</p>}
      <ChangedDestination difference={difference} />
      <h3>Where it sends secrets</h3>
      <Entries entries={destination} />
    </section>
  )
}
