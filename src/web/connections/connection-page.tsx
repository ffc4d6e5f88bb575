import { compareDestinations } from '../../auth/destination.ts'
import type { Finding, NewestOutcome } from '../../checks/findings/finding-store.ts'
import type { RunRecord } from '../../checks/run-store.ts'
import type { AnyConnector, Variable } from '../../define/index.ts'
import { demandConnection } from '../../host/services/demand.ts'
import { formatListNames } from '../../inventory/name-records.ts'
import { headline, isReady, tallyAccepted, tallyJudged } from '../../report/headline.ts'
import { listMissingVariables } from '../../runtime/connections/declared-variables.ts'
import type { Connection } from '../../runtime/runtime.ts'
import { mayDo } from '../../workspace/permissions.ts'
import { Comments, loadComments } from '../comments/comments.tsx'
import { Entries } from '../data-connectors/version-parts.tsx'
import { Link, PostForm } from '../frame/links.tsx'
import { definePage, type OwnVisit, type PageAnswer } from '../page-route.ts'
import { type CheckLine, CheckLines, formatQuiet, isQuiet } from '../shared/check-lines.tsx'
import { ConnectionBadge } from '../shared/connection-badge.tsx'
import { FindingLine } from '../shared/finding-line.tsx'
import { formatCount, Moment } from '../shared/moment.tsx'
import { ScopedMark } from '../shared/scoped-run.tsx'
import { SeverityBadge, StatusBadge } from '../shared/status.tsx'
import { type RefusedSchedule, ScheduleForm } from './schedule-form.tsx'
import { describeState } from './state-text.ts'
import { listVariableFields, type VariableFields, VariablesForm } from './variables-form.tsx'

const runsShown = 10
const checksShown = 10
/** Enough for a headline; more are not counted. */
const acceptedMax = 5_000
const findingsShown = 10

/** One connection: its state, variables, schedule and results. */
export const connectionPage = definePage({
  path: '/connections/:connectionId',
  access: 'connections:read',
  show: async (visit) => {
    const { runtime, person, params } = visit
    const connection = await demandConnection(runtime, person.organizationId, params.connectionId ?? '')
    return answerConnection(visit, connection)
  },
})

/** The values of a form and their problems, shown beside their fields. */
export interface RefusedForm {
  readonly variables?: VariableFields
  readonly schedule?: RefusedSchedule
}

export async function answerConnection(
  visit: OwnVisit,
  connection: Connection,
  refused?: RefusedForm,
): Promise<PageAnswer> {
  const { runtime, person, users } = visit
  const { organizationId } = person
  const { id, state } = connection
  const connector = await runtime.connectorOf(connection)
  const vendor = connector?.definition.name ?? connection.connector
  const name = connection.name ?? vendor
  const isUsable = state !== 'disconnected'
  const missing = connector && isUsable ? listMissingVariables(connector, connection) : []
  const [runs, findings, accepted, open, outcomes, reviews, fields, schedule, owner, comments, typed] =
    await Promise.all([
      runtime.runs.list({ organizationId, connectionId: id, limit: runsShown }),
      runtime.findings.list({ organizationId, connectionId: id, limit: findingsShown }),
      runtime.findings.list({ organizationId, connectionId: id, waived: true, limit: acceptedMax }),
      runtime.findings.list({ organizationId, connectionId: id, waived: false, limit: 1 }),
      runtime.findings.newestOutcomes({ organizationId, connectionId: id }),
      runtime.judgements.tally({ organizationId, connectionId: id }),
      refused?.variables ??
        (connector && isUsable
          ? listVariableFields(runtime, connector, connection, visit.query.has('choices') ? 'asked' : 'typed')
          : undefined),
      runtime.schedules.get({ connectionId: id, organizationId }),
      connection.userId === undefined ? undefined : users.find({ organizationId, userId: connection.userId }),
      loadComments(visit, { entityType: 'connection', entityId: id }),
      runtime.connections.publicFields({ organizationId, connections: [connection] }),
    ])
  const typedFields = typed.get(id) ?? []
  return {
    kind: 'page',
    status: refused === undefined ? 200 : 400,
    title: name,
    content: (
      <>
        <header class="head">
          <div>
            <p class="crumbs">
              <Link to="/connections">Connections</Link>
            </p>
            <h1>{name}</h1>
            <p class="lead">
              {name !== vendor && `${vendor} · `}
              <ConnectionBadge state={state} /> {missing.length === 0 && describeState(connection)}
            </p>
            {typedFields.length > 0 && (
              <p class="small">{typedFields.map(({ label, value }) => `${label}: ${value}`).join(' · ')}</p>
            )}
          </div>
          {connector && <Now connection={connection} connector={connector} />}
        </header>
        <Mend connection={connection} missing={missing} />
        {connector && isUsable && (
          <NewDestination
            {...{ connection, connector }}
            current={findCurrent(runtime, connection)}
            mayDecide={mayDo(visit.person.role, 'connection-destinations:write')}
          />
        )}
        <div class="split">
          <div class="stack">
            <Checks connector={connector} outcomes={outcomes} />
            <Findings
              connectionId={id}
              findings={findings}
              says={createConnectionHeadline(connection, connector, outcomes, {
                ...tallyJudged(outcomes, reviews),
                ...tallyAccepted(outcomes, accepted, open.length),
              })}
            />
            <Runs connectionId={id} runs={runs} />
            <Comments entityType="connection" entityId={id} comments={comments} userId={person.userId} />
          </div>
          <div class="stack">
            {isUsable && fields && fields.fields.length + fields.gone.length > 0 && (
              <VariablesForm connectionId={id} {...fields} vendor={vendor} />
            )}
            {isUsable && connector && (
              <ScheduleForm
                {...{ schedule, refused: refused?.schedule }}
                to={`/connections/${id}/schedule`}
                isOffered={connection.state !== 'disconnected'}
                hasLists={connector.inventories.length > 0 && connector.checks.length > 0}
              />
            )}
            {connector && connector.inventories.length > 0 && mayDo(person.role, 'people:read') && (
              <Lists connectionId={id} connector={connector} />
            )}
            <About connection={connection} connector={connector} owner={owner?.name ?? connection.userId} />
          </div>
        </div>
      </>
    ),
  }
}

function findCurrent({ connectors }: OwnVisit['runtime'], { connector }: Connection) {
  return connectors.find(({ id }) => id === connector)
}

interface NewDestinationProps {
  readonly connection: Connection
  readonly connector: AnyConnector
  /** The version that is published. */
  readonly current: AnyConnector | undefined
  /** Whether this person may send the secret there. */
  readonly mayDecide: boolean
}

/** A newer version of the connector that sends secrets elsewhere. It gets them from a person, or not at all. */
function NewDestination({
  connection: { id, connector: connectorId },
  connector,
  current,
  mayDecide,
}: NewDestinationProps) {
  if (current === undefined || current === connector) return null
  const { added, removed } = compareDestinations(connector, current)
  if (added.length === 0 && removed.length === 0) return null
  return (
    <section class="alert caution" aria-labelledby="new-destination">
      <h2 id="new-destination">A newer version of the connector sends secrets elsewhere</h2>
      <p>
        This connection stays on its version. It gets the newer one when{' '}
        {mayDecide ? 'you' : 'an admin of your organization'}{' '}
        {mayDecide ? (
          <Link to={`/connect/${connectorId}?connection=${id}`}>enter the secret or sign in again</Link>
        ) : (
          'enters the secret or signs in again'
        )}
        .
      </p>
      {added.length > 0 && <h3>Added</h3>}
      <Entries entries={added} />
      {removed.length > 0 && <h3>Removed</h3>}
      <Entries entries={removed} />
    </section>
  )
}

/** What somebody has to do before the connection works, on top. */
function Mend({
  connection: { id, state, stateReason, connector },
  missing,
}: {
  readonly connection: Connection
  readonly missing: readonly Variable[]
}) {
  const isRefused = state === 'needs_reauth' || state === 'error' || state === 'pending'
  return (
    <>
      {isRefused && (
        <section class="alert" aria-labelledby="mend">
          <h2 id="mend">{state === 'pending' ? 'Not finished' : 'The credentials may not work'}</h2>
          <p>
            {state === 'error' && `${stateReason ?? ''} `}
            If you enter new credentials, the variables, schedule, runs and findings stay as they are.
          </p>
          <div class="row after">
            <Link to={`/connect/${connector}?connection=${id}`} looks="primary">
              Connect again
            </Link>
            {state === 'error' && (
              <PostForm to={`/connections/${id}/test`}>
                <button class="button quiet" type="submit">
                  Test the credentials
                </button>
              </PostForm>
            )}
          </div>
        </section>
      )}
      {missing.length > 0 && (
        <section class="alert caution" aria-labelledby="missing">
          <h2 id="missing">Not ready yet</h2>
          <p>
            {`Its checks cannot tell until these have a value: ${missing.map(({ label }) => label).join(', ')}. `}
            <a href="#variables">Enter the values</a>
          </p>
        </section>
      )}
    </>
  )
}

function Lists({ connectionId, connector }: { readonly connectionId: string; readonly connector: AnyConnector }) {
  return (
    <section class="sheet" aria-labelledby="lists">
      <h2 id="lists">Lists</h2>
      <p>
        <Link to={`/connections/${connectionId}/inventories`}>What this connection lists</Link>:{' '}
        {formatListNames(connector.inventories)}, as the newest run has read them.
      </p>
    </section>
  )
}

function Now({
  connection: { id, state, connector: connectorId },
  connector,
}: {
  readonly connection: Connection
  readonly connector: AnyConnector
}) {
  const canRun = state === 'active' || state === 'error' || state === 'needs_reauth'
  return (
    <div class="row">
      {state === 'disconnected' && (
        <Link to={`/connect/${connectorId}?connection=${id}`} looks="primary">
          Connect again
        </Link>
      )}
      {canRun && connector.checks.length + connector.inventories.length > 0 && (
        <PostForm to={`/connections/${id}/runs`} class="row">
          <label class="tick">
            <input type="checkbox" name="evidence" checked /> Keep evidence
          </label>
          <button class={`button ${state === 'active' ? 'primary' : 'quiet'}`} type="submit">
            Run now
          </button>
          {connector.inventories.length > 0 && connector.checks.length > 0 && (
            <button class="button quiet" type="submit" name="only" value="lists">
              Read the lists only
            </button>
          )}
        </PostForm>
      )}
    </div>
  )
}

function Checks({
  connector,
  outcomes,
}: {
  readonly connector: AnyConnector | undefined
  readonly outcomes: readonly NewestOutcome[]
}) {
  const checks = connector?.checks ?? []
  const newest = new Map(outcomes.map((outcome) => [outcome.checkId, outcome]))
  const lines = checks
    .map(({ id, title, severity = 'medium' }): CheckLine => {
      const outcome = newest.get(id)
      return {
        ...{ status: outcome?.status, title },
        to: outcome && `/runs/${outcome.runId}?check=${encodeURIComponent(id)}`,
        end: <SeverityBadge of={severity} />,
      }
    })
    .toSorted((a, b) => rankLine(a) - rankLine(b))
  const loud = lines.filter((line) => !isQuiet(line))
  const quiet = lines.filter(isQuiet)
  return (
    <section class="sheet" aria-labelledby="checks">
      <h2 id="checks">{formatCount(checks.length, 'check')}</h2>
      <CheckLines lines={loud.slice(0, checksShown)} />
      {loud.length > checksShown && (
        <details>
          <summary>{`${formatCount(loud.length - checksShown, 'check')} more to look at`}</summary>
          <CheckLines lines={loud.slice(checksShown)} />
        </details>
      )}
      {quiet.length > 0 && (
        <details>
          <summary>{`${formatCount(quiet.length, 'check')} ${formatQuiet(quiet.length)}`}</summary>
          <CheckLines lines={quiet} />
        </details>
      )}
    </section>
  )
}

/** Those that somebody has to look at come first, and those that never ran after them. */
function rankLine({ status }: CheckLine): number {
  return status === undefined ? 3 : (['error', 'fail', 'manual'] as string[]).indexOf(status)
}

/** The reason for an empty list of findings: none fails, or no run has looked. */
function createConnectionHeadline(
  { state }: Connection,
  connector: AnyConnector | undefined,
  outcomes: readonly NewestOutcome[],
  counts: ReturnType<typeof tallyAccepted> & ReturnType<typeof tallyJudged>,
): string {
  const unasked = connector?.checks.filter(({ id }) => !outcomes.some(({ checkId }) => checkId === id)).length ?? 0
  return headline({ ...counts, unasked, unready: isReady(state) ? 0 : 1 })
}

interface ConnectionFindingsProps {
  readonly connectionId: string
  readonly findings: readonly Finding[]
  readonly says: string
}

function Findings({ connectionId, findings, says }: ConnectionFindingsProps) {
  return (
    <section class="sheet" aria-labelledby="findings">
      <h2 id="findings">Findings</h2>
      {findings.length === 0 && <p class="small">{`There are no open findings. ${says}.`}</p>}
      <ul class="list">
        {findings.map((finding) => (
          <FindingLine finding={finding}>
            {finding.waived && 'waived · '}since <Moment at={finding.firstSeenAtMs} />
          </FindingLine>
        ))}
      </ul>
      {findings.length > 0 && (
        <p>
          <Link to={`/findings?connection=${connectionId}`}>All findings of this connection</Link>
        </p>
      )}
    </section>
  )
}

function Runs({ connectionId, runs }: { readonly connectionId: string; readonly runs: readonly RunRecord[] }) {
  return (
    <section class="sheet" aria-labelledby="runs">
      <h2 id="runs">Runs</h2>
      {runs.length === 0 && <p class="small">None yet.</p>}
      <ul class="list">
        {runs.map((run) => (
          <li>
            <StatusBadge of={run.status} />
            <span class="what">
              <Link to={`/runs/${run.id}`}>
                <Moment at={run.startedAtMs} />
              </Link>{' '}
              <ScopedMark run={run} />
            </span>
          </li>
        ))}
      </ul>
      {runs.length === runsShown && (
        <p>
          <Link to={`/runs?connection=${connectionId}`}>All runs of this connection</Link>
        </p>
      )}
    </section>
  )
}

interface AboutConnectionProps {
  readonly connection: Connection
  readonly connector: AnyConnector | undefined
  readonly owner: string | undefined
}

function About({ connection, connector, owner }: AboutConnectionProps) {
  const { id, name, state, connector: connectorId, createdAt, grantedScopes } = connection
  const missing =
    connector === undefined || grantedScopes === undefined ? [] : listMissingGrants(connector, grantedScopes)
  return (
    <section class="sheet" aria-labelledby="about">
      <h2 id="about">This connection</h2>
      <PostForm to={`/connections/${id}/name`} class="row">
        <label class="what">
          Name <input name="name" maxlength={100} value={name ?? ''} placeholder={connector?.definition.name} />
        </label>
        <button class="button quiet" type="submit">
          Rename
        </button>
      </PostForm>
      <dl class="pairs">
        <dt>Id</dt>
        <dd>
          <code>{id}</code>
        </dd>
        <dt>Since</dt>
        <dd>
          <Moment at={createdAt} />
        </dd>
        {owner !== undefined && (
          <>
            <dt>By</dt>
            <dd>{owner}</dd>
          </>
        )}
        {grantedScopes !== undefined && (
          <>
            <dt>Granted</dt>
            <dd>
              <code>{grantedScopes.join(' ') || 'nothing'}</code>
            </dd>
          </>
        )}
      </dl>
      {missing.length > 0 && (
        <p class="alert caution">
          Not granted: <code>{missing.join(' ')}</code>. Checks that need them cannot tell. Connect again, and allow
          them.
        </p>
      )}
      {state !== 'disconnected' && (
        <div class="actions">
          <PostForm to={`/connections/${id}/test`}>
            <button class="button quiet" type="submit">
              Test it
            </button>
          </PostForm>
          <Link to={`/connect/${connectorId}?connection=${id}`} looks="quiet">
            Enter new credentials
          </Link>
          <PostForm to={`/connections/${id}/${state === 'paused' ? 'resume' : 'pause'}`}>
            <button class="button quiet" type="submit">
              {state === 'paused' ? 'Resume' : 'Pause'}
            </button>
          </PostForm>
          <Link to={`/connections/${id}/disconnect`} looks="danger">
            Disconnect…
          </Link>
        </div>
      )}
    </section>
  )
}

/** Declared but not granted scopes. The vendor's list may contain more than was requested. */
function listMissingGrants({ definition: { auth } }: AnyConnector, granted: readonly string[]): readonly string[] {
  return auth.type === 'oauth2' ? auth.config.scopes.filter((scope) => !granted.includes(scope)) : []
}
