import type { RunHead } from '../../../checks/runs/recorded-run.ts'
import { severities, worstFirst } from '../../../define/index.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { GetForm, Link } from '../../pages/frame/links.tsx'
import { Choice } from '../../pages/shared/choice.tsx'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import { changes, type Filter, formatFilterQuery } from './filter.ts'

interface ResultFilterProps {
  readonly runId: string
  readonly filter: Filter
  readonly head: RunHead
  /** Whether there is an earlier run to compare with. */
  readonly isCompared: boolean
}

/** Selects the visible part of a run. */
export function FilterForm({ runId, filter, head, isCompared }: ResultFilterProps) {
  const texts = useTexts()
  const controls = [...new Set(head.checks.flatMap((check) => check.controls))].toSorted()
  return (
    <GetForm to={`/runs/${runId}`} role="search" class="filter">
      {filter.check !== undefined && <input type="hidden" name="check" value={filter.check} />}
      <label>
        {texts.actions.search}
        <input type="search" name="q" value={filter.text ?? ''} />
      </label>
      <Choice
        name="status"
        label={texts.labels.status}
        chosen={filter.status}
        options={worstFirst.map((status) => [status, texts.states.run[status]])}
      />
      <Choice
        name="severity"
        label={texts.labels.severity}
        chosen={filter.severity}
        options={severities.map((one) => [one, texts.states.severity[one]])}
      />
      {controls.length > 0 && (
        <Choice
          name="control"
          label={texts.labels.control}
          chosen={filter.control}
          options={controls.map((one) => [one, one])}
        />
      )}
      {isCompared && (
        <Choice
          name="change"
          label={texts.runs.filters.change}
          chosen={filter.change}
          options={changes.map((one) => [one, texts.runs.words.changes[one]])}
        />
      )}
      <SubmitButton looks="quiet">{texts.actions.filter}</SubmitButton>
      {formatFilterQuery(filter) !== '' && <Link to={`/runs/${runId}`}>{texts.actions.clearFilters}</Link>}
    </GetForm>
  )
}
