import type { Finding } from '../../../checks/findings/finding-store.ts'
import type { Waiver } from '../../../define/index.ts'
import { ApiError, CheckwrightError } from '../../../errors/index.ts'
import { formatDay } from '../../../text/calendar-day.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, defineAction, definePage, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'
import { Alert } from '../../pages/shared/alert.tsx'
import { findResultConnection, readResultConnection } from '../../pages/shared/connector-names.ts'
import { FormActions, InputField, TextField } from '../../pages/shared/form-field.tsx'
import {
  type ChosenIds,
  ChosenList,
  createNothingChosen,
  loadChosen,
  readBack,
  readTicked,
} from './chosen-findings.tsx'

const path = '/findings/accept'

function describeRefused(texts: Texts) {
  return texts.findings.accept.refusedElsewhere
}

/** Accepts failing results as risks, for a while. */
export const acceptPage = definePage({
  path,
  access: 'waivers:write',
  show: async (visit) => {
    const { texts } = visit
    const { query } = visit
    const findings = await loadFailing(visit, readTicked(query))
    const back = query.get('filter') ?? ''
    if (findings.length === 0) return createNothingChosen(texts, back, describeRefused(texts))
    const counts = { justification: '', approver: await findApproverName(visit), expires: '' }
    return renderAccept(texts, { visit, findings, back, counts, isEverywhere: false })
  },
})

export const acceptFindings = defineAction({
  path,
  access: 'waivers:write',
  audit: { action: 'waiver.create' },
  act: async (submission) => {
    const { texts } = submission
    const { runtime, person, form } = submission
    const { organizationId, userId } = person
    const findings = await loadFailing(submission, { findings: form.all('finding') })
    const [first] = findings
    if (first === undefined) throw new ApiError('There is no such finding.', { code: 'NOT_FOUND' })
    const back = form.text('filter')
    const counts = {
      justification: form.text('justification').trim(),
      approver: form.text('approver').trim(),
      expires: form.text('expires').trim(),
    }
    const isEverywhere = form.text('everywhere') === 'yes'
    const refuse = (problem: string) =>
      renderAccept(texts, { visit: submission, findings, back, counts, isEverywhere, problem })
    if (Object.values(counts).includes('')) return refuse(texts.findings.accept.incomplete)
    const pattern = findings.find(({ result: { resource } }) => /[*?]/.test(resource.id + resource.type))
    // Both signs are special in a waiver, so it would accept more than this one.
    if (pattern) return refuse(texts.findings.accept.pattern({ id: pattern.result.resource.id }))
    try {
      const made = await runtime.waivers.createAll({
        organizationId,
        userId,
        waivers: buildWaivers(await placeFindings(submission, findings), isEverywhere, counts),
      })
      const to = findings.length === 1 ? `/findings/${first.id}` : readBack(back)
      return { kind: 'redirect', to, notice: 'waived', made: made.map(({ id }) => id).join(' ') }
    } catch (error) {
      if (error instanceof CheckwrightError && error.code === 'WAIVERS_INVALID') return refuse(error.message)
      throw error
    }
  },
})

type WaiverEntry = Pick<Waiver, 'justification' | 'approver' | 'expires'>

/** A finding with the connection that it is about. A cross-check's may be about none: then it is accepted by its resource alone. */
type PlacedFinding = Finding & { readonly place: string | undefined }

async function placeFindings(
  { runtime, person: { organizationId } }: Pick<OwnVisit, 'runtime' | 'person'>,
  findings: readonly Finding[],
): Promise<readonly PlacedFinding[]> {
  const places = findings.map(({ connectionId, connectorId, result: { resource } }) => ({
    connectionId,
    connectorId,
    resourceId: resource.id,
  }))
  const ids = [...new Set(places.map(readResultConnection))]
  const found = await runtime.connections.search({ organizationId, ids, limit: ids.length })
  const own = new Map(found.map(({ connection: { id } }) => [id, true]))
  return findings.map((finding, index) => {
    const place = places[index]
    return { ...finding, place: place && findResultConnection(place, own) }
  })
}

/** One waiver for the resources of a check on a connection: an organization keeps a limited number. */
function buildWaivers(
  findings: readonly PlacedFinding[],
  isEverywhere: boolean,
  counts: WaiverEntry,
): readonly Waiver[] {
  const groups = Map.groupBy(findings, ({ connectorId, place = '', checkId, result }) =>
    JSON.stringify([connectorId, checkId, result.resource.type, isEverywhere ? '' : place]),
  )
  return [...groups.values()].flatMap(([first, ...rest]): Waiver[] =>
    first === undefined
      ? []
      : [
          {
            connector: first.connectorId,
            check: first.checkId,
            resource: [...new Set([first, ...rest].map(({ result }) => result.resource.id))],
            resourceType: first.result.resource.type,
            allConnections: isEverywhere || first.place === undefined ? (true as const) : undefined,
            connection: isEverywhere || first.place === undefined ? undefined : first.place,
            ...counts,
          },
        ],
  )
}

async function loadFailing(visit: OwnVisit, chosen: ChosenIds): Promise<readonly Finding[]> {
  // A waiver does not cover what needs review: whoever refused it, or another administrator, accepts it by a judgement.
  return (await loadChosen(visit, chosen)).filter(
    ({ state, waived, judgementId }) => state !== 'resolved' && !waived && judgementId === null,
  )
}

async function findApproverName({ users, person: { organizationId, userId } }: OwnVisit): Promise<string> {
  return (await users.find({ organizationId, userId }))?.email ?? ''
}

interface AcceptProps {
  readonly visit: Pick<OwnVisit, 'runtime'>
  readonly findings: readonly Finding[]
  readonly back: string
  readonly counts: WaiverEntry
  readonly isEverywhere: boolean
  readonly problem?: string
}

function renderAccept(texts: Texts, { visit, findings, back, counts, isEverywhere, problem }: AcceptProps): PageAnswer {
  const now = new Date(visit.runtime.workspace.clock.nowMs())
  const latest = new Date(now)
  latest.setUTCFullYear(latest.getUTCFullYear() + 1)
  const [first] = findings
  const leave = findings.length === 1 && first ? `/findings/${first.id}` : readBack(back)
  return createPage(
    { status: problem === undefined ? 200 : 400, title: texts.findings.accept.title },
    <section class="lone">
      <p class="crumbs">
        <Link to={readBack(back)}>{texts.labels.findings}</Link>
      </p>
      <h1>{findings.length === 1 ? texts.findings.accept.one : texts.findings.accept.many}</h1>
      <ChosenList findings={findings} />
      <p class="small">
        {texts.findings.accept.lead} {texts.findings.accept.refusedElsewhere}
      </p>
      <Alert says={problem} />
      <PostForm to={path}>
        <input type="hidden" name="filter" value={back} />
        {findings.map(({ id }) => (
          <input type="hidden" name="finding" value={id} />
        ))}
        <TextField name="justification" label={texts.labels.reason} class="prose-box" required>
          {counts.justification}
        </TextField>
        <InputField name="approver" label={texts.findings.accept.approver} value={counts.approver} required />
        <InputField
          name="expires"
          label={texts.labels.lastDay}
          help={texts.findings.accept.lastDayHelp}
          type="date"
          value={counts.expires}
          min={formatDay(now.getTime())}
          max={formatDay(latest.getTime())}
          required
        />
        <div class="field">
          <label class="tick">
            <input type="checkbox" name="everywhere" value="yes" checked={isEverywhere} />{' '}
            {texts.findings.accept.everywhere}
          </label>
        </div>
        <FormActions submit={texts.findings.accept.title} cancelTo={leave} />
      </PostForm>
    </section>,
  )
}
