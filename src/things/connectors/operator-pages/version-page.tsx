import { ApiError, CheckwrightError } from '../../../errors/index.ts'
import type { RecordedReplay } from '../../../evidence/recording/replay-recording.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, defineAction, definePage, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'
import { Alert } from '../../pages/shared/alert.tsx'
import { FormActions, InputField } from '../../pages/shared/form-field.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { Scrollable } from '../../pages/shared/scrollable.tsx'
import { takeSentText } from '../../pages/shared/sent-text.ts'
import { Sheet } from '../../pages/shared/sheet.tsx'
import type { DataConnectorVersionDetails } from '../data-connectors.ts'
import { ChangedDestination, Entries } from './version-parts.tsx'

const path = '/connectors/:connectorId/versions/:digest'
const access = 'connectors:write'

/** One version: where it sends secrets, what it asks to be confirmed, and a trial. */
export const dataVersionPage = definePage({ path, access, show: (visit) => answerVersion(visit) })

export const publishDataVersion = defineAction({
  path: `${path}/publish`,
  access,
  audit: { action: 'connector.publish', target: 'digest' },
  act: async (submission) => {
    const { runtime, params, form, person } = submission
    const ref = readRef(params)
    try {
      await runtime.dataConnectors.publish({ ...ref, posts: form.all('post'), by: person.userId })
    } catch (error) {
      if (!(error instanceof CheckwrightError) || error.code !== 'CONNECTOR_REFUSED') throw error
      return answerVersion(submission, { problem: error.message })
    }
    return { kind: 'redirect', to: toPath(ref), notice: 'connector-published' }
  },
})

export const moveToDataVersion = defineAction({
  path: `${path}/move`,
  access,
  audit: { action: 'connector.move', target: 'digest' },
  act: async ({ runtime, params, person }) => {
    const ref = readRef(params)
    await runtime.dataConnectors.move({ ...ref, by: person.userId })
    return { kind: 'redirect', to: `/connectors/${encodeURIComponent(ref.id)}`, notice: 'connections-moved' }
  },
})

export const tryDataVersion = defineAction({
  path: `${path}/try`,
  access,
  audit: { action: 'connector.try', target: 'digest' },
  takesFiles: true,
  act: async (submission) => {
    const { runtime, params } = submission
    await demandVersion(submission)
    const { text } = await takeSentText(submission, { field: 'recording', bytesMax: 2_000_000 })
    try {
      return answerVersion(submission, {
        tried: await runtime.dataConnectors.try({ ...readRef(params), recording: text }),
      })
    } catch (error) {
      if (!(error instanceof CheckwrightError) || error.code !== 'RECORDING_INVALID') throw error
      return answerVersion(submission, { problem: error.message })
    }
  },
})

interface VersionTrial {
  readonly problem?: string
  readonly tried?: readonly RecordedReplay[]
}

async function answerVersion(visit: OwnVisit, { problem, tried }: VersionTrial = {}): Promise<PageAnswer> {
  const { texts } = visit
  const version = await demandVersion(visit)
  const { connectorId: id, name, fileName, sha256, checks, destination, difference, text } = version
  const title = `${name} ${version.version}`
  return createPage(
    { status: problem === undefined ? 200 : 400, title },
    <>
      <PageHead
        crumbs={
          <>
            <Link to="/connectors">{texts.dataConnectors.title}</Link> ›{' '}
            <Link to={`/connectors/${encodeURIComponent(id)}`}>{id}</Link>
          </>
        }
        title={title}
        actions={version.isPublished && <span class="badge pass">{texts.dataConnectors.states.published}</span>}
      />
      <Alert says={problem} />
      {tried && <Trial tried={tried} />}
      <Sheet id="destination" title={texts.dataConnectors.destination.title}>
        {!version.isPublished && <ChangedDestination difference={difference} />}
        <Entries entries={destination} />
      </Sheet>
      <Publication {...version} />
      <TrialForm {...version} />
      <Sheet id="file" title={texts.labels.file}>
        <dl class="facts">
          <dt>{texts.labels.name}</dt>
          <dd>{fileName}</dd>
          <dt>{texts.labels.sha256}</dt>
          <dd>
            <code>{sha256}</code>
          </dd>
          <dt>{texts.labels.added}</dt>
          <dd>{texts.shared.momentBy({ moment: <Moment at={version.addedAt} />, by: version.addedBy })}</dd>
        </dl>
        <details>
          <summary>{texts.counts.checks({ count: checks.length })}</summary>
          <ul>
            {checks.map((check) => (
              <li>
                <code>{check.id}</code> {check.title}
              </li>
            ))}
          </ul>
        </details>
        <details>
          <summary>{texts.dataConnectors.file.text}</summary>
          <Scrollable name={texts.dataConnectors.file.content}>
            <pre>{text}</pre>
          </Scrollable>
        </details>
      </Sheet>
    </>,
  )
}

function Publication(version: DataConnectorVersionDetails) {
  const texts = useTexts()
  const { isPublished, hasSameDestination, posts } = version
  const to = toPath({ id: version.connectorId, sha256: version.sha256 })
  if (isPublished)
    return (
      <Sheet id="move" title={texts.dataConnectors.move.title}>
        <p>{texts.dataConnectors.move.help}</p>
        <PostForm to={`${to}/move`}>
          <FormActions submit={texts.dataConnectors.move.button} />
        </PostForm>
      </Sheet>
    )
  return (
    <Sheet id="publish" title={texts.dataConnectors.publish.title}>
      <p>
        {texts.dataConnectors.publish.help} {hasSameDestination === true && texts.dataConnectors.publish.helpExisting}
      </p>
      <PostForm to={`${to}/publish`}>
        {posts.length > 0 && (
          <fieldset class="field">
            <legend>{texts.dataConnectors.publish.confirmPosts}</legend>
            {posts.map((post) => (
              <label class="tick">
                <input type="checkbox" name="post" value={post} required />{' '}
                <span>
                  <code>{post}</code>
                </span>
              </label>
            ))}
          </fieldset>
        )}
        <FormActions submit={texts.dataConnectors.publish.title} />
      </PostForm>
    </Sheet>
  )
}

function TrialForm({ connectorId: id, sha256 }: DataConnectorVersionDetails) {
  const texts = useTexts()
  return (
    <Sheet id="try" title={texts.dataConnectors.trial.title}>
      <p class="small">{texts.dataConnectors.trial.help({ code: <code>checkwright record</code> })}</p>
      <PostForm to={`${toPath({ id, sha256 })}/try`} enctype="multipart/form-data">
        <InputField
          name="recording-file"
          label={texts.dataConnectors.trial.recording}
          type="file"
          accept=".json"
          required
        />
        <FormActions submit={texts.dataConnectors.trial.button} looks="quiet" />
      </PostForm>
    </Sheet>
  )
}

const tones: Readonly<Record<string, string>> = { pass: 'pass', fail: 'fail', manual: 'manual', error: 'error' }

function Trial({ tried }: { readonly tried: readonly RecordedReplay[] }) {
  const texts = useTexts()
  return (
    <Sheet id="tried" title={texts.dataConnectors.trial.results}>
      {tried.length === 0 && <p>{texts.dataConnectors.trial.noChecks}</p>}
      <ul class="list">
        {tried.map(({ id, outcome, same, missing }) => (
          <li>
            <span class="what">
              <code>{id}</code>
              <span class="small">
                {outcome?.error && ` ${outcome.error.message}`}
                {!same && ` ${texts.dataConnectors.trial.differs}`}
                {missing.length > 0 &&
                  ` ${texts.dataConnectors.trial.missing({ missing: missing.slice(0, 5).join(', ') })}`}
              </span>
            </span>
            <span class={`badge ${tones[outcome?.status ?? ''] ?? 'plain'}`}>
              {outcome?.status ?? texts.dataConnectors.trial.unknownCheck}
            </span>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

async function demandVersion({ runtime, params }: OwnVisit): Promise<DataConnectorVersionDetails> {
  const version = await runtime.dataConnectors.version(readRef(params))
  if (version) return version
  throw new ApiError('There is no such version.', { code: 'NOT_FOUND' })
}

function readRef({ connectorId: id = '', digest: sha256 = '' }: OwnVisit['params']) {
  return { id, sha256 }
}

function toPath({ id, sha256 }: ReturnType<typeof readRef>): string {
  return `/connectors/${encodeURIComponent(id)}/versions/${encodeURIComponent(sha256)}`
}
