import { createHash } from 'node:crypto'
import { ApiError } from '../../../errors/index.ts'
import type { ExchangeMessage, ExchangeRecord, MessageBody } from '../../../http/exchanges/exchange.ts'
import { mayReadPeople } from '../../../service/rights/permissions.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { demandVisibleRun } from '../../api/demand.ts'
import { Link } from '../../pages/frame/links.tsx'
import { ServiceText } from '../../pages/frame/service-text.tsx'
import { createPage, definePage, type PageAnswer } from '../../pages/page-route.ts'
import { formatDuration, Moment } from '../../pages/shared/moment.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { Scrollable } from '../../pages/shared/scrollable.tsx'

/** A longer text is cut on the page; the bundle has it whole. */
const lengthMax = 200_000

/** One request and its answer from the evidence: without secrets. */
export const exchangePage = definePage({
  path: '/runs/:runId/exchanges/:number',
  access: 'runs:read',
  show: async ({ texts, runtime, bundles, person, params }) => {
    const { organizationId } = person
    const run = await demandVisibleRun(runtime, person, params.runId ?? '')
    const number = /^\d{1,9}$/.test(params.number ?? '') ? Number(params.number) : 0
    const exchange = await bundles.exchange(organizationId, run.id, number)
    if (exchange === undefined)
      throw new ApiError('The run kept no evidence of this exchange. Start a run that keeps evidence.', {
        code: 'NOT_FOUND',
      })
    if (isOfList(run, exchange) && !mayReadPeople(person))
      return renderWithoutPeople(texts, { runId: run.id, exchange })
    const { method, url, status, errorCode, startedAt, durationMs, attempt, truncated, request, response } = exchange
    return createPage(
      { title: texts.labels.exchange({ number }) },
      <>
        <PageHead
          crumbs={<Link to={`/runs/${run.id}`}>{texts.labels.run}</Link>}
          title={texts.labels.exchange({ number })}
          lead={
            <code>
              {method} {url}
            </code>
          }
          actions={
            <span class={`badge ${status !== undefined && status < 400 ? 'pass' : 'error'}`}>
              {status ?? errorCode ?? texts.runs.exchange.noAnswer}
            </span>
          }
        />
        <dl class="pairs">
          {exchange.checkId !== undefined && (
            <>
              <dt>{texts.labels.check}</dt>
              <dd>
                <code>{exchange.checkId}</code>
              </dd>
            </>
          )}
          <dt>{texts.runs.exchange.sent}</dt>
          <dd>
            <Moment at={startedAt} />, {formatDuration(texts, durationMs)}
            {attempt > 1 && `, ${texts.runs.exchange.attempt({ attempt })}`}
          </dd>
        </dl>
        {truncated !== undefined && <p class="alert caution">{truncated}</p>}
        {request === undefined ? (
          <p class="sheet">{texts.runs.exchange.credentials}</p>
        ) : (
          <Message title={texts.labels.request} message={request} />
        )}
        {response && <Message title={texts.labels.response} message={response} />}
        <p class="small">
          <ServiceText says={texts.runs.exchange.redacted} />
        </p>
      </>,
    )
  },
})

/**
 * The same for somebody who may not read lists of people: what was asked of whom and when, and a digest of the answer, by which the whole
 * exchange in the hands of an administrator is known to be the one that was judged. The path may name somebody as well.
 */
function renderWithoutPeople(
  texts: Texts,
  { runId, exchange }: { readonly runId: string; readonly exchange: ExchangeRecord },
): PageAnswer {
  const { number, method, url, status, errorCode, startedAt, durationMs, checkId, response } = exchange
  const body = response?.body && ('text' in response.body ? response.body.text : response.body.base64)
  return createPage(
    { title: texts.labels.exchange({ number }) },
    <>
      <PageHead
        crumbs={<Link to={`/runs/${runId}`}>{texts.labels.run}</Link>}
        title={texts.labels.exchange({ number })}
        lead={texts.runs.exchange.withoutPeople}
        actions={
          <Link to={`/runs/${runId}/bundle`} looks="quiet">
            {texts.runs.exchange.signedResults}
          </Link>
        }
      />
      <dl class="sheet pairs">
        <dt>{texts.labels.request}</dt>
        <dd>
          <code>
            {method} {new URL(url).host}
          </code>
        </dd>
        <dt>{texts.labels.status}</dt>
        <dd>{status ?? errorCode ?? texts.runs.exchange.noAnswer}</dd>
        {checkId !== undefined && (
          <>
            <dt>{texts.labels.check}</dt>
            <dd>
              <code>{checkId}</code>
            </dd>
          </>
        )}
        <dt>{texts.runs.exchange.sent}</dt>
        <dd>
          <Moment at={startedAt} />, {formatDuration(texts, durationMs)}
        </dd>
        {body !== undefined && (
          <>
            <dt>{texts.runs.exchange.size}</dt>
            <dd>{texts.format.number(Buffer.byteLength(body))}</dd>
            <dt>{texts.labels.sha256}</dt>
            <dd>
              <code>{createHash('sha256').update(body).digest('hex')}</code>
            </dd>
          </>
        )}
      </dl>
    </>,
  )
}

/** Whether an inventory was read from it, perhaps beside checks. If nobody knows what the run has read, it may be so. */
function isOfList(
  { recorded }: Awaited<ReturnType<typeof demandVisibleRun>>,
  { number, checkId }: ExchangeRecord,
): boolean {
  if (recorded === undefined || checkId?.startsWith('inventory:')) return true
  return (recorded.head.inventories ?? []).some(({ exchanges }) => exchanges.includes(number))
}

function Message({ title, message: { headers, body } }: { readonly title: string; readonly message: ExchangeMessage }) {
  const texts = useTexts()
  return (
    <section class="sheet" aria-label={title}>
      <h2>{title}</h2>
      {headers.length > 0 && (
        <details>
          <summary>{texts.runs.exchange.headers({ headers: headers.length })}</summary>
          <dl class="pairs mono">
            {headers.map(([name, value]) => (
              <>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </>
            ))}
          </dl>
        </details>
      )}
      {body ? <Body title={title} body={body} /> : <p class="small">{texts.runs.exchange.noBody}</p>}
    </section>
  )
}

function Body({ title, body }: { readonly title: string; readonly body: MessageBody }) {
  const texts = useTexts()
  const text = 'text' in body ? formatReadable(body.text) : body.base64
  return (
    <>
      {!('text' in body) && <p class="small">{texts.runs.exchange.base64}</p>}
      <Scrollable name={texts.runs.exchange.body({ title })}>
        <pre>{text.slice(0, lengthMax)}</pre>
      </Scrollable>
      {text.length > lengthMax && <p class="small">{texts.runs.exchange.truncated}</p>}
    </>
  )
}

/** JSON with its structure; any other text unchanged. */
function formatReadable(text: string): string {
  if (text.length > lengthMax) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // It is not JSON, and is shown unchanged.
    return text
  }
}
