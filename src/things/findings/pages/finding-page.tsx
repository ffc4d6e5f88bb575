import type { Child } from 'hono/jsx'
import { ApiError } from '../../../errors/index.ts'
import { viewResult } from '../../../report/view/view-result.ts'
import { findKnownTime, mayNameConnections } from '../../../service/rights/period.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Comments, loadComments } from '../../comments/pages/comments.tsx'
import { Link } from '../../pages/frame/links.tsx'
import { createPage, definePage, type OwnVisit } from '../../pages/page-route.ts'
import { ConnectionLink } from '../../pages/shared/connection-link.tsx'
import { findConnectorName, findFindingSource } from '../../pages/shared/connector-names.ts'
import { Moment } from '../../pages/shared/moment.tsx'
import { loadPersonChoice } from '../../pages/shared/person-choice.tsx'
import { EvidenceText, ResultParts } from '../../pages/shared/result-parts.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { SeverityBadge } from '../../pages/shared/status.tsx'
import { loadNames } from '../../people/reading/load-names.ts'
import type { FindingDetail } from '../findings.ts'
import { formatFindingsPath } from './finding-filter.ts'
import { History } from './finding-history.tsx'
import { FindingJudgement } from './finding-judgement.tsx'
import { FindingState } from './finding-words.tsx'
import { Work, WorkFacts } from './finding-work.tsx'

const judgementsShown = 20

/** What a later thing shows of a finding. */
type FindingSection = (visit: OwnVisit, finding: FindingDetail) => Promise<Child>

/** One finding: what is wrong, who takes care of it, what people say, and what became of it. */
export const defineFindingPage = (section: FindingSection) =>
  definePage({
    path: '/findings/:findingId',
    access: 'findings:read',
    show: async (visit) => {
      const { texts } = visit
      const { runtime, person, params } = visit
      const { organizationId, role, userId } = person
      const within = findKnownTime(person, runtime.workspace.clock.nowMs())
      const nowMs = within?.toMs ?? runtime.workspace.clock.nowMs()
      const id = params.findingId ?? ''
      const finding = await runtime.findings.get({ id, organizationId, within })
      if (finding === undefined) throw new ApiError('There is no such finding.', { code: 'NOT_FOUND' })
      const mayWrite = mayDo(role, 'findings:write')
      const { connectionId, checkId } = finding
      const [names, owners, comments, connectionName, [review], judgements] = await Promise.all([
        loadNames(visit.users, organizationId, listPossibleOwners(finding)),
        mayWrite
          ? loadPersonChoice(visit, finding.ownerId ?? '', {
              fixed: [['', texts.labels.nobody]],
              current: [finding.ownerId],
            })
          : undefined,
        loadComments(visit, { entityType: 'finding', entityId: id }),
        findConnectionName(visit, finding),
        runtime.judgements.listNeeded({ organizationId, connectionId, checkId, findingId: id, within, limit: 1 }),
        runtime.judgements.list({ organizationId, findingIds: [id], atMs: within?.toMs, limit: judgementsShown }),
      ])
      const { title, resource } = finding.result
      const isSeen = within === undefined || within.fromMs <= finding.lastSeenAtMs
      return createPage(
        { title },
        <>
          <header class="head finding-head">
            <div>
              <p class="crumbs">
                <Link to="/findings">{texts.labels.findings}</Link>
              </p>
              <h1>{title}</h1>
              <p class="lead">
                {resource.type} {resource.name ?? resource.id} · {connectionName}
              </p>
              {within && <p class="small">{texts.shared.period.asOfEnd({ moment: <Moment at={within.toMs} /> })}</p>}
            </div>
            <p class="row">
              <FindingState finding={finding} />
              <SeverityBadge of={finding.severity} />
            </p>
          </header>
          <div class="split">
            <div class="stack">
              <Problem finding={finding} isSeen={isSeen} />
              <Comments entityType="finding" entityId={id} comments={comments} userId={userId} />
              <History finding={finding} names={names} isAuditor={within !== undefined} />
            </div>
            <div class="stack">
              {owners ? (
                <Work finding={finding} owners={owners} userId={userId} nowMs={nowMs} />
              ) : (
                <WorkFacts finding={finding} owner={names.get(finding.ownerId)} nowMs={nowMs} />
              )}
              <Acceptance finding={finding} mayWaive={mayDo(role, 'waivers:write')} />
              <FindingJudgement finding={finding} review={review} judgements={judgements} />
              {within === undefined && (await section(visit, finding))}
              <About visit={visit} finding={finding} name={connectionName} />
            </div>
          </div>
        </>,
      )
    },
  })

function listPossibleOwners({ ownerId, changes }: FindingDetail): readonly (string | null)[] {
  return [
    ownerId,
    ...changes.flatMap(({ userId, member, earlier, later }) => [
      userId,
      ...(member === 'owner' ? [earlier, later] : []),
    ]),
  ]
}

async function findConnectionName(
  { texts, runtime, person }: OwnVisit,
  { connectionId, connectorId, result }: FindingDetail,
): Promise<string> {
  const isCrossCheck = connectorId === runtime.crossCheckConnector.id
  const id = isCrossCheck ? (result.resource.id.split('/', 1)[0] ?? '') : connectionId
  const { organizationId } = person
  const connection = mayNameConnections(person) ? await runtime.connections.get({ id, organizationId }) : undefined
  if (connection?.name) return connection.name
  return isCrossCheck && !connection
    ? texts.labels.allSystems
    : findConnectorName(runtime, connection?.connector ?? connectorId)
}

/** The result in its run. The search brings it onto the first page, however many results the check has. */
function formatResultPath({ id, runId, checkId, judgementId, result: { resource } }: FindingDetail): string {
  const query = new URLSearchParams({
    check: checkId,
    status: judgementId === null ? 'fail' : 'manual',
    q: (resource.name ?? resource.id).slice(0, 200),
  })
  return `/runs/${runId}?${query}#finding-${id}`
}

function Problem({ finding, isSeen }: { readonly finding: FindingDetail; readonly isSeen: boolean }) {
  const texts = useTexts()
  const { result, lastSeenAtMs } = finding
  const { title, name, evidence, parts } = viewResult(result, undefined, texts.runs.words)
  return (
    <Sheet id="problem" title={texts.findings.problem.title}>
      <ResultParts parts={parts.filter(({ kind }) => ['description', 'remedy', 'command'].includes(kind))} />
      <div>
        <h3 class="small">{texts.labels.resultEvidence}</h3>
        <EvidenceText name={texts.labels.evidenceOf({ title, name })} evidence={evidence} />
      </div>
      <p class="small">
        {isSeen
          ? texts.findings.problem.lastSeenBy({
              moment: <Moment at={lastSeenAtMs} />,
              link: <Link to={formatResultPath(finding)}>{texts.findings.problem.thisRun}</Link>,
            })
          : texts.findings.problem.lastSeen({ moment: <Moment at={lastSeenAtMs} /> })}
      </p>
    </Sheet>
  )
}

function Acceptance({ finding, mayWaive }: { readonly finding: FindingDetail; readonly mayWaive: boolean }) {
  const texts = useTexts()
  const { id, state, judgementId, result } = finding
  // Who judges accepts such a result, which is another decision on the same evidence.
  if (state === 'resolved' || judgementId !== null || (!mayWaive && !result.waived)) return null
  return (
    <Sheet id="acceptance" title={texts.labels.acceptedRisk}>
      {result.waived ? (
        <>
          <p>{result.waived.justification}</p>
          <p class="small">
            {texts.findings.acceptance.accepted({ approver: result.waived.approver, expires: result.waived.expires })}
          </p>
          <p>
            <Link to="/waivers">{texts.findings.acceptance.toWaivers}</Link>
          </p>
        </>
      ) : (
        <>
          <p class="small">{texts.findings.acceptance.notAccepted}</p>
          <p>
            <Link to={`/findings/accept?finding=${id}`} looks="quiet">
              {texts.findings.acceptance.accept}
            </Link>
          </p>
        </>
      )}
    </Sheet>
  )
}

interface AboutFindingProps {
  readonly visit: OwnVisit
  readonly finding: FindingDetail
  /** Of the connection. */
  readonly name: string
}

function About({ visit, finding, name }: AboutFindingProps) {
  const texts = useTexts()
  const { id, connectionId, connectorId, checkId, controls, firstSeenAtMs, result } = finding
  const connector = findFindingSource(visit.runtime, connectorId)
  const check = connector?.checks.find((one) => one.id === checkId)
  return (
    <Sheet id="about" title={texts.labels.details}>
      <dl class="pairs">
        <dt>{texts.labels.check}</dt>
        <dd>
          <Link to={formatFindingsPath({ connector: connectorId, check: checkId })}>{check?.title ?? checkId}</Link>
        </dd>
        <dt>{connectorId === visit.runtime.crossCheckConnector.id ? texts.labels.system : texts.labels.connection}</dt>
        <dd>
          <ConnectionLink id={connectionId} connector={connectorId}>
            {name}
          </ConnectionLink>
        </dd>
        <dt>{texts.labels.resource}</dt>
        <dd>
          {result.resource.type} <code>{result.resource.id}</code>
        </dd>
        {controls.length > 0 && (
          <>
            <dt>{texts.labels.controls}</dt>
            <dd>
              {controls.map((control) => (
                <>
                  <Link to={formatFindingsPath({ control })}>{control}</Link>{' '}
                </>
              ))}
            </dd>
          </>
        )}
        <dt>{texts.findings.about.firstSeen}</dt>
        <dd>
          <Moment at={firstSeenAtMs} />
        </dd>
        <dt>{texts.labels.id}</dt>
        <dd>
          <code>{id}</code>
        </dd>
      </dl>
    </Sheet>
  )
}
