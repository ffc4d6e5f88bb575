import { toControlId } from '../../define/index.ts'
import { mayDo } from '../../workspace/permissions.ts'
import { GetForm, Link } from '../frame/links.tsx'
import type { OwnVisit } from '../page-route.ts'
import { severities } from '../runs/filter.ts'
import { Choice, type ChoiceOption } from '../shared/choice.tsx'
import { ConnectionChoice, type ConnectionChoiceProps } from '../shared/connection-choice.tsx'
import { useTexts } from '../texts/use-texts.ts'
import { type FindingsFilter, formatFindingsPath, formatFindingsQuery, nobody } from './finding-filter.ts'
import { loadPeople } from './people.ts'

interface FindingsFilterProps {
  readonly visit: OwnVisit
  readonly filter: FindingsFilter
  readonly choices: ConnectionChoiceProps
  /** Ids of the connectors of connections. An auditor is told of none. */
  readonly used: ReadonlySet<string>
  /** The people to choose from. */
  readonly owners: readonly ChoiceOption[]
}

/** Selects findings. */
export function FilterForm({ visit, filter, choices, used, owners }: FindingsFilterProps) {
  const texts = useTexts()
  const { runtime, person } = visit
  const connectors = [
    ...runtime.connectors.filter(({ id }) => used.size === 0 || used.has(id)),
    runtime.crossCheckConnector,
  ]
  const controls = new Set(
    connectors
      .flatMap(({ checks }) => checks.flatMap((check) => (check.controls ?? []).map(toControlId)))
      .concat(filter.control ?? []),
  )
  const isNarrow = formatFindingsQuery({ ...filter, tab: 'open', order: 'due' }) !== ''
  return (
    <GetForm to="/findings" role="search" class="filter dense">
      {filter.tab !== 'open' && <input type="hidden" name="state" value={filter.tab} />}
      {filter.check !== undefined && <input type="hidden" name="check" value={filter.check} />}
      <label>
        {texts.findings.personResourceOrTitle}
        <input type="search" name="q" value={filter.text ?? ''} maxlength={200} />
      </label>
      <Choice
        name="severity"
        label={texts.findings.severity}
        chosen={filter.severity}
        options={severities.map((one) => [one, texts.shared.severityWords[one]])}
      />
      <Choice name="owner" label={texts.findings.owner} chosen={filter.owner} options={owners} />
      <Choice
        name="due"
        label={texts.findings.due}
        chosen={filter.due}
        options={Object.entries(texts.findings.dueWords)}
      />
      <Choice
        name="connector"
        label={texts.findings.connector}
        chosen={filter.connector}
        options={connectors.map(({ id, definition }) => [id, definition.name])}
      />
      {mayDo(person.role, 'connections:read') && <ConnectionChoice {...choices} />}
      <Choice
        name="control"
        label={texts.findings.control}
        chosen={filter.control}
        options={[...controls].toSorted().map((one) => [one, one])}
      />
      <Choice
        name="sort"
        label={texts.findings.sortBy}
        chosen={filter.order}
        options={Object.entries(texts.findings.orderWords)}
        isComplete
      />
      <button class="button quiet" type="submit">
        {texts.findings.filter}
      </button>
      {isNarrow && (
        <Link to={formatFindingsPath({ tab: filter.tab, order: filter.order })}>{texts.findings.showEverything}</Link>
      )}
    </GetForm>
  )
}

/** The reader first, then nobody, then the others. An auditor chooses among the owners of the page alone. */
export async function listOwnerOptions(
  visit: OwnVisit,
  filter: FindingsFilter,
  owners: ReadonlyMap<string | null, string>,
): Promise<readonly ChoiceOption[]> {
  const { texts } = visit
  const { userId, role } = visit.person
  const people = mayDo(role, 'findings:write')
    ? await loadPeople(visit, [])
    : [...owners].flatMap(([id, name]) => (id === null || id === nobody ? [] : [{ id, name }]))
  const others = people.filter(({ id }) => id !== userId)
  const known = others.some(({ id }) => id === filter.owner) || filter.owner === userId || filter.owner === nobody
  const more =
    filter.owner === undefined || known ? [] : [{ id: filter.owner, name: owners.get(filter.owner) ?? filter.owner }]
  return [
    ...(mayDo(role, 'findings:write') ? [[userId, texts.findings.me] as const] : []),
    [nobody, texts.findings.nobodyOption],
    ...[...others, ...more].map(({ id, name }) => [id, name] as const),
  ]
}
