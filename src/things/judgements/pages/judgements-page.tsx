import { crossCheckConnectorId } from '../../../define/index.ts'
import { ApiError } from '../../../errors/index.ts'
import { findKnownTime } from '../../../service/rights/period.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { omitUndefined } from '../../../text/omit-undefined.ts'
import { useFrame } from '../../all-texts/frame.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import {
  ConnectionChoice,
  type ConnectionChoiceProps,
  loadConnectionChoice,
  loadConnectionNames,
  UnclearConnection,
} from '../../connections/pieces/connection-choice.tsx'
import { GetForm, Link } from '../../pages/frame/links.tsx'
import { createPage, defineAction, definePage, type OwnVisit } from '../../pages/page-route.ts'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import { MoreLink } from '../../pages/shared/keyed-pages.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { SeverityBadge } from '../../pages/shared/status.tsx'
import type { ManualPlace } from '../decisions/manual-results.ts'
import type { NeededReview } from '../judgements.ts'
import { formatTicked } from './judge-several-page.tsx'
import { JudgementList } from './judgement-parts.tsx'

const shown = 50

/** The results of all connections that wait for the decision of a person. */
export const judgementsPage = definePage({
  path: '/judgements',
  access: 'judgements:read',
  show: async (visit) => {
    const { texts } = visit
    const { runtime, person, query } = visit
    const { organizationId } = person
    const wantedConnection = query.get('connection')?.trim().slice(0, 200) || undefined
    const choices = await loadConnectionChoice(visit, wantedConnection)
    const { connections, chosen, labels } = choices
    const connection = connections.find(({ id, state }) => id === chosen.id && state !== 'disconnected')
    const within = findKnownTime(person, runtime.workspace.clock.nowMs())
    const rows = await runtime.judgements.listNeeded({
      organizationId,
      connectionId: connection?.id,
      within,
      after: await loadPlaceAfter(visit),
      limit: shown + 1,
    })
    const needed = rows.slice(0, shown)
    const last = rows.length > shown ? needed.at(-1) : undefined
    // Without a run, an empty list says nothing.
    const hasAnyRun = needed.length > 0 || (await runtime.runs.list({ organizationId, within, limit: 1 })).length > 0
    const names = await loadConnectionNames(
      visit,
      needed.map(({ connectionId }) => connectionId),
    )
    return createPage(
      { title: texts.states.run.manual },
      <>
        <PageHead
          title={texts.states.run.manual}
          lead={texts.judgements.needed.lead}
          actions={
            <>
              <Link to="/judgements/made" looks="quiet">
                {texts.labels.judgements}
              </Link>
              <Link to="/tasks?state=provided" looks="quiet">
                {texts.judgements.needed.statements}
              </Link>
              <Link to="/evidence" looks="quiet">
                {texts.labels.resultEvidence}
              </Link>
            </>
          }
        />
        {connections.length > 1 && <Filter {...choices} />}
        <UnclearConnection
          chosen={chosen}
          labels={labels}
          to={(id) => `/judgements?${new URLSearchParams({ connection: id })}`}
        />
        {needed.length === 0 && (
          <p class="sheet">{texts.judgements.needed[query.has('after') ? 'noMore' : hasAnyRun ? 'empty' : 'noRuns']}</p>
        )}
        {needed.length > 0 && <NeededList needed={needed} names={names} />}
        {last && (
          <MoreLink
            to={`/judgements?${new URLSearchParams(
              omitUndefined({
                connection: connection?.id,
                after: `${last.runId}.${last.number}`,
              }),
            )}`}
          >
            {texts.actions.nextPage}
          </MoreLink>
        )}
      </>,
    )
  },
})

/** Every judgement, the newest first. */
export const judgedPage = definePage({
  path: '/judgements/made',
  access: 'judgements:read',
  show: async ({ texts, runtime, person, query }) => {
    const { organizationId } = person
    const within = findKnownTime(person, runtime.workspace.clock.nowMs())
    const before = query.get('before')
    const last = before === null ? undefined : await runtime.judgements.get({ id: before, organizationId })
    const rows = await runtime.judgements.list({ organizationId, atMs: within?.toMs, limit: shown + 1, before: last })
    const judgements = rows.slice(0, shown)
    return createPage(
      { title: texts.labels.judgements },
      <>
        <PageHead
          crumbs={<Link to="/judgements">{texts.states.run.manual}</Link>}
          title={texts.labels.judgements}
          lead={texts.judgements.list.lead}
        >
          {within && <p class="small">{texts.shared.period.asOfEnd({ moment: <Moment at={within.toMs} /> })}</p>}
        </PageHead>
        <section class="sheet" aria-label={texts.labels.judgements}>
          {judgements.length === 0 && <p>{texts.judgements.list.empty}</p>}
          <JudgementList judgements={judgements} />
        </section>
        {rows.length > shown && (
          <MoreLink to={`/judgements/made?before=${judgements.at(-1)?.id}`}>{texts.judgements.list.earlier}</MoreLink>
        )}
      </>,
    )
  },
})

export const withdrawJudgement = defineAction({
  path: '/judgements/:judgementId/withdraw',
  access: 'judgements:write',
  audit: { action: 'judgement.withdraw', target: 'judgementId' },
  act: async ({ runtime, users, params, person: { organizationId, userId } }) => {
    const ref = { id: params.judgementId ?? '', organizationId }
    const user = await users.find({ organizationId, userId })
    if (!(await runtime.judgements.withdraw({ ...ref, by: user?.email || user?.name || userId })))
      throw new ApiError('There is no such judgement.', { code: 'NOT_FOUND' })
    return { kind: 'redirect', to: '/judgements/made', notice: 'judgement-withdrawn' }
  },
})

/** Where the page before ended. A run of another organization is none. */
async function loadPlaceAfter({ runtime, person, query }: OwnVisit): Promise<ManualPlace | undefined> {
  const [, runId, number] = /^([A-Za-z0-9_-]{1,64})\.(\d{1,15})$/.exec(query.get('after') ?? '') ?? []
  const run =
    runId === undefined ? undefined : await runtime.runs.kept({ id: runId, organizationId: person.organizationId })
  return run && { connectionId: run.connectionId, runId: run.id, number: Number(number) }
}

function Filter(props: ConnectionChoiceProps) {
  const texts = useTexts()
  return (
    <GetForm to="/judgements" role="search" class="filter">
      <ConnectionChoice {...props} />
      <SubmitButton looks="quiet">{texts.actions.filter}</SubmitButton>
    </GetForm>
  )
}

function NeededList({
  needed,
  names,
}: {
  readonly needed: readonly NeededReview[]
  readonly names: ReadonlyMap<string, string>
}) {
  const texts = useTexts()
  const { visitor } = useFrame()
  const mayJudge = visitor !== undefined && mayDo(visitor.role, 'judgements:write')
  return (
    <GetForm to="/judgements/judge" class="sheet needed">
      {mayJudge && (
        <div class="bulk">
          <label class="tick scripted">
            <input type="checkbox" data-all="result" /> {texts.actions.selectPage}
          </label>
          <SubmitButton looks="quiet">{texts.judgements.several.judgeSelected}</SubmitButton>
        </div>
      )}
      <ul class="list">
        {needed.map(({ runId, check, result, connectionId, connectorId, atMs }) => (
          <li>
            {mayJudge && (
              <span class="pick">
                <input
                  type="checkbox"
                  name="result"
                  value={formatTicked({ runId, check, result })}
                  aria-label={texts.findings.list.select({
                    title: result.title,
                    name: result.resource.name ?? result.resource.id,
                  })}
                />
              </span>
            )}
            <SeverityBadge of={result.severity ?? check.severity} />
            <span class="what">
              <Link to={`/runs/${runId}?check=${check.id}&status=manual#finding-${result.findingId}`}>
                {result.title}
              </Link>{' '}
              <span class="small">
                {result.resource.type} {result.resource.name ?? result.resource.id} ·{' '}
                {connectorId === crossCheckConnectorId ? texts.labels.crossChecks : names.get(connectionId)} ·{' '}
                {check.title} · <Moment at={atMs} />
              </span>
            </span>
            {mayJudge && (
              <Link
                to={`/runs/${runId}/judge?check=${check.id}&finding=${result.findingId}`}
                looks="quiet"
                aria-label={texts.judgements.needed.judgeNamed({
                  title: result.title,
                  name: result.resource.name ?? result.resource.id,
                })}
              >
                {texts.actions.judge}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </GetForm>
  )
}
