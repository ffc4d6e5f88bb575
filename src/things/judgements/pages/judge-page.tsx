import { computeEvidenceDigest } from '../../../checks/judgements/evidence-digest.ts'
import { computeLatestExpiry } from '../../../checks/waivers/limits.ts'
import { CheckwrightError } from '../../../errors/index.ts'
import type { EvidenceUpload } from '../../../service/files/evidence-uploads.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, defineAction, definePage, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'
import { Alert } from '../../pages/shared/alert.tsx'
import { InputField, SubmitButton, TextField } from '../../pages/shared/form-field.tsx'
import { LastDayField } from '../../pages/shared/last-day-field.tsx'
import { EvidenceText } from '../../pages/shared/result-parts.tsx'
import { saveUpload } from '../../uploads/reading/uploads.ts'
import type { Judgement } from '../judgements.ts'
import {
  Decision,
  findMissing,
  findResultToJudge,
  type JudgedPlace,
  type JudgeEntry,
  type ResultToJudge,
} from './judge-form.tsx'
import { JudgementList } from './judgement-parts.tsx'

const path = '/runs/:runId/judge'
/** Files of judgements that were uploaded on this page. */
const uploadForm = 'judgement'
const uploadsShown = 20
const historyShown = 20

/** Decides about one result that needs review. */
export const judgePage = definePage({
  path,
  access: 'judgements:write',
  show: async (visit) => {
    const place = await findResultToJudge(
      visit,
      readPlace(visit.params, (name) => visit.query.get(name) ?? ''),
    )
    return renderJudgeForm(visit, place, { decision: '', reason: '', expires: '', files: [] })
  },
})

export const judge = defineAction({
  path,
  access: 'judgements:write',
  audit: { action: 'judgement.create', target: 'runId' },
  takesFiles: true,
  act: async (submission) => {
    const { texts } = submission
    const { runtime, objects, users, person, form } = submission
    const { organizationId, userId } = person
    const place = await findResultToJudge(submission, readPlace(submission.params, form.text))
    const uploads: EvidenceUpload[] = []
    for (const file of form.takeFiles('upload'))
      uploads.push(await saveUpload({ runtime, objects }, { organizationId, userId, formType: uploadForm, ...file }))
    const entry = {
      decision: form.text('decision'),
      reason: form.text('reason').trim(),
      expires: form.text('expires').trim(),
      // A file that was uploaded stays chosen if the rest of the form has to be corrected.
      files: [...new Set([...form.all('file'), ...uploads.map(({ file }) => file.id)])],
    }
    const missing = findMissing(texts, entry)
    if (missing !== undefined) return renderJudgeForm(submission, place, entry, missing)
    const user = await users.find({ organizationId, userId })
    try {
      const { id } = await runtime.judgements.create({
        organizationId,
        runId: place.runId,
        findingId: place.result.findingId,
        reason: entry.reason,
        expires: entry.expires,
        files: entry.files,
        decision: entry.decision === 'refused' ? 'refused' : 'accepted',
        evidenceSha256: form.text('evidence'),
        judge: { userId, name: user?.name ?? '', email: user?.email ?? '' },
      })
      const to = place.page.startsWith('/tasks/') ? place.page : '/judgements'
      return { kind: 'redirect', to, notice: 'judged', made: id }
    } catch (error) {
      if (error instanceof CheckwrightError && /^JUDGEMENT_/.test(error.code))
        return renderJudgeForm(submission, place, entry, error.message)
      throw error
    }
  },
})

function readPlace({ runId = '' }: OwnVisit['params'], get: (name: string) => string): JudgedPlace {
  return { runId, checkId: get('check'), findingId: get('finding') }
}

async function renderJudgeForm(
  { texts, runtime, person: { organizationId } }: OwnVisit,
  place: ResultToJudge,
  entry: JudgeEntry,
  problem?: string,
): Promise<PageAnswer> {
  const { runId, check, result, page } = place
  const { resource, title, description, evidence, findingId } = result
  const [history, recent, chosen, failed] = await Promise.all([
    runtime.judgements.list({ organizationId, findingIds: [findingId], limit: historyShown }),
    runtime.workspace.evidenceUploads.list({ organizationId, limit: uploadsShown }),
    Promise.all(entry.files.map((id) => runtime.workspace.evidenceUploads.find(id, organizationId))),
    runtime.findings.get({ id: findingId, organizationId }),
  ])
  const uploads = new Map([...chosen, ...recent].flatMap((each) => (each ? [[each.file.id, each]] : [])))
  const latest = computeLatestExpiry(new Date(runtime.workspace.clock.nowMs()))
  const digest = computeEvidenceDigest(result, check)
  const isStatement = page.startsWith('/tasks/')
  return createPage(
    { status: problem === undefined ? 200 : 400, title: texts.judgements.form.title },
    <section class="lone">
      <p class="crumbs">
        <Link to="/judgements">{texts.states.run.manual}</Link> ·{' '}
        <Link to={page}>{isStatement ? texts.judgements.form.toObligation : texts.labels.run}</Link>
        {failed && (
          <>
            {' · '}
            <Link to={`/findings/${findingId}`}>{texts.judgements.form.toFinding}</Link>
          </>
        )}
      </p>
      <h1>{texts.judgements.form.heading}</h1>
      <p>
        <b>{title}</b>
        {!isStatement && `, ${resource.type} ${resource.name ?? resource.id}`}
      </p>
      {description && <p>{description}</p>}
      <p class="small">
        {texts.judgements.form.lead({ title: check.title })}
        {check.volatile && ` ${texts.judgements.form.volatile({ members: check.volatile.join(', ') })}`}
      </p>
      <h2>{texts.labels.resultEvidence}</h2>
      <EvidenceText name={texts.labels.resultEvidence} evidence={evidence} />
      <Alert says={problem} />
      <PostForm to={`/runs/${runId}/judge`} enctype="multipart/form-data">
        <input type="hidden" name="check" value={check.id} />
        <input type="hidden" name="finding" value={findingId} />
        <input type="hidden" name="evidence" value={digest} />
        <Decision entry={entry} />
        <TextField name="reason" label={texts.labels.reason} required>
          {entry.reason}
        </TextField>
        <Files uploads={[...uploads.values()]} chosen={entry.files} />
        <LastDayField latest={latest} value={entry.expires} />
        <div class="actions">
          <SubmitButton looks="primary">{texts.judgements.form.button}</SubmitButton>
          <Link to="/judgements" looks="quiet">
            {texts.judgements.form.cancel}
          </Link>
        </div>
      </PostForm>
      {history.length > 0 && <History judgements={history} digest={digest} />}
    </section>,
  )
}

function Files({
  uploads,
  chosen,
}: {
  readonly uploads: readonly EvidenceUpload[]
  readonly chosen: readonly string[]
}) {
  const texts = useTexts()
  return (
    <>
      <InputField
        name="upload"
        label={texts.labels.files}
        optional
        help={texts.judgements.form.filesHelp}
        type="file"
        multiple
      />
      {uploads.length > 0 && (
        <details class="field" open={chosen.length > 0}>
          <summary>{texts.judgements.form.uploadedFiles}</summary>
          {uploads.map(({ file, formType }) => (
            <label class="tick">
              <input type="checkbox" name="file" value={file.id} checked={chosen.includes(file.id)} /> {file.name}{' '}
              <span class="optional">{formType}</span>
            </label>
          ))}
        </details>
      )}
    </>
  )
}

function History({ judgements, digest }: { readonly judgements: readonly Judgement[]; readonly digest: string }) {
  const texts = useTexts()
  const [newest] = judgements
  return (
    <section aria-labelledby="history">
      <h2 id="history">{texts.judgements.list.earlier}</h2>
      {newest?.state === 'holds' && (
        <p class="small">
          {newest.evidenceSha256 === digest
            ? texts.judgements.form.newestApplies
            : texts.judgements.form.newestOutdated}
        </p>
      )}
      <JudgementList judgements={judgements} />
    </section>
  )
}
