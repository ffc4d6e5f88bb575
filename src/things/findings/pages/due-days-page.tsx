import { dueDaysMax } from '../../../checks/findings/due.ts'
import { severities } from '../../../define/index.ts'
import { ApiError } from '../../../errors/index.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, defineAction, definePage } from '../../pages/page-route.ts'
import { FormActions, InputField } from '../../pages/shared/form-field.tsx'

const path = '/findings/due-days'

/** How many days there are to resolve a finding. */
export const dueDaysPage = definePage({
  path,
  access: 'people:write',
  show: async ({ texts, runtime, person: { organizationId } }) => {
    const days = await runtime.findings.dueDays({ organizationId })
    return createPage(
      { title: texts.findings.dueDays.title },
      <section class="lone">
        <p class="crumbs">
          <Link to="/findings">{texts.labels.findings}</Link>
        </p>
        <h1>{texts.findings.dueDays.title}</h1>
        <p>{texts.findings.dueDays.lead}</p>
        <PostForm to={path}>
          {severities.map((severity) => (
            <InputField
              name={severity}
              label={texts.findings.dueDays.field({ severity: texts.states.severity[severity] })}
              type="number"
              min={1}
              max={dueDaysMax}
              value={String(days[severity])}
              required
            />
          ))}
          <FormActions submit={texts.actions.save} />
        </PostForm>
      </section>,
    )
  },
})

export const saveDueDays = defineAction({
  path,
  access: 'people:write',
  audit: { action: 'organization.update' },
  act: async ({ runtime, person: { organizationId }, form }) => {
    const entries = severities.map((severity) => [severity, Number(form.text(severity))] as const)
    const wrong = entries.find(([, days]) => !Number.isInteger(days) || days < 1 || days > dueDaysMax)
    if (wrong)
      throw new ApiError(`Enter a whole number of days from 1 to ${dueDaysMax} for ${wrong[0]}.`, {
        code: 'API_INVALID',
      })
    await runtime.findings.setDueDays({ organizationId, days: Object.fromEntries(entries) })
    return { kind: 'redirect', to: '/findings', notice: 'due-days-saved' }
  },
})
