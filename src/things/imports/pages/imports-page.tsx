import { frameworkIds } from '../../../checks/controls/frameworks/shipped-frameworks.ts'
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
import type { RelianceProposals } from '../propose-reliances.ts'
import { takeStoredFile } from '../reading/take-stored-file.ts'

const path = '/imports'

/** Where files of other tools came from, and a form for another one. */
export const importsPage = definePage({
  path,
  access: 'connections:read',
  show: async ({ texts, runtime, person: { organizationId, role } }) => {
    const sources = await runtime.imports.sources({ organizationId })
    const proposals = new Map<string, RelianceProposals | undefined>()
    if (mayDo(role, 'judgements:write'))
      for (const { id: connectionId } of sources.slice(0, proposedMax))
        proposals.set(
          connectionId,
          await runtime.imports.proposals({ organizationId, connectionId, frameworks: frameworkIds }),
        )
    return createPage(
      { title: texts.imports.title },
      <>
        <PageHead title={texts.imports.title} lead={texts.imports.lead} />
        <Sheet id="sources" title={texts.imports.sources}>
          {sources.length === 0 && <p class="small">{texts.imports.empty}</p>}
          <ul>
            {sources.map((source) => (
              <Source source={source} proposals={proposals.get(source.id)} />
            ))}
          </ul>
        </Sheet>
        {mayDo(role, 'runs:write') && <FileForm sources={sources} />}
      </>,
    )
  },
})

/** Sources whose newest file is read for the page. */
const proposedMax = 20

function Source({
  source: { id, name },
  proposals,
}: {
  readonly source: Connection
  readonly proposals: RelianceProposals | undefined
}) {
  return (
    <li>
      <Link to={`/connections/${id}`}>{name ?? id}</Link>
      {proposals && <Proposals source={id} proposals={proposals} />}
    </li>
  )
}

/** Statements that its checks look at: each begins the form of a reliance, and counts for nothing before that. */
function Proposals({
  source,
  proposals: { reading, proposals, unread },
}: {
  readonly source: string
  readonly proposals: RelianceProposals
}) {
  const { imports: texts } = useTexts()
  return (
    <details>
      <summary>{texts.proposals({ count: proposals.length })}</summary>
      <p class="small">{texts.proposalsLead({ tool: reading.tool, read: reading.read, unread })}</p>
      <ul>
        {proposals.map(({ says, checks, controls }) => (
          <li>
            {says}{' '}
            <Link to={`/settings/reliances?${formatProposal(source, checks, controls)}#add`}>
              {texts.beginReliance({ checks: checks.length, controls: controls.length })}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}

function formatProposal(source: string, checks: readonly string[], controls: readonly string[]): URLSearchParams {
  return new URLSearchParams({ source, checks: checks.join(', '), controls: controls.join(', ') })
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
