import { isChoice, type Variable } from '../../../define/index.ts'
import { CredentialError } from '../../../errors/index.ts'
import type { Texts } from '../../all-texts/texts.ts'
import {
  findChanged,
  readSentValue,
  type SentVariables,
  toTextList,
  type VariableField,
  VariableInput,
  variablePrefix,
} from '../../connections/pages/variables-form.tsx'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, defineAction, definePage, type PageAnswer } from '../../pages/page-route.ts'
import { FormActions } from '../../pages/shared/form-field.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { ChangedMeanwhile, nameSeen, readSeen, SeenField } from '../../pages/shared/seen.tsx'
import type { CrossCheckState } from '../cross-checks.ts'
import { demandCrossCheck } from './cross-check-page.tsx'

const path = '/cross-checks/:crossCheckId/variables'

/** The variables of a cross-check: they count for every run of the organization. */
export const crossCheckVariablesPage = definePage({
  path,
  access: 'connections:write',
  show: async (visit) => renderVariables(visit.texts, await demandCrossCheck(visit)),
})

export const saveCrossCheckVariables = defineAction({
  path,
  access: 'connections:write',
  audit: { action: 'cross_check.variables', target: 'crossCheckId' },
  act: async (submission) => {
    const { texts, runtime, form, person } = submission
    const state = await demandCrossCheck(submission)
    const { id, variables: declared = [] } = state.check
    if (findChanged(texts, form, declared, state.variables)) return renderVariables(texts, state, { form })
    const entries = declared.flatMap((variable) => {
      const value = readSentValue(variable, form)
      return value === undefined ? [] : [[variable.id, value] as const]
    })
    try {
      const { organizationId } = person
      await runtime.crossChecks.setVariables({ organizationId, id, variables: Object.fromEntries(entries) })
    } catch (error) {
      if (!(error instanceof CredentialError) || error.code !== 'VARIABLE_INVALID') throw error
      return renderVariables(texts, state, { form, error })
    }
    return { kind: 'redirect', to: `/cross-checks/${id}`, notice: 'cross-check-variables-saved' }
  },
})

function renderVariables(texts: Texts, { check, variables }: CrossCheckState, refused?: SentVariables): PageAnswer {
  const { id, title, variables: declared = [] } = check
  const toField = (variable: Variable): VariableField => {
    const stored = Object.hasOwn(variables, variable.id) ? variables[variable.id] : variable.default
    return {
      variable,
      values: refused ? refused.form.all(variablePrefix + variable.id).filter(Boolean) : toTextList(stored),
      options: (isChoice(variable) && variable.options) || [],
      problem: refused?.error?.problems.find((problem) => problem.path === variable.id)?.message,
    }
  }
  return createPage(
    { status: refused === undefined ? 200 : 400, title: texts.crossChecks.variables.titleNamed({ title }) },
    <>
      <PageHead
        crumbs={
          <>
            <Link to="/cross-checks">{texts.labels.crossChecks}</Link> <Link to={`/cross-checks/${id}`}>{title}</Link>
          </>
        }
        title={texts.crossChecks.variables.title}
        lead={texts.crossChecks.variables.lead}
      />
      {declared.length === 0 ? (
        <p class="sheet">{texts.crossChecks.variables.empty}</p>
      ) : (
        <PostForm to={`/cross-checks/${id}/variables`} class="sheet">
          <ChangedMeanwhile now={refused && findChanged(texts, refused.form, declared, variables)} />
          <SeenField seen={(refused?.error && readSeen(refused.form)) ?? nameSeen(variables)} />
          {declared.map((variable) => (
            <VariableInput field={toField(variable)} />
          ))}
          <FormActions submit={texts.actions.save} />
        </PostForm>
      )}
    </>,
  )
}
