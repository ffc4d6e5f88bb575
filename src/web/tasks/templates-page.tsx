import type { TaskTemplate } from '../../workspace/tasks/template.ts'
import { Link, PostForm } from '../frame/links.tsx'
import { defineAction, definePage, type OwnVisit, type PageAnswer } from '../page-route.ts'
import { isMistake } from './task-form.tsx'
import { formatCadence } from './task-words.tsx'

const path = '/tasks/templates'
const frameworks = [
  ['soc2', 'SOC 2'],
  ['iso27001', 'ISO 27001'],
] as const

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

async function renderTemplates({ runtime, person }: OwnVisit, problem?: string): Promise<PageAnswer> {
  const [templates, tasks] = await Promise.all([
    runtime.tasks.templates(),
    runtime.tasks.list({ organizationId: person.organizationId }),
  ])
  const added = new Set(tasks.map(({ template }) => template))
  const offered = templates.filter(({ id }) => !added.has(id))
  return {
    kind: 'page',
    status: problem === undefined ? 200 : 400,
    title: 'Templates of obligations',
    content: (
      <>
        <header class="head">
          <div>
            <p class="crumbs">
              <Link to="/tasks">Obligations</Link>
            </p>
            <h1>Templates</h1>
            <p class="lead">What auditors expect. You can change each after you have added it.</p>
          </div>
          <div class="row">
            {frameworks.map(([id, name]) => (
              <PostForm to={path}>
                <input type="hidden" name="framework" value={id} />
                <button class="button primary" type="submit">
                  {`Add all of ${name}`}
                </button>
              </PostForm>
            ))}
          </div>
        </header>
        {problem !== undefined && (
          <div class="alert" role="alert">
            <p>{problem}</p>
          </div>
        )}
        {offered.length === 0 ? (
          <p class="sheet">You have added all of them.</p>
        ) : (
          <PostForm to={path}>
            <ul class="sheet list">
              {offered.map((template) => (
                <TemplateRow template={template} />
              ))}
            </ul>
            <div class="actions">
              <button class="button primary" type="submit">
                Add those that are ticked
              </button>
            </div>
          </PostForm>
        )}
      </>
    ),
  }
}

function TemplateRow({
  template: { id, title, description, controls, everyDays },
}: {
  readonly template: TaskTemplate
}) {
  return (
    <li>
      <label class="tick what">
        <input type="checkbox" name="template" value={id} />{' '}
        <span>
          <b>{title}</b> <span class="small">{[formatCadence(everyDays), ...controls].join(' · ')}</span>
          <br />
          <span class="small">{description}</span>
        </span>
      </label>
    </li>
  )
}
