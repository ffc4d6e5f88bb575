import type { FindingChoice, FindingOrder } from '../../../checks/findings/finding-store.ts'
import { type Severity, severities } from '../../../define/index.ts'
import { searchLengthMax } from '../../../service/records/text-limits.ts'
import { endOfDay } from '../../../text/calendar-day.ts'

export const tabs = ['open', 'accepted', 'resolved', 'all'] as const
const orders = ['severity', 'due', 'changed'] as const satisfies readonly FindingOrder[]
export const dueChoices = ['overdue', 'week', 'month'] as const

/** The value for findings of nobody. */
export const nobody = '-'

/** The part of the findings that a person selected. A member that is left out selects everything. */
export interface FindingsFilter {
  readonly tab: (typeof tabs)[number]
  /** By severity, those of one severity are by due date. */
  readonly order: FindingOrder
  /** One line for each check, with all of its findings. @default one for each finding */
  readonly view?: 'checks' | undefined
  readonly text?: string | undefined
  readonly severity?: Severity | undefined
  /** Id of a person, or `nobody`. */
  readonly owner?: string | undefined
  readonly due?: (typeof dueChoices)[number] | undefined
  readonly connector?: string | undefined
  readonly connection?: string | undefined
  readonly control?: string | undefined
  readonly check?: string | undefined
}

/** Reads it from a query; an unknown choice counts as left out. */
export function parseFindingsFilter(query: URLSearchParams): FindingsFilter {
  const read = (name: string) => query.get(name)?.trim().slice(0, searchLengthMax) || undefined
  const choose = <Choice extends string>(choices: readonly Choice[], name: string) =>
    choices.find((choice) => choice === query.get(name))
  return {
    tab: choose(tabs, 'state') ?? 'open',
    order: choose(orders, 'sort') ?? 'severity',
    view: choose(['checks'], 'view'),
    text: read('q'),
    severity: choose(severities, 'severity'),
    owner: read('owner'),
    due: choose(dueChoices, 'due'),
    connector: read('connector'),
    connection: read('connection'),
    control: read('control'),
    check: read('check'),
  }
}

/** The query for a filter, without what is selected anyway. */
export function formatFindingsQuery({ tab, order, text, ...rest }: FindingsFilter): string {
  const members = {
    state: tab === 'open' ? undefined : tab,
    sort: order === 'severity' ? undefined : order,
    q: text,
    ...rest,
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(members)) if (value !== undefined) query.set(name, value)
  return query.toString()
}

/** The path of the list with a filter. */
export function formatFindingsPath(filter: Partial<FindingsFilter>): string {
  const query = formatFindingsQuery({ tab: 'open', order: 'severity', ...filter })
  return query === '' ? '/findings' : `/findings?${query}`
}

/** Whether it leaves out some of a tab. */
export function isNarrowed(filter: FindingsFilter): boolean {
  return formatFindingsQuery({ ...filter, tab: 'open', order: 'severity', view: undefined }) !== ''
}

const dayMs = 86_400_000

/** The filter as the store takes it, without its tab. */
export function chooseByFilter(
  { text, severity, owner, due, connector, connection, control, check }: FindingsFilter,
  { organizationId, nowMs }: { readonly organizationId: string; readonly nowMs: number },
): FindingChoice {
  const days = due === 'week' ? 7 : due === 'month' ? 30 : undefined
  return {
    organizationId,
    text,
    severity,
    control,
    checkId: check,
    connectorId: connector,
    connectionId: connection,
    ownerId: owner === nobody ? null : owner,
    dueFromMs: days === undefined ? undefined : nowMs,
    dueToMs: due === 'overdue' ? nowMs - 1 : days === undefined ? undefined : endOfDay(nowMs + days * dayMs),
  }
}

/** The states and the acceptance that a tab has. */
export function readTab(tab: FindingsFilter['tab']): Pick<FindingChoice, 'state' | 'waived'> {
  if (tab === 'open') return { waived: false }
  if (tab === 'accepted') return { waived: true }
  return { state: tab === 'resolved' ? 'resolved' : (['open', 'regressed', 'resolved'] as const) }
}
