import { readExpiryMs } from '../../../checks/waivers/limits.ts'
import { expiringMs, type StoredWaiver, type WaiverState, waiverStates } from '../../../checks/waivers/waiver-store.ts'
import { ApiError } from '../../../errors/index.ts'
import { findKnownTime } from '../../../service/rights/period.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { loadConnectionNames } from '../../connections/pieces/connection-choice.tsx'
import { wasInForceAt } from '../../judgements/decisions/decision-index.ts'
import { createPage, defineAction, definePage, type OwnSubmission, type OwnVisit } from '../../pages/page-route.ts'
import { KeyedPages } from '../../pages/shared/keyed-pages.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { Tabs } from '../../pages/shared/tabs.tsx'
import { loadNames } from '../../people/reading/load-names.ts'
import { WaiverEntry } from './waiver-entry.tsx'

const shown = 50
/** Of an auditor, whose list is made from all waivers there were. */
const shownWithin = 200

/** The risks that the organization has accepted. An administrator can revoke them here. */
export const waiversPage = definePage({
  path: '/waivers',
  access: 'waivers:read',
  show: async (visit) => {
    const { texts } = visit
    const { runtime, person, query } = visit
    const nowMs = runtime.workspace.clock.nowMs()
    const within = findKnownTime(person, nowMs)
    const state = waiverStates.find((one) => one === query.get('state')) ?? 'holds'
    const { waivers, counts, next } = within
      ? await listStateAt(visit, state, within.toMs)
      : await listPage(visit, state, query.get('after'))
    const names = await loadConnectionNames(
      visit,
      waivers.flatMap(({ waiver }) => waiver.connection ?? []),
    )
    const people = await loadNames(
      visit.users,
      person.organizationId,
      waivers.map(({ userId }) => userId),
    )
    return createPage(
      { title: texts.labels.acceptedRisks },
      <>
        <PageHead title={texts.labels.acceptedRisks} lead={texts.waivers.lead}>
          {within && <p class="small">{texts.shared.period.asOfEnd({ moment: <Moment at={within.toMs} /> })}</p>}
        </PageHead>
        <Tabs
          tabs={waiverStates.map((each) => ({
            to: `/waivers?state=${each}`,
            text: texts.waivers.states[each],
            count: texts.format.counted(counts[each]),
            current: each === state,
          }))}
        />
        {waivers.length === 0 ? (
          <p class="sheet">{texts.waivers.empty[state]}</p>
        ) : (
          <ul class="sheet list">
            {waivers.map((waiver) => (
              <WaiverEntry
                waiver={waiver}
                state={state}
                connectors={[...runtime.connectors, runtime.crossCheckConnector]}
                names={names}
                person={people.get(waiver.userId)}
                mayWrite={mayDo(person.role, 'waivers:write')}
              />
            ))}
          </ul>
        )}
        <KeyedPages
          at={`/waivers?state=${state}`}
          isFirst={!query.has('after')}
          next={next}
          says={texts.waivers.shownOf({ waivers: waivers.length, counts: counts[state] })}
        />
      </>,
    )
  },
})

export const revokeWaiver = defineAction({
  path: '/waivers/:waiverId/revoke',
  access: 'waivers:write',
  audit: { action: 'waiver.revoke', target: 'waiverId' },
  act: async (submission) => {
    await submission.runtime.waivers.revoke(await demandWaiver(submission))
    return { kind: 'redirect', to: '/waivers', notice: 'waiver-revoked' }
  },
})

/** @throws ApiError 404, for another organization's too */
async function demandWaiver({ runtime, params, person: { organizationId } }: OwnSubmission) {
  const ref = { id: params.waiverId ?? '', organizationId }
  if (await runtime.waivers.get(ref)) return ref
  throw new ApiError('There is no such waiver.', { code: 'NOT_FOUND' })
}

type Counts = Readonly<Record<WaiverState, number>>

interface ListedWaivers {
  readonly waivers: readonly StoredWaiver[]
  readonly counts: Counts
  /** Id of the last one, if more come after it. */
  readonly next: string | undefined
}

async function listPage(
  { runtime, person }: OwnVisit,
  state: WaiverState,
  afterId: string | null,
): Promise<ListedWaivers> {
  const { organizationId } = person
  const { waivers } = runtime
  const after = afterId === null ? undefined : await waivers.get({ id: afterId, organizationId })
  const [rows, ...numbers] = await Promise.all([
    waivers.listInState({ organizationId, state, limit: shown + 1, after }),
    ...waiverStates.map((each) => waivers.countInState({ organizationId, state: each })),
  ])
  const counts = Object.fromEntries(waiverStates.map((each, index) => [each, numbers[index] ?? 0])) as Counts
  const page = rows.slice(0, shown)
  return { waivers: page, counts, next: rows.length > shown ? page.at(-1)?.id : undefined }
}

/** As they were at a time. */
async function listStateAt({ runtime, person }: OwnVisit, state: WaiverState, atMs: number): Promise<ListedWaivers> {
  const { organizationId } = person
  const all = (await runtime.waivers.list({ organizationId, revoked: true })).filter(
    ({ createdAtMs }) => createdAtMs <= atMs,
  )
  const isIn: Readonly<Record<WaiverState, (waiver: StoredWaiver) => boolean>> = {
    holds: (waiver) => wasInForceAt(waiver, atMs) && readExpiryMs(waiver.waiver) >= atMs,
    expiring: (waiver) => isIn.holds(waiver) && readExpiryMs(waiver.waiver) < atMs + expiringMs,
    expired: (waiver) => wasInForceAt(waiver, atMs) && readExpiryMs(waiver.waiver) < atMs,
    revoked: (waiver) => !wasInForceAt(waiver, atMs),
  }
  const counts = Object.fromEntries(waiverStates.map((each) => [each, all.filter(isIn[each]).length])) as Counts
  return { waivers: all.filter(isIn[state]).slice(0, shownWithin), counts, next: undefined }
}
