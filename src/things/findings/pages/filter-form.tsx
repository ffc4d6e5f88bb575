import { severities, toControlId } from '../../../define/index.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { ConnectionChoice, type ConnectionChoiceProps } from '../../connections/pieces/connection-choice.tsx'
import { GetForm, Link } from '../../pages/frame/links.tsx'
import type { OwnVisit } from '../../pages/page-route.ts'
import { Choice } from '../../pages/shared/choice.tsx'
import { loadPersonChoice, type PersonChoice, PersonFilter } from '../../pages/shared/person-choice.tsx'
import { type FindingsFilter, formatFindingsPath, formatFindingsQuery, nobody } from './finding-filter.ts'

interface FindingsFilterProps {
  readonly visit: OwnVisit
  readonly filter: FindingsFilter
  readonly choices: ConnectionChoiceProps
  /** Ids of the connectors of connections. An auditor is told of none. */
  readonly used: ReadonlySet<string>
  readonly owners: PersonChoice
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
      <PersonFilter name="owner" label={texts.findings.owner} choice={owners} />
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
export async function loadOwnerChoice(visit: OwnVisit, owner: string | undefined): Promise<PersonChoice> {
  const { texts, person } = visit
  const nobodyOption = [nobody, texts.findings.nobodyOption] as const
  if (mayDo(person.role, 'findings:write'))
    return loadPersonChoice(visit, owner, {
      fixed: [[person.userId, texts.findings.me], nobodyOption],
      takesUnknown: true,
    })
  return {
    people: [],
    isWhole: true,
    fixed: [nobodyOption],
    chosen: { id: owner, typed: undefined, candidates: [], isMore: false },
  }
}

/** @param owners names by ids */
export function offerOwners(choice: PersonChoice, owners: ReadonlyMap<string | null, string>): PersonChoice {
  const people = [...owners].flatMap(([id, name]) => (id === null || id === nobody ? [] : [{ id, name, label: name }]))
  return { ...choice, people }
}
