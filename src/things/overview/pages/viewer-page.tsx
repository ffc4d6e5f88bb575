import type { Finding } from '../../../checks/findings/finding-store.ts'
import type { RunRecord } from '../../../checks/runs/run-store.ts'
import { findKnownTime } from '../../../service/rights/period.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import type { SessionPerson } from '../../api/options/person.ts'
import { Link } from '../../pages/frame/links.tsx'
import { createPage, type PageAnswer } from '../../pages/page-route.ts'
import { findConnectorName, type NameSources } from '../../pages/shared/connector-names.ts'
import { FindingLine } from '../../pages/shared/finding-line.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { ScopedMark } from '../../pages/shared/scoped-run.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { StatusBadge } from '../../pages/shared/status.tsx'
import { hasRun } from '../../runs/reading/has-run.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { SigningKey } from '../../signing/signing-service.ts'
import { Frameworks } from './frameworks.tsx'

const runsShown = 50
const findingsShown = 50

/** The first page of a viewer: the runs that they may see, and what failed at the end of their time. */
export async function createViewerPage(texts: Texts, runtime: Runtime, person: SessionPerson): Promise<PageAnswer> {
  const { organizationId, periodFrom, periodTo } = person
  const within = findKnownTime(person, runtime.workspace.clock.nowMs())
  const [runs, findings] = await Promise.all([
    runtime.runs.list({ organizationId, limit: runsShown, within }),
    runtime.findings.list({ organizationId, limit: findingsShown, within }),
  ])
  const keys = await runtime.signing.keys()
  const hasAnyRun = findings.length > 0 || (await hasRun(runtime, organizationId, within))
  return createPage(
    { title: texts.labels.overview },
    <>
      <PageHead
        title={texts.overview.viewer.title}
        lead={texts.overview.viewer.lead({
          runs: texts.shared.period.runs({ from: periodFrom, to: periodTo }),
          limit: runsShown,
        })}
        actions={
          <>
            <Link to="/packages" looks="primary">
              {texts.packages.title}
            </Link>
            <Link to="/samples" looks="quiet">
              {texts.populationSamples.title}
            </Link>
            <Link to="/frameworks" looks="quiet">
              {texts.controls.day.choose}
            </Link>
          </>
        }
      />
      <Frameworks />
      <SigningKeys keys={keys} />
      <Sheet id="runs" title={texts.labels.runs}>
        <Runs runs={runs} runtime={runtime} />
      </Sheet>
      <Findings findings={findings} endMs={within?.toMs} hasAnyRun={hasAnyRun} />
    </>,
  )
}

/** By which somebody who checks a package or a bundle knows that it is from here. */
function SigningKeys({ keys }: { readonly keys: readonly SigningKey[] }) {
  const texts = useTexts()
  if (keys.length === 0) return null
  return (
    <Sheet id="signing-keys" title={texts.overview.viewer.signingKeys}>
      <p class="small">{texts.overview.viewer.signingKeysHelp}</p>
      <ul class="plain-list">
        {keys.map(({ fingerprint, createdAt }) => (
          <li>
            <code>{fingerprint}</code>{' '}
            {createdAt !== undefined && (
              <span class="small">{texts.findings.line.since({ moment: <Moment at={createdAt} /> })}</span>
            )}
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

function Runs({ runs, runtime }: { readonly runs: readonly RunRecord[]; readonly runtime: NameSources }) {
  const texts = useTexts()
  if (runs.length === 0) return <p>{texts.overview.viewer.noRuns}</p>
  const connections = new Map(runs.map(({ connectionId, connectorId }) => [connectionId, connectorId]))
  const isShared = (connectorId: string) => [...connections.values()].filter((each) => each === connectorId).length > 1
  return (
    <ul class="list">
      {runs.map((run) => (
        <li class="row">
          <StatusBadge of={run.status} />
          <span class="what">
            <Link to={`/runs/${run.id}`}>{findConnectorName(runtime, run.connectorId)}</Link>{' '}
            {/* A viewer is told no names of connections, and sees which runs are of the same one. */}
            {isShared(run.connectorId) && (
              <span class="small">{texts.overview.viewer.connection({ id: run.connectionId.slice(-6) })} </span>
            )}
            <ScopedMark run={run} />
          </span>
          <Moment at={run.startedAtMs} />
        </li>
      ))}
    </ul>
  )
}

interface ViewerFindingsProps {
  readonly findings: readonly Finding[]
  /** undefined: as they are now. */
  readonly endMs: number | undefined
  readonly hasAnyRun: boolean
}

function Findings({ findings, endMs, hasAnyRun }: ViewerFindingsProps) {
  const texts = useTexts()
  return (
    <Sheet id="findings" title={texts.overview.viewer.openFindings}>
      {endMs !== undefined && <p class="small">{texts.shared.period.asOfEnd({ moment: <Moment at={endMs} /> })}</p>}
      {findings.length === 0 && <p class="small">{hasAnyRun ? texts.findings.noneOpen : texts.findings.noRuns}</p>}
      <ul class="list">
        {findings.map((finding) => (
          <FindingLine finding={finding}>
            {texts.findings.line[finding.waived ? 'accepted' : 'since']({
              moment: <Moment at={finding.firstSeenAtMs} />,
            })}
          </FindingLine>
        ))}
      </ul>
      {findings.length === findingsShown && (
        <p class="small">{texts.overview.viewer.onlyNewest({ count: findingsShown })}</p>
      )}
    </Sheet>
  )
}
