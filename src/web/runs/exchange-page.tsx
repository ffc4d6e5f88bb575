import { ApiError } from '../../errors/index.ts'
import { demandVisibleRun } from '../../host/services/demand.ts'
import type { KeptBody, KeptExchange, KeptMessage } from '../../http/kept/exchange.ts'
import { mayDo } from '../../workspace/permissions.ts'
import { Link } from '../frame/links.tsx'
import { definePage } from '../page-route.ts'
import { formatDuration, Moment } from '../shared/moment.tsx'
import { Scrollable } from '../shared/scrollable.tsx'

/** A longer text is cut on the page; the bundle has it whole. */
const lengthMax = 200_000

/** One request and its answer from the evidence: without secrets. */
export const exchangePage = definePage({
  path: '/runs/:runId/exchanges/:number',
  access: 'runs:read',
  show: async ({ runtime, bundles, person, params }) => {
    const { organizationId } = person
    const run = await demandVisibleRun(runtime, person, params.runId ?? '')
    const number = /^\d{1,9}$/.test(params.number ?? '') ? Number(params.number) : 0
    const exchange = await bundles.exchange(organizationId, run.id, number)
    if (exchange === undefined)
      throw new ApiError('The run kept no evidence of this exchange. Start a run that keeps evidence.', {
        code: 'NOT_FOUND',
        status: 404,
      })
    if (isOfList(run, exchange) && !mayDo(person.role, 'people:read'))
      throw new ApiError('A list was read from this exchange. Only admins may see lists of people.', {
        code: 'API_FORBIDDEN',
        status: 403,
      })
    const { method, url, status, errorCode, startedAt, durationMs, attempt, truncated, request, response } = exchange
    return {
      kind: 'page',
      title: `Exchange ${number}`,
      content: (
        <>
          <header class="head">
            <div>
              <p class="crumbs">
                <Link to={`/runs/${run.id}`}>The run</Link>
              </p>
              <h1>{`Exchange ${number}`}</h1>
              <p class="lead">
                <code>
                  {method} {url}
                </code>
              </p>
            </div>
            <span class={`badge ${status !== undefined && status < 400 ? 'pass' : 'error'}`}>
              {status ?? errorCode ?? 'no answer'}
            </span>
          </header>
          <dl class="pairs">
            {exchange.checkId !== undefined && (
              <>
                <dt>Check</dt>
                <dd>
                  <code>{exchange.checkId}</code>
                </dd>
              </>
            )}
            <dt>Sent</dt>
            <dd>
              <Moment at={startedAt} />, {formatDuration(durationMs)}
              {attempt > 1 && `, attempt ${attempt}`}
            </dd>
          </dl>
          {truncated !== undefined && <p class="alert caution">{truncated}</p>}
          {request === undefined ? (
            <p class="sheet">This exchange obtained credentials, so its content is not kept.</p>
          ) : (
            <Message title="Request" message={request} />
          )}
          {response && <Message title="Answer" message={response} />}
          <p class="small">Checkwright removed secrets before it kept the exchange.</p>
        </>
      ),
    }
  },
})

/** Whether an inventory was read from it, perhaps beside checks. If nobody knows what the run has read, it may be so. */
function isOfList({ kept }: Awaited<ReturnType<typeof demandVisibleRun>>, { number, checkId }: KeptExchange): boolean {
  if (kept === undefined || checkId?.startsWith('inventory:')) return true
  return (kept.head.inventories ?? []).some(({ exchanges }) => exchanges.includes(number))
}

function Message({ title, message: { headers, body } }: { readonly title: string; readonly message: KeptMessage }) {
  return (
    <section class="sheet" aria-label={title}>
      <h2>{title}</h2>
      {headers.length > 0 && (
        <details>
          <summary>{`Headers (${headers.length})`}</summary>
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
      {body ? <Body title={title} body={body} /> : <p class="small">No body.</p>}
    </section>
  )
}

function Body({ title, body }: { readonly title: string; readonly body: KeptBody }) {
  const text = 'text' in body ? formatReadable(body.text) : body.base64
  return (
    <>
      {!('text' in body) && <p class="small">Not text: shown as Base64.</p>}
      <Scrollable name={`Body of the ${title.toLowerCase()}`}>
        <pre>{text.slice(0, lengthMax)}</pre>
      </Scrollable>
      {text.length > lengthMax && <p class="small">The rest is in the evidence bundle.</p>}
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
