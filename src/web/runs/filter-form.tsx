import type { RunHead } from '../../checks/results/kept-run.ts'
import { GetForm, Link } from '../frame/links.tsx'
import { Choice } from '../shared/choice.tsx'
import { statusWords } from '../shared/status.tsx'
import { changes, type Filter, formatFilterQuery, resultStatuses, severities } from './filter.ts'
import { changeWords } from './result-item.tsx'

interface ResultFilterProps {
  readonly runId: string
  readonly filter: Filter
  readonly head: RunHead
  /** Whether there is an earlier run to compare with. */
  readonly isCompared: boolean
}

/** Selects the visible part of a run. */
export function FilterForm({ runId, filter, head, isCompared }: ResultFilterProps) {
  const controls = [...new Set(head.checks.flatMap((check) => check.controls))].toSorted()
  return (
    <GetForm to={`/runs/${runId}`} role="search" class="filter">
      {filter.check !== undefined && <input type="hidden" name="check" value={filter.check} />}
      <label>
        Search
        <input type="search" name="q" value={filter.text ?? ''} />
      </label>
      <Choice
        name="status"
        label="Status"
        chosen={filter.status}
        options={[...resultStatuses, 'error' as const].map((status) => [status, statusWords[status]])}
      />
      <Choice name="severity" label="Severity" chosen={filter.severity} options={severities.map((one) => [one, one])} />
      {controls.length > 0 && (
        <Choice name="control" label="Control" chosen={filter.control} options={controls.map((one) => [one, one])} />
      )}
      {isCompared && (
        <Choice
          name="change"
          label="Since before"
          chosen={filter.change}
          options={changes.map((one) => [one, changeWords[one]])}
        />
      )}
      <button class="button quiet" type="submit">
        Filter
      </button>
      {formatFilterQuery(filter) !== '' && <Link to={`/runs/${runId}`}>Show everything</Link>}
    </GetForm>
  )
}
