import { formatFrameworkTitle } from '../../../checks/controls/frameworks/format-framework-title.ts'
import type { TaskTemplate } from '../../../checks/obligations/template.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { loadFrameworkOf } from '../../own-frameworks/reading/load-own-frameworks.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, defineAction, definePage, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'
import { Alert } from '../../pages/shared/alert.tsx'
import { FormActions, SubmitButton } from '../../pages/shared/form-field.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { PersonField } from '../../pages/shared/person-choice.tsx'
import { chooseOwner, isMistake, loadOwnerChoice } from './task-form.tsx'
import { formatCadence } from './task-words.tsx'

const path = '/tasks/templates'
const frameworks = [
  ['soc2', 'SOC 2'],
  ['iso27001', 'ISO 27001'],
] as const
/** Controls of a template that are named. */
const controlsShown = 8

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
    const of = form.text('of')
    const templates = form.all('template')
    const chosen = of === '' ? (framework === '' ? { templates } : { framework }) : { framework: of, templates }
    try {
      const ownerId = (await chooseOwner(submission, form.text('owner'))) ?? undefined
      await runtime.tasks.addTemplates({ ...chosen, ownerId, organizationId, userId })
      return { kind: 'redirect', to: '/tasks', notice: 'tasks-added' }
    } catch (error) {
      if (isMistake(error)) return renderTemplates(submission, error.message)
      throw error
    }
  },
})

async function renderTemplates(visit: OwnVisit, problem?: string): Promise<PageAnswer> {
  const { texts, runtime, person, query } = visit
  const { organizationId } = person
  const asked = query.get('framework') ?? undefined
  const framework = asked === undefined ? undefined : await loadFrameworkOf(runtime, { organizationId, id: asked })
  const [templates, added] = await Promise.all([
    runtime.tasks.templates(framework && { organizationId, framework: framework.id }),
    runtime.tasks.addedTemplates({ organizationId }),
  ])
  const owners = framework && (await loadOwnerChoice(visit, ''))
  const offered = templates.filter(({ id }) => !added.has(id))
  return createPage(
    { status: problem === undefined ? 200 : 400, title: texts.tasks.templates.pageTitle },
    <>
      <PageHead
        crumbs={<Link to="/tasks">{texts.labels.obligations}</Link>}
        title={framework ? (framework.name ?? formatFrameworkTitle(framework)) : texts.tasks.templates.title}
        lead={framework ? texts.tasks.templates.leadOf : texts.tasks.templates.lead}
        actions={
          framework
            ? undefined
            : frameworks.map(([id, name]) => (
                <PostForm to={path}>
                  <input type="hidden" name="framework" value={id} />
                  <SubmitButton looks="primary">{texts.tasks.templates.addAll({ framework: name })}</SubmitButton>
                </PostForm>
              ))
        }
      />
      <Alert says={problem} />
      {offered.length === 0 ? (
        <p class="sheet">{texts.tasks.templates.allAdded}</p>
      ) : (
        <PostForm to={path}>
          {framework && <input type="hidden" name="of" value={framework.id} />}
          {owners && <PersonField name="owner" label={texts.labels.owner} choice={owners} />}
          <ul class="sheet list">
            {offered.slice(0, openMax).map((template) => (
              <TemplateRow template={template} isChosen={framework !== undefined} />
            ))}
          </ul>
          {offered.length > openMax && (
            <details class="sheet">
              <summary>{texts.counts.more({ count: offered.length - openMax })}</summary>
              <ul class="list">
                {offered.slice(openMax).map((template) => (
                  <TemplateRow template={template} isChosen={framework !== undefined} />
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
  isChosen,
}: {
  readonly template: TaskTemplate
  readonly isChosen: boolean
}) {
  const texts = useTexts()
  const shown = controls.slice(0, controlsShown)
  const more = controls.length - shown.length
  return (
    <li>
      <label class="tick what">
        <input type="checkbox" name="template" value={id} checked={isChosen} />{' '}
        <span>
          <b>{title}</b>{' '}
          <span class="small">
            {[
              formatCadence(texts, everyDays),
              ...shown,
              ...(more > 0 ? [texts.counts.more({ count: more })] : []),
            ].join(' · ')}
          </span>
          <br />
          <span class="small said">{description}</span>
        </span>
      </label>
    </li>
  )
}
