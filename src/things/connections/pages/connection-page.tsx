import { compareDestinations } from '../../../auth/destination.ts'
import type { Finding, NewestOutcome } from '../../../checks/findings/finding-store.ts'
import type { RunRecord } from '../../../checks/runs/run-store.ts'
import type { AnyConnector, Variable } from '../../../define/index.ts'
import { receivedConnectorId } from '../../../define/index.ts'
import { acceptedMax, headline, isReady, tallyAccepted, tallyJudged } from '../../../report/pieces/headline.ts'
import { nameLengthMax } from '../../../service/records/text-limits.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { demandConnection } from '../../api/demand.ts'
import { Comments, loadComments } from '../../comments/pages/comments.tsx'
import { Entries } from '../../connectors/operator-pages/version-parts.tsx'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, definePage, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'
import { Alert } from '../../pages/shared/alert.tsx'
import { type CheckLine, CheckLines, isQuiet } from '../../pages/shared/check-lines.tsx'
import { countUnits } from '../../pages/shared/count-units.ts'
import { FindingLine } from '../../pages/shared/finding-line.tsx'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { formatListNames } from '../../pages/shared/name-lists.ts'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { RunList } from '../../pages/shared/run-list.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { SeverityBadge } from '../../pages/shared/status.tsx'
import type { Connection } from '../../runtime/runtime.ts'
import { listMissingVariables } from '../declared-variables.ts'
import { ConnectionBadge } from '../pieces/connection-badge.tsx'
import { findStateCause } from '../store/state-cause.ts'
import { describeRenewal } from './describe-renewal.ts'
import { type RefusedSchedule, ScheduleForm } from './schedule-form.tsx'
import { findSharedCause, type SharedCause } from './shared-cause.ts'
import { describeState } from './state-text.ts'
import { listVariableFields, type VariableFields, VariablesForm } from './variables-form.tsx'

const runsShown = 10
const checksShown = 10
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
  readonly name?: string
}

export async function answerConnection(
  visit: OwnVisit,
  connection: Connection,
  refused?: RefusedForm,
): Promise<PageAnswer> {
  const { texts } = visit
  const { runtime, person, users } = visit
  const { organizationId } = person
  const { id, state } = connection
  const isReceived = connection.connector === receivedConnectorId
  // A source of files is asked for nothing: it has no schedule, no variables and no checks of its own.
  const connector = isReceived ? undefined : await runtime.connectorOf(connection)
  const vendor = isReceived ? texts.imports.title : (connector?.definition.name ?? connection.connector)
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
          ? listVariableFields(texts, runtime, connector, connection, visit.query.has('choices') ? 'asked' : 'typed')
          : undefined),
      runtime.schedules.get({ connectionId: id, organizationId }),
      connection.userId === undefined ? undefined : users.find({ organizationId, userId: connection.userId }),
      loadComments(visit, { entityType: 'connection', entityId: id }),
      runtime.connections.publicFields({ organizationId, connections: [connection] }),
    ])
  const typedFields = typed.get(id) ?? []
  return createPage(
    { status: refused === undefined ? 200 : 400, title: name },
    <>
      <PageHead
        crumbs={<Link to="/connections">{texts.labels.connections}</Link>}
        title={name}
        lead={
          <>
            {name !== vendor && `${vendor} · `}
            <ConnectionBadge state={state} /> {missing.length === 0 && describeState(texts, connection)}
          </>
        }
        actions={connector && <Now connection={connection} connector={connector} />}
      >
        {typedFields.length > 0 && (
          <p class="small">{typedFields.map(({ label, value }) => `${label}: ${value}`).join(' · ')}</p>
        )}
      </PageHead>
      <Mend connection={connection} missing={missing} shared={findSharedCause(outcomes)} role={person.role} />
      {connector && isUsable && (
        <NewDestination
          connection={connection}
          connector={connector}
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
            says={createConnectionHeadline(texts, connection, connector, outcomes, {
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
              schedule={schedule}
              refused={refused?.schedule}
              to={`/connections/${id}/schedule`}
              isOffered={connection.state !== 'disconnected'}
              hasLists={connector.inventories.length > 0 && connector.checks.length > 0}
            />
          )}
          {connector && connector.inventories.length > 0 && mayDo(person.role, 'people:read') && (
            <Lists connectionId={id} connector={connector} />
          )}
          <About
            connection={connection}
            connector={connector}
            refusedName={refused?.name}
            owner={owner?.name ?? connection.userId}
          />
        </div>
      </div>
    </>,
  )
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
  const texts = useTexts()
  if (current === undefined || current === connector) return null
  const { added, removed } = compareDestinations(connector, current)
  if (added.length === 0 && removed.length === 0) return null
  return (
    <section class="alert caution" aria-labelledby="new-destination">
      <h2 id="new-destination">{texts.connections.newDestination.title}</h2>
      <p>
        {mayDecide
          ? texts.connections.newDestination.you({
              link: (
                <Link to={`/connect/${connectorId}?connection=${id}`}>{texts.connections.newDestination.link}</Link>
              ),
            })
          : texts.connections.newDestination.admin}
      </p>
      {added.length > 0 && <h3>{texts.labels.added}</h3>}
      <Entries entries={added} />
      {removed.length > 0 && <h3>{texts.states.removed}</h3>}
      <Entries entries={removed} />
    </section>
  )
}

/** What somebody has to do before the connection works, on top. */
function Mend({
  connection,
  missing,
  shared,
  role,
}: {
  readonly connection: Connection
  readonly missing: readonly Variable[]
  readonly shared: SharedCause | undefined
  readonly role: OwnVisit['person']['role']
}) {
  const texts = useTexts()
  const { id, state, stateReason, connector } = connection
  const isRefused = state === 'needs_reauth' || state === 'error' || state === 'pending'
  const cause = findStateCause(connection)
  const causeWords = cause && texts.runs.words.causes[cause]
  return (
    <>
      {state === 'active' && shared && <Cause connector={connector} shared={shared} role={role} />}
      {isRefused && (
        <section class="alert" aria-labelledby="mend">
          <h2 id="mend">{state === 'pending' ? texts.states.connection.pending : texts.connections.repair.title}</h2>
          {causeWords && <p>{`${causeWords.title}. ${causeWords.remedy}`}</p>}
          <p>
            {state === 'error' && causeWords === undefined && `${stateReason ?? ''} `}
            {texts.connections.repair.text}
          </p>
          <div class="row after">
            <Link to={`/connect/${connector}?connection=${id}`} looks="primary">
              {texts.actions.reconnect}
            </Link>
            {state === 'error' && (
              <PostForm to={`/connections/${id}/test`}>
                <SubmitButton looks="quiet">{texts.connections.test.button}</SubmitButton>
              </PostForm>
            )}
          </div>
        </section>
      )}
      {missing.length > 0 && (
        <section class="alert caution" aria-labelledby="missing">
          <h2 id="missing">{texts.connections.missing.title}</h2>
          <p>
            {texts.connections.missing.text({
              missing: missing.map(({ label }) => label).join(', '),
              link: <a href="#variables">{texts.connections.missing.link}</a>,
            })}
          </p>
        </section>
      )}
    </>
  )
}

/** Why no check could tell although the vendor has not refused the credentials, and whose turn it is. */
function Cause({
  connector,
  shared: { cause, runId },
  role,
}: {
  readonly connector: string
  readonly shared: SharedCause
  readonly role: OwnVisit['person']['role']
}) {
  const texts = useTexts()
  const { title, remedy } = texts.runs.words.causes[cause]
  return (
    <section class="alert caution" aria-labelledby="cause">
      <h2 id="cause">{title}</h2>
      <p>{remedy}</p>
      <p class="row after">
        {cause === 'app' && mayDo(role, 'organization-apps:write') && (
          <Link to={`/setup/${connector}`} looks="primary">
            {texts.connections.repair.app}
          </Link>
        )}
        <Link to={`/runs/${runId}`} looks="quiet">
          {texts.connections.repair.run}
        </Link>
      </p>
    </section>
  )
}

function Lists({ connectionId, connector }: { readonly connectionId: string; readonly connector: AnyConnector }) {
  const texts = useTexts()
  return (
    <Sheet id="lists" title={texts.labels.lists}>
      <p>
        {texts.connections.lists.text({
          link: <Link to={`/connections/${connectionId}/inventories`}>{texts.connections.lists.link}</Link>,
          names: formatListNames(texts, connector.inventories),
        })}
      </p>
    </Sheet>
  )
}

function Now({
  connection: { id, state, connector: connectorId },
  connector,
}: {
  readonly connection: Connection
  readonly connector: AnyConnector
}) {
  const texts = useTexts()
  const canRun = state === 'active' || state === 'error' || state === 'needs_reauth'
  return (
    <div class="row">
      {state === 'disconnected' && (
        <Link to={`/connect/${connectorId}?connection=${id}`} looks="primary">
          {texts.actions.reconnect}
        </Link>
      )}
      {canRun && connector.checks.length + connector.inventories.length > 0 && (
        <PostForm to={`/connections/${id}/runs`} class="row">
          <label class="tick">
            <input type="checkbox" name="evidence" checked /> {texts.connections.run.keepEvidence}
          </label>
          <button class={`button ${state === 'active' ? 'primary' : 'quiet'}`} type="submit">
            {texts.actions.runNow}
          </button>
          {connector.inventories.length > 0 && connector.checks.length > 0 && (
            <SubmitButton looks="quiet" name="only" value="lists">
              {texts.connections.run.listsOnly}
            </SubmitButton>
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
  const texts = useTexts()
  const checks = connector?.checks ?? []
  const newest = new Map(outcomes.map((outcome) => [outcome.checkId, outcome]))
  const lines = checks
    .map(({ id, title, severity = 'medium' }): CheckLine => {
      const outcome = newest.get(id)
      return {
        status: outcome?.status,
        title,
        to: outcome && `/runs/${outcome.runId}?check=${encodeURIComponent(id)}`,
        end: <SeverityBadge of={severity} />,
      }
    })
    .toSorted((a, b) => rankLine(a) - rankLine(b))
  const loud = lines.filter((line) => !isQuiet(line))
  const quiet = lines.filter(isQuiet)
  return (
    <Sheet id="checks" title={texts.counts.checks({ count: checks.length })}>
      <CheckLines lines={loud.slice(0, checksShown)} />
      {loud.length > checksShown && (
        <details>
          <summary>{texts.shared.checks.more({ checks: loud.length - checksShown })}</summary>
          <CheckLines lines={loud.slice(checksShown)} />
        </details>
      )}
      {quiet.length > 0 && (
        <details>
          <summary>{texts.shared.checks.noAction({ checks: quiet.length })}</summary>
          <CheckLines lines={quiet} />
        </details>
      )}
      {connector && checks.length > 0 && (
        <p>
          <Link to={`/connect/${connector.id}/checks`}>{texts.connectors.checks.link}</Link>
        </p>
      )}
    </Sheet>
  )
}

/** Those that somebody has to look at come first, and those that never ran after them. */
function rankLine({ status }: CheckLine): number {
  return status === undefined ? 3 : (['error', 'fail', 'manual'] as string[]).indexOf(status)
}

/** The reason for an empty list of findings: none fails, or no run has looked. */
function createConnectionHeadline(
  texts: Texts,
  { state }: Connection,
  connector: AnyConnector | undefined,
  outcomes: readonly NewestOutcome[],
  counts: ReturnType<typeof tallyAccepted> & ReturnType<typeof tallyJudged>,
): string {
  const unasked = connector?.checks.filter(({ id }) => !outcomes.some(({ checkId }) => checkId === id)).length ?? 0
  return headline({ ...counts, unasked, unready: isReady(state) ? 0 : 1 }, texts.shared.headline)
}

interface ConnectionFindingsProps {
  readonly connectionId: string
  readonly findings: readonly Finding[]
  readonly says: string
}

function Findings({ connectionId, findings, says }: ConnectionFindingsProps) {
  const texts = useTexts()
  return (
    <Sheet id="findings" title={texts.labels.findings}>
      {findings.length === 0 && <p class="small">{texts.connections.findings.empty({ says })}</p>}
      <ul class="list">
        {findings.map((finding) => (
          <FindingLine finding={finding}>
            {texts.findings.line[finding.waived ? 'accepted' : 'since']({
              moment: <Moment at={finding.firstSeenAtMs} />,
            })}
          </FindingLine>
        ))}
      </ul>
      {findings.length > 0 && (
        <p>
          <Link to={`/findings?connection=${connectionId}`}>{texts.connections.findings.all}</Link>
        </p>
      )}
    </Sheet>
  )
}

function Runs({ connectionId, runs }: { readonly connectionId: string; readonly runs: readonly RunRecord[] }) {
  const texts = useTexts()
  return (
    <Sheet id="runs" title={texts.labels.runs}>
      {runs.length === 0 && <p class="small">{texts.overview.runs.empty}</p>}
      <RunList runs={runs} />
      {runs.length === runsShown && (
        <p>
          <Link to={`/runs?connection=${connectionId}`}>{texts.connections.runs.all}</Link>
        </p>
      )}
    </Sheet>
  )
}

interface AboutConnectionProps {
  readonly connection: Connection
  readonly connector: AnyConnector | undefined
  readonly owner: string | undefined
  readonly refusedName: string | undefined
}

function About({ connection, connector, owner, refusedName }: AboutConnectionProps) {
  const texts = useTexts()
  const { id, name, state, connector: connectorId, createdAt, grantedScopes } = connection
  const missing =
    connector === undefined || grantedScopes === undefined ? [] : listMissingGrants(connector, grantedScopes)
  return (
    <Sheet id="about" title={texts.labels.details}>
      <Alert says={refusedName && texts.connect.form.nameInvalid} id="wrong-name" />
      <PostForm to={`/connections/${id}/name`} class="row">
        <label class="what">
          {texts.labels.name}{' '}
          <input
            name="name"
            maxlength={countUnits(nameLengthMax)}
            value={refusedName ?? name ?? ''}
            placeholder={connector?.definition.name}
            aria-invalid={refusedName && 'true'}
            aria-describedby={refusedName && 'wrong-name'}
          />
        </label>
        <SubmitButton looks="quiet">{texts.connections.about.rename}</SubmitButton>
      </PostForm>
      <dl class="pairs">
        <dt>{texts.labels.id}</dt>
        <dd>
          <code>{id}</code>
        </dd>
        <dt>{texts.labels.createdAt}</dt>
        <dd>
          <Moment at={createdAt} />
        </dd>
        {owner !== undefined && (
          <>
            <dt>{texts.labels.createdBy}</dt>
            <dd>{owner}</dd>
          </>
        )}
        {grantedScopes !== undefined && (
          <>
            <dt>{texts.connections.about.scopes}</dt>
            <dd>
              <code>{grantedScopes.join(' ') || texts.shared.nothing}</code>
            </dd>
          </>
        )}
      </dl>
      {missing.length > 0 && (
        <p class="alert caution">{texts.connections.about.missingScopes({ code: <code>{missing.join(' ')}</code> })}</p>
      )}
      {state !== 'disconnected' && (
        <div class="actions">
          <PostForm to={`/connections/${id}/test`}>
            <SubmitButton looks="quiet">{texts.connections.test.button}</SubmitButton>
          </PostForm>
          <Link to={`/connect/${connectorId}?connection=${id}`} looks="quiet">
            {describeRenewal(texts, connector)}
          </Link>
          <PostForm to={`/connections/${id}/${state === 'paused' ? 'resume' : 'pause'}`}>
            <SubmitButton looks="quiet">{state === 'paused' ? texts.actions.resume : texts.actions.pause}</SubmitButton>
          </PostForm>
          <Link to={`/connections/${id}/disconnect`} looks="danger">
            {texts.connections.disconnect.link}
          </Link>
        </div>
      )}
    </Sheet>
  )
}

/** Declared but not granted scopes. The vendor's list may contain more than was requested. */
function listMissingGrants({ definition: { auth } }: AnyConnector, granted: readonly string[]): readonly string[] {
  return auth.type === 'oauth2' ? auth.config.scopes.filter((scope) => !granted.includes(scope)) : []
}
