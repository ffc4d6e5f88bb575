import { computeEvidenceDigest } from '../../../checks/judgements/evidence-digest.ts'
import { computeLatestExpiry } from '../../../checks/waivers/limits.ts'
import { CheckwrightError } from '../../../errors/index.ts'
import { omitUndefined } from '../../../text/omit-undefined.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, defineAction, definePage, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'
import { Alert } from '../../pages/shared/alert.tsx'
import { FormActions, TextField } from '../../pages/shared/form-field.tsx'
import { LastDayField } from '../../pages/shared/last-day-field.tsx'
import { EvidenceText } from '../../pages/shared/result-parts.tsx'
import { Decision, findMissing, findResultToJudge, type JudgeEntry, type ResultToJudge } from './judge-form.tsx'

const path = '/judgements/judge'
/** As many as a page of the list has. */
const severalMax = 50

/** A result that somebody has ticked, and the digest of its evidence that they have seen. */
interface TickedResult {
  readonly place: ResultToJudge
  readonly digest: string
}

/** Decides about several results that need review with one reason. Each is judged on its own, as if it were the only one. */
export const judgeSeveralPage = definePage({
  path,
  access: 'judgements:write',
  show: async (visit) => {
    const places = await loadTicked(visit, visit.query.getAll('result'))
    if (places.length === 0) return createNothingTicked(visit.texts)
    const results = places.map((place) => ({ place, digest: computeEvidenceDigest(place.result, place.check) }))
    return renderSeveral(visit, results, { decision: '', reason: '', expires: '', files: [] })
  },
})

export const judgeSeveral = defineAction({
  path,
  access: 'judgements:write',
  audit: { action: 'judgement.create' },
  act: async (submission) => {
    const { texts, runtime, users, person, form } = submission
    const { organizationId, userId } = person
    const places = await loadTicked(submission, form.all('result'))
    if (places.length === 0) return createNothingTicked(texts)
    const seen = new Map(form.all('result').map((value, index) => [value, form.all('evidence')[index] ?? '']))
    const results = places.map((place) => ({ place, digest: seen.get(formatTicked(place)) ?? '' }))
    const entry = {
      decision: form.text('decision'),
      reason: form.text('reason').trim(),
      expires: form.text('expires').trim(),
      files: [],
    }
    const missing = findMissing(texts, entry)
    if (missing !== undefined) return renderSeveral(submission, results, entry, { problem: missing })
    const user = await users.find({ organizationId, userId })
    const made: string[] = []
    for (const [index, { place, digest }] of results.entries())
      try {
        const { id } = await runtime.judgements.create({
          organizationId,
          runId: place.runId,
          findingId: place.result.findingId,
          reason: entry.reason,
          expires: entry.expires,
          decision: entry.decision === 'refused' ? 'refused' : 'accepted',
          evidenceSha256: digest,
          judge: { userId, name: user?.name ?? '', email: user?.email ?? '' },
        })
        made.push(id)
      } catch (error) {
        if (!(error instanceof CheckwrightError && /^JUDGEMENT_/.test(error.code))) throw error
        // Those before it are judged, and it and those after it are left.
        const { title } = place.result
        const problem = texts.judgements.several.problem({ title, judged: made.length, message: error.message })
        return renderSeveral(submission, results.slice(index), entry, { problem, made: made.join(' ') || undefined })
      }
    return { kind: 'redirect', to: '/judgements', notice: 'judged', made: made.join(' ') }
  },
})

/** The value of a box of the list. */
export function formatTicked({ runId, check, result }: Pick<ResultToJudge, 'runId' | 'check' | 'result'>): string {
  return `${runId}/${check.id}/${result.findingId}`
}

async function loadTicked(visit: OwnVisit, ticked: readonly string[]): Promise<readonly ResultToJudge[]> {
  const places: ResultToJudge[] = []
  for (const each of [...new Set(ticked)].slice(0, severalMax)) {
    const [runId = '', checkId = '', findingId = ''] = each.split('/')
    places.push(await findResultToJudge(visit, { runId, checkId, findingId }))
  }
  return places
}

function createNothingTicked(texts: Texts): PageAnswer {
  return createPage(
    { title: texts.findings.nothingSelected.title },
    <section class="lone">
      <h1>{texts.judgements.several.selectFirst}</h1>
      <p>
        <Link to="/judgements" looks="primary">
          {texts.judgements.several.back}
        </Link>
      </p>
    </section>,
  )
}

function renderSeveral(
  { texts, runtime }: OwnVisit,
  results: readonly TickedResult[],
  entry: JudgeEntry,
  { problem, made }: { readonly problem?: string; readonly made?: string | undefined } = {},
): PageAnswer {
  const latest = computeLatestExpiry(new Date(runtime.workspace.clock.nowMs()))
  return createPage(
    omitUndefined({ status: problem === undefined ? 200 : 400, title: texts.judgements.several.title, made }),
    <section class="lone">
      <p class="crumbs">
        <Link to="/judgements">{texts.states.run.manual}</Link>
      </p>
      <h1>{texts.judgements.several.heading({ count: results.length })}</h1>
      <p class="small">{texts.judgements.several.lead}</p>
      <Alert says={problem} />
      <ul class="plain-list">
        {results.map(({ place }) => (
          <TickedLine place={place} isOpen={results.length <= 3} />
        ))}
      </ul>
      <PostForm to={path}>
        {results.map(({ place, digest }) => (
          <>
            <input type="hidden" name="result" value={formatTicked(place)} />
            <input type="hidden" name="evidence" value={digest} />
          </>
        ))}
        <Decision entry={entry} />
        <TextField name="reason" label={texts.labels.reason} required>
          {entry.reason}
        </TextField>
        <LastDayField latest={latest} value={entry.expires} />
        <FormActions submit={texts.judgements.several.button} cancelTo="/judgements" />
      </PostForm>
    </section>,
  )
}

function TickedLine({ place: { check, result }, isOpen }: { readonly place: ResultToJudge; readonly isOpen: boolean }) {
  const texts = useTexts()
  const { title, resource, description, evidence } = result
  const name = resource.name ?? resource.id
  return (
    <li>
      <details open={isOpen}>
        <summary>
          {title}, {resource.type} {name}
        </summary>
        <p class="small">
          {check.title}
          {check.volatile && ` ${texts.judgements.form.volatile({ members: check.volatile.join(', ') })}`}
        </p>
        {description && <p>{description}</p>}
        <EvidenceText name={texts.labels.evidenceOf({ title, name })} evidence={evidence} />
      </details>
    </li>
  )
}
