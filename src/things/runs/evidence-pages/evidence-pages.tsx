import { ApiError } from '../../../errors/index.ts'
import { runBundleForm } from '../../../service/files/evidence-uploads.ts'
import { findKnownTime } from '../../../service/rights/period.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { createFileResponse } from '../../api/answers/file-response.ts'
import { JudgementList } from '../../judgements/pages/judgement-parts.tsx'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, defineAction, definePage } from '../../pages/page-route.ts'
import { FormActions, InputField } from '../../pages/shared/form-field.tsx'
import { MoreLink } from '../../pages/shared/keyed-pages.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { demandUpload, saveUpload } from '../../uploads/reading/uploads.ts'

const shown = 50
const formLengthMax = 100

/** The files that people uploaded as evidence. */
export const evidencePage = definePage({
  path: '/evidence',
  access: 'evidence:read',
  show: async ({ texts, runtime, person, query }) => {
    const { organizationId, role } = person
    const { evidenceUploads, clock } = runtime.workspace
    const before = query.get('before')
    const last = before === null ? undefined : await evidenceUploads.find(before, organizationId)
    const rows = await evidenceUploads.list({
      organizationId,
      within: findKnownTime(person, clock.nowMs()),
      limit: shown + 1,
      before: last?.file,
    })
    const uploads = rows.slice(0, shown)
    return createPage(
      { title: texts.labels.evidence },
      <>
        <PageHead title={texts.labels.evidence} lead={texts.evidence.lead} />
        <section class="sheet" aria-label={texts.labels.files}>
          {uploads.length === 0 && <p>{texts.evidence.empty}</p>}
          <ul class="list">
            {uploads.map(({ file, formType }) => (
              <li>
                <span class="what">
                  <Link to={`/evidence/${file.id}`}>{file.name}</Link> <span class="small">{formType}</span>
                </span>
                <span class="small">{formatSize(texts, file.sizeBytes)}</span>
                <span class="small">
                  <Moment at={file.createdAtMs} />
                </span>
              </li>
            ))}
          </ul>
          {rows.length > shown && (
            <MoreLink to={`/evidence?before=${uploads.at(-1)?.file.id}`}>{texts.evidence.earlier}</MoreLink>
          )}
        </section>
        {mayDo(role, 'evidence-forms:write') && <UploadSection />}
      </>,
    )
  },
})

export const uploadEvidence = defineAction({
  path: '/evidence',
  access: 'evidence-forms:write',
  audit: { action: 'evidence-form.upload' },
  takesFiles: true,
  act: async ({ runtime, objects, person: { organizationId, userId }, form }) => {
    const formType = form.text('form').trim() || 'other'
    if (formType === runBundleForm || formType.length > formLengthMax || /[\p{Cc}\p{Bidi_Control}]/u.test(formType))
      throw new ApiError(
        `Name the purpose in at most ${formLengthMax} letters, digits and spaces. Go back and change it.`,
        { code: 'API_INVALID' },
      )
    const [file, ...others] = form.takeFiles('upload')
    if (file === undefined) throw new ApiError('Choose a file. Go back and select one.', { code: 'API_INVALID' })
    const upload = await saveUpload({ runtime, objects }, { organizationId, userId, formType, ...file })
    for (const other of others) await saveUpload({ runtime, objects }, { organizationId, userId, formType, ...other })
    return { kind: 'redirect', to: `/evidence/${upload.file.id}`, notice: 'uploaded', made: upload.file.id }
  },
})

/** One file, and the judgements that rest on it. */
export const uploadPage = definePage({
  path: '/evidence/:fileId',
  access: 'evidence:read',
  show: async ({ texts, runtime, users, person, params }) => {
    const { organizationId } = person
    const { file, formType } = await demandUpload(runtime, person, params.fileId ?? '')
    const within = findKnownTime(person, runtime.workspace.clock.nowMs())
    const judgements = await runtime.judgements.list({ organizationId, fileId: file.id, atMs: within?.toMs })
    const user = file.userId === null ? undefined : await users.find({ organizationId, userId: file.userId })
    return createPage(
      { title: file.name },
      <>
        <PageHead
          crumbs={<Link to="/evidence">{texts.labels.evidence}</Link>}
          title={file.name}
          actions={
            <Link to={`/evidence/${file.id}/download`} looks="primary">
              {texts.actions.download}
            </Link>
          }
        />
        <section class="sheet" aria-label={texts.labels.details}>
          <dl class="facts">
            <dt>{texts.evidence.file.uploaded}</dt>
            <dd>
              {file.userId === null ? (
                <Moment at={file.createdAtMs} />
              ) : (
                texts.shared.momentBy({
                  moment: <Moment at={file.createdAtMs} />,
                  by: user?.email || user?.name || file.userId,
                })
              )}
            </dd>
            <dt>{texts.evidence.file.purpose}</dt>
            <dd>{formType}</dd>
            <dt>{texts.labels.type}</dt>
            <dd>{file.type}</dd>
            <dt>{texts.evidence.file.size}</dt>
            <dd>{formatSize(texts, file.sizeBytes)}</dd>
            <dt>{texts.labels.sha256}</dt>
            <dd>
              <code>{file.sha256}</code>
            </dd>
          </dl>
        </section>
        <Sheet id="judgements" title={texts.evidence.file.judgements}>
          {judgements.length === 0 && <p class="small">{texts.judgements.list.empty}</p>}
          <JudgementList judgements={judgements} />
        </Sheet>
      </>,
    )
  },
})

export const downloadUpload = definePage({
  path: '/evidence/:fileId/download',
  access: 'evidence:read',
  show: async ({ runtime, objects, person, params, request }) => {
    const { file } = await demandUpload(runtime, person, params.fileId ?? '')
    const bytes = await objects.get({ organizationId: person.organizationId, key: file.objectKey })
    if (bytes === undefined) throw new ApiError('The bytes of this file are no longer there.', { code: 'NOT_FOUND' })
    return { kind: 'response', response: await createFileResponse(file, bytes, request) }
  },
})

function UploadSection() {
  const texts = useTexts()
  return (
    <Sheet id="upload" title={texts.evidence.upload.title}>
      <PostForm to="/evidence" enctype="multipart/form-data">
        <InputField name="form" label={texts.evidence.file.purpose} maxlength={formLengthMax} required />
        <InputField name="upload" id="file" label={texts.labels.file} type="file" required />
        <FormActions submit={texts.evidence.upload.button} looks="quiet" />
      </PostForm>
    </Sheet>
  )
}

function formatSize(texts: Texts, bytes: number): string {
  if (bytes < 1_000) return texts.evidence.file.bytes({ bytes })
  return bytes < 1_000_000
    ? texts.evidence.file.kilobytes({ kilobytes: (bytes / 1_000).toFixed(1) })
    : `${(bytes / 1_000_000).toFixed(1)} MB`
}
