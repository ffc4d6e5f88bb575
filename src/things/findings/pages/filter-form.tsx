import { frameworkNames } from '../../../checks/controls/frameworks/framework-names.ts'
import { frameworkIds, loadFramework } from '../../../checks/controls/frameworks/shipped-frameworks.ts'
import { type AnyConnector, severities, toControlId } from '../../../define/index.ts'
import { searchLengthMax } from '../../../service/records/text-limits.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { compareTexts } from '../../../text/compare-texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { ConnectionChoice, type ConnectionChoiceProps } from '../../connections/pieces/connection-choice.tsx'
import { GetForm, Link } from '../../pages/frame/links.tsx'
import type { OwnVisit } from '../../pages/page-route.ts'
import { Choice, type ChoiceOption } from '../../pages/shared/choice.tsx'
import { countUnits } from '../../pages/shared/count-units.ts'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import { loadPersonChoice, type PersonChoice, PersonFilter } from '../../pages/shared/person-choice.tsx'
import { type FindingsFilter, formatFindingsPath, isNarrowed, nobody } from './finding-filter.ts'

interface FindingsFilterProps {
  readonly visit: OwnVisit
  readonly filter: FindingsFilter
  readonly choices: ConnectionChoiceProps
  /** Ids of the connectors of connections. An auditor is told of none. */
  readonly used: ReadonlySet<string>
  readonly owners: PersonChoice
  /** Titles of controls by their ids. */
  readonly controlTitles: ReadonlyMap<string, string>
}

/** Selects findings. */
export function FilterForm({ visit, filter, choices, used, owners, controlTitles }: FindingsFilterProps) {
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
  const isNarrow = isNarrowed(filter)
  return (
    <GetForm to="/findings" role="search" class="filter dense">
      {filter.tab !== 'open' && <input type="hidden" name="state" value={filter.tab} />}
      {filter.view && <input type="hidden" name="view" value={filter.view} />}
      <label>
        {texts.findings.filters.text}
        <input type="search" name="q" value={filter.text ?? ''} maxlength={countUnits(searchLengthMax)} />
      </label>
      <Choice
        name="severity"
        label={texts.labels.severity}
        chosen={filter.severity}
        options={severities.map((one) => [one, texts.states.severity[one]])}
      />
      <PersonFilter name="owner" label={texts.labels.owner} choice={owners} />
      <Choice
        name="due"
        label={texts.findings.filters.due}
        chosen={filter.due}
        options={Object.entries(texts.findings.filters.dueOptions)}
      />
      <Choice
        name="connector"
        label={texts.findings.filters.connector}
        chosen={filter.connector}
        options={connectors.map(({ id, definition }) => [id, definition.name])}
      />
      {mayDo(person.role, 'connections:read') && <ConnectionChoice {...choices} />}
      <Choice
        name="check"
        label={texts.labels.check}
        chosen={filter.check}
        options={listChecks(connectors, filter.check)}
      />
      <Choice
        name="control"
        label={texts.labels.control}
        chosen={filter.control}
        options={[...controls].toSorted().map((one) => [one, controlTitles.get(one) ?? one])}
      />
      {filter.view === undefined && (
        <Choice
          name="sort"
          label={texts.labels.sortBy}
          chosen={filter.order}
          options={Object.entries(texts.findings.filters.order)}
          isComplete
        />
      )}
      <SubmitButton looks="quiet">{texts.actions.filter}</SubmitButton>
      {isNarrow && (
        <Link to={formatFindingsPath({ tab: filter.tab, order: filter.order, view: filter.view })}>
          {texts.actions.clearFilters}
        </Link>
      )}
    </GetForm>
  )
}

/** Checks by title. Connectors that ask the same have a check of the same id, which is one choice. */
function listChecks(connectors: readonly AnyConnector[], chosen: string | undefined): readonly ChoiceOption[] {
  const titles = new Map(connectors.flatMap(({ checks }) => checks.map(({ id, title }) => [id, title])))
  // Of a connector that is no longer used.
  if (chosen !== undefined && !titles.has(chosen)) titles.set(chosen, chosen)
  return [...titles].toSorted(([, a], [, b]) => compareTexts(a, b))
}

/** `SOC 2 CC6.1: Logical access security` by `soc2:CC6.1`. */
export async function loadControlTitles(): Promise<ReadonlyMap<string, string>> {
  const frameworks = await Promise.all(frameworkIds.map((id) => loadFramework(id)))
  return new Map(
    frameworks.flatMap((framework) =>
      framework === undefined
        ? []
        : framework.controls.map(({ id, title }) => [
            `${framework.id}:${id}`,
            `${frameworkNames[framework.id] ?? framework.id} ${id}: ${title}`,
          ]),
    ),
  )
}

/** The reader first, then nobody, then the others. An auditor chooses among the owners of the page alone. */
export async function loadOwnerChoice(visit: OwnVisit, owner: string | undefined): Promise<PersonChoice> {
  const { texts, person } = visit
  const nobodyOption = [nobody, texts.labels.nobody] as const
  if (mayDo(person.role, 'findings:write'))
    return loadPersonChoice(visit, owner, {
      fixed: [[person.userId, texts.findings.filters.me], nobodyOption],
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
