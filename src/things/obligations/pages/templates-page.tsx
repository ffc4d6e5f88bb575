import type { TaskTemplate } from '../../../checks/obligations/template.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, defineAction, definePage, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'
import { Alert } from '../../pages/shared/alert.tsx'
import { FormActions, SubmitButton } from '../../pages/shared/form-field.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { isMistake } from './task-form.tsx'
import { formatCadence } from './task-words.tsx'

const path = '/tasks/templates'
const frameworks = [
  ['soc2', 'SOC 2'],
  ['iso27001', 'ISO 27001'],
] as const
/** The rest opens when somebody asks for it. */
const openMax = 25

/** What auditors expect, to add with one click or one by one. */
export const templatesPage = definePage({ path, access: 'tasks:write', show: (visit) => renderTemplates(visit) })

export const addTemplates = defineAction({
  path,
  access: 'tasks:write',
  audit: { action: 'task.add' },
  act: async (submission) => {
    const { runtime, form, person } = submission
    const { organizationId, userId } = person
    const framework = form.text('framework')
    const chosen = framework === '' ? { templates: form.all('template') } : { framework }
    try {
      await runtime.tasks.addTemplates({ ...chosen, organizationId, userId })
      return { kind: 'redirect', to: '/tasks', notice: 'tasks-added' }
    } catch (error) {
      if (isMistake(error)) return renderTemplates(submission, error.message)
      throw error
    }
  },
})

async function renderTemplates({ texts, runtime, person }: OwnVisit, problem?: string): Promise<PageAnswer> {
  const [templates, added] = await Promise.all([
    runtime.tasks.templates(),
    runtime.tasks.addedTemplates({ organizationId: person.organizationId }),
  ])
  const offered = templates.filter(({ id }) => !added.has(id))
  return createPage(
    { status: problem === undefined ? 200 : 400, title: texts.tasks.templates.pageTitle },
    <>
      <PageHead
        crumbs={<Link to="/tasks">{texts.labels.obligations}</Link>}
        title={texts.tasks.templates.title}
        lead={texts.tasks.templates.lead}
        actions={frameworks.map(([id, name]) => (
          <PostForm to={path}>
            <input type="hidden" name="framework" value={id} />
            <SubmitButton looks="primary">{texts.tasks.templates.addAll({ framework: name })}</SubmitButton>
          </PostForm>
        ))}
      />
      <Alert says={problem} />
      {offered.length === 0 ? (
        <p class="sheet">{texts.tasks.templates.allAdded}</p>
      ) : (
        <PostForm to={path}>
          <ul class="sheet list">
            {offered.slice(0, openMax).map((template) => (
              <TemplateRow template={template} />
            ))}
          </ul>
          {offered.length > openMax && (
            <details class="sheet">
              <summary>{texts.counts.more({ count: offered.length - openMax })}</summary>
              <ul class="list">
                {offered.slice(openMax).map((template) => (
                  <TemplateRow template={template} />
                ))}
              </ul>
            </details>
          )}
          <FormActions submit={texts.tasks.templates.addSelected} />
        </PostForm>
      )}
    </>,
  )
}

function TemplateRow({
  template: { id, title, description, controls, everyDays },
}: {
  readonly template: TaskTemplate
}) {
  const texts = useTexts()
  return (
    <li>
      <label class="tick what">
        <input type="checkbox" name="template" value={id} />{' '}
        <span>
          <b>{title}</b> <span class="small">{[formatCadence(texts, everyDays), ...controls].join(' · ')}</span>
          <br />
          <span class="small">{description}</span>
        </span>
      </label>
    </li>
  )
}
