import { ApiError } from '../../../errors/index.ts'
import { nameLengthMax } from '../../../service/records/text-limits.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import type { Connection } from '../../connections/connection-state.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, defineAction, definePage } from '../../pages/page-route.ts'
import { FormActions, InputField } from '../../pages/shared/form-field.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { takeStoredFile } from '../reading/take-stored-file.ts'

const path = '/imports'

/** Where files of other tools came from, and a form for another one. */
export const importsPage = definePage({
  path,
  access: 'connections:read',
  show: async ({ texts, runtime, person: { organizationId, role } }) => {
    const sources = await runtime.imports.sources({ organizationId })
    return createPage(
      { title: texts.imports.title },
      <>
        <PageHead title={texts.imports.title} lead={texts.imports.lead} />
        <Sheet id="sources" title={texts.imports.sources}>
          {sources.length === 0 && <p class="small">{texts.imports.empty}</p>}
          <ul>
            {sources.map((source) => (
              <Source source={source} />
            ))}
          </ul>
        </Sheet>
        {mayDo(role, 'runs:write') && <FileForm sources={sources} />}
      </>,
    )
  },
})

function Source({ source: { id, name } }: { readonly source: Connection }) {
  return (
    <li>
      <Link to={`/connections/${id}`}>{name ?? id}</Link>
    </li>
  )
}

function FileForm({ sources }: { readonly sources: readonly Connection[] }) {
  const texts = useTexts()
  return (
    <Sheet id="file" title={texts.imports.form.title}>
      <PostForm to={path} enctype="multipart/form-data">
        <InputField
          name="source"
          label={texts.imports.form.source}
          value={sources[0]?.name}
          maxlength={nameLengthMax}
          required
        />
        <InputField name="upload" id="upload" label={texts.labels.file} type="file" required />
        <FormActions submit={texts.imports.form.button} looks="quiet" />
      </PostForm>
    </Sheet>
  )
}

export const takeImport = defineAction({
  path,
  access: 'runs:write',
  audit: { action: 'import.take' },
  takesFiles: true,
  act: async ({ runtime, objects, person: { organizationId, userId }, form }) => {
    const [file] = form.takeFiles('upload')
    if (file === undefined) throw new ApiError('Choose a file. Go back and select one.', { code: 'API_INVALID' })
    const { name, stored } = file
    const order = { organizationId, userId, source: form.text('source').trim(), name, stored }
    const { runId } = await takeStoredFile({ runtime, objects }, order)
    return { kind: 'redirect', to: `/runs/${runId}`, made: runId }
  },
})
