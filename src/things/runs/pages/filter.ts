import type { Change } from '../../../checks/findings/comparison.ts'
import {
  type CheckHead,
  type ResultRecord,
  type RunStatus,
  resultStatuses,
  type Severity,
  severities,
} from '../../../define/index.ts'

export const changes = ['new', 'persisting', 'regressed', 'resolved'] as const satisfies readonly Change[]

/** The part of a run that a person selected. A member that is left out selects everything. */
export interface Filter {
  /** `error`: checks that could not tell. */
  readonly status?: RunStatus | undefined
  readonly severity?: Severity | undefined
  readonly control?: string | undefined
  readonly check?: string | undefined
  readonly change?: Change | undefined
  /** In title, description or resource; case does not matter. */
  readonly text?: string | undefined
}

/** Reads it from a query; an unknown choice counts as left out. */
export function parseFilter(query: URLSearchParams): Filter {
  return {
    status: findChoice([...resultStatuses, 'error'] as const, query.get('status')),
    severity: findChoice(severities, query.get('severity')),
    change: findChoice(changes, query.get('change')),
    control: query.get('control')?.slice(0, 200) || undefined,
    check: query.get('check')?.slice(0, 200) || undefined,
    text: query.get('q')?.trim().slice(0, 200) || undefined,
  }
}

/** The query for a filter. */
export function formatFilterQuery({ status, severity, change, control, check, text }: Filter): string {
  const members = { status, severity, change, control, check, q: text }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(members)) if (value !== undefined) query.set(name, value)
  return query.toString()
}

/** Whether the filter can select anything of a check. */
export function isCheckShown({ status, control, check }: Filter, of: CheckHead): boolean {
  return (
    (check === undefined || of.id === check) &&
    (control === undefined || of.controls.includes(control)) &&
    (status !== 'error' || of.status === 'error')
  )
}

/** Whether the filter selects a result of a selected check. */
export function isResultShown(
  { status, severity, change, text }: Filter,
  of: CheckHead,
  result: ResultRecord,
  changeOf: (findingId: string) => Change | undefined,
): boolean {
  return (
    // Results before an error are still worth showing.
    (status === undefined || status === 'error' || result.status === status) &&
    (severity === undefined || (result.severity ?? of.severity) === severity) &&
    (change === undefined || changeOf(result.findingId) === change) &&
    (text === undefined || hasText(result, text.toLowerCase()))
  )
}

function hasText({ title, description = '', resource }: ResultRecord, text: string): boolean {
  return [title, description, resource.type, resource.id, resource.name ?? ''].some((part) =>
    part.toLowerCase().includes(text),
  )
}

function findChoice<const T extends string>(choices: readonly T[], value: string | null): T | undefined {
  return choices.find((choice) => choice === value)
}
