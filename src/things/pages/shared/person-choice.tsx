import type { KnownPerson } from '../../../service/records/users.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import type { OwnVisit } from '../page-route.ts'
import { type ChoiceOption, comparedMax, proposedMax, UnclearChoice } from './choice.tsx'
import { countUnits } from './count-units.ts'
import { Options } from './form-field.tsx'

/** As many as a person finds in a list; of more they type a part of the name. */
const listedMax = 100
const typedMax = 400

type NamedPerson = Pick<KnownPerson, 'id' | 'name' | 'email'>

/** Whom one may choose. */
export interface PersonSource {
  /** The first ones, in the order of the list. @param options.text what their names and addresses have; @default anything */
  list(options: { readonly text?: string; readonly limit: number }): Promise<readonly NamedPerson[]>
  /** Somebody whom one may not choose, but who may be chosen already, is found too. */
  find(id: string): Promise<NamedPerson | undefined>
}

/** What a form says of a person, by their id or by what somebody typed. */
export interface ChosenPerson {
  /** undefined: none, or several who it may be. */
  readonly id: string | undefined
  /** As it was typed, if that is not one person whom we know. */
  readonly typed: string | undefined
  /** Those whose name or address has it. */
  readonly candidates: readonly Choosable[]
  /** Whether there may be more of them. */
  readonly isMore: boolean
}

export interface Choosable {
  readonly id: string
  readonly name: string
  /** What stands for them where one types. */
  readonly label: string
}

/** What a choice of a person shows, however many there are. */
export interface PersonChoice {
  /** Those to choose from: the first ones, and who is chosen. */
  readonly people: readonly Choosable[]
  /** Whether these are all. */
  readonly isWhole: boolean
  /** What one may choose beside people, such as nobody. */
  readonly fixed: readonly ChoiceOption[]
  readonly chosen: ChosenPerson
}

interface ChoiceSource {
  /** @default those who can own something, the reader first */
  readonly source?: PersonSource
  /** @default nothing */
  readonly fixed?: readonly ChoiceOption[]
  /** Ids of those who are chosen already, and may stay even if nobody may choose them any more. */
  readonly current?: readonly (string | null)[]
  /** Takes what nobody has for an id: a list may have entries of somebody whom nobody knows any more. @default false */
  readonly takesUnknown?: boolean
}

/** @param selected an id, the value or the label of a fixed option, or what somebody typed */
export async function loadPersonChoice(
  visit: OwnVisit,
  selected: string | undefined,
  { source = listOwners(visit), fixed = [], ...rest }: ChoiceSource = {},
): Promise<PersonChoice> {
  const [first, chosen] = await Promise.all([
    source.list({ limit: listedMax + 1 }),
    choosePerson(visit, selected, { source, fixed, ...rest }),
  ])
  const isWhole = first.length <= listedMax
  const values = fixed.map(([value]) => value)
  const offered = (isWhole ? first : first.slice(0, proposedMax)).filter(({ id }) => !values.includes(id))
  const { id } = chosen
  const isOffered = id === undefined || values.includes(id) || offered.some((one) => one.id === id)
  const also = isOffered ? [] : [(await source.find(id)) ?? { id, name: id, email: '' }]
  return { people: labelPeople([...offered, ...also]), isWhole, fixed, chosen }
}

/** Reads the choice: an id, a whole label, or a part of one that no other has. */
export async function choosePerson(
  visit: OwnVisit,
  selected: string | undefined,
  { source = listOwners(visit), fixed = [], current = [], takesUnknown = false }: ChoiceSource = {},
): Promise<ChosenPerson> {
  if (selected === undefined) return choose(undefined)
  const typed = selected.trim().slice(0, typedMax)
  const option = fixed.find(([value, label]) => value === selected || isSame(label, typed))
  if (option || typed === '') return choose(option?.[0])
  if (current.includes(selected)) return choose(selected)
  const known = await source.find(selected)
  if (known) return choose(known.id)
  const marked = (await findMarked(source, typed)) ?? (await findSelected(source, current, typed))
  if (marked) return choose(marked.id)
  const found = await source.list({ text: typed, limit: comparedMax + 1 })
  const candidates = labelPeople(found.slice(0, comparedMax))
  const isMore = found.length > comparedMax
  const exact = candidates.filter(({ name, label }) => isSame(label, typed) || isSame(name, typed))
  const [only] = exact.length > 0 ? exact : candidates
  // Another one whom nobody has looked at may have the same name.
  if (only && !isMore && (exact.length === 1 || candidates.length === 1)) return choose(only.id)
  const id = takesUnknown && candidates.length === 0 ? typed : undefined
  return { id, typed, candidates: !isMore && exact.length > 1 ? exact : candidates, isMore }
}

function choose(id: string | undefined): ChosenPerson {
  return { id, typed: undefined, candidates: [], isMore: false }
}

function isSame(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}

/** People of the organization who are not deactivated, the reader first. A host with a directory of its own lists nobody else. */
function listOwners({ runtime, users, person: { organizationId, userId } }: OwnVisit): PersonSource {
  const find = (id: string) => users.find({ organizationId, userId: id })
  return {
    find,
    async list({ text, limit }) {
      const found = await runtime.users.listActive({ organizationId, limit, text })
      const others = found.filter(({ id }) => id !== userId).toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
      if (text !== undefined) return found
      const self = found.find(({ id }) => id === userId) ?? (await find(userId)) ?? { name: userId, email: '' }
      return [{ ...self, id: userId }, ...others]
    },
  }
}

const mark = ' · '

/** Labels of which no two are equal. Most are a name and an address, in which a search looks. */
function labelPeople(people: readonly NamedPerson[]): readonly Choosable[] {
  const labels = people.map(({ name, email }) => (email === '' ? name : `${name} ${email}`))
  const counts = new Map<string, number>()
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  return people.map(({ id, name, email }, index) => {
    const label = labels[index] ?? id
    // Others who are not among these may have the same name, but hardly the same address.
    const isUnclear = (email === '' && name !== id) || (counts.get(label) ?? 0) > 1
    return { id, name, label: isUnclear ? `${label}${mark}${id}` : label }
  })
}

/** Somebody whose label ends with their id. */
async function findMarked(source: PersonSource, typed: string): Promise<NamedPerson | undefined> {
  const at = typed.lastIndexOf(mark)
  return at === -1 ? undefined : source.find(typed.slice(at + mark.length))
}

/** The one who is chosen already, by their label. */
async function findSelected(
  source: PersonSource,
  current: readonly (string | null)[],
  typed: string,
): Promise<NamedPerson | undefined> {
  const [id, ...others] = new Set(current)
  if (typeof id !== 'string' || others.length > 0) return undefined
  const person = await source.find(id)
  const [labelled] = person ? labelPeople([person]) : []
  return labelled && isSame(labelled.label, typed) ? person : undefined
}

interface PersonControlProps {
  readonly id?: string | undefined
  readonly name: string
  readonly choice: PersonChoice
  readonly describedBy?: string | undefined
}

/** Chooses a person: from a list if there are few, by a part of the name or address if there are many. */
export function PersonControl({
  id,
  name,
  choice: { people, isWhole, fixed, chosen },
  describedBy,
}: PersonControlProps) {
  const texts = useTexts()
  const options = [...fixed, ...people.map((one) => [one.id, one.name] as const)]
  if (isWhole)
    return (
      <select id={id} name={name}>
        <Options of={options} chosen={chosen.id} />
      </select>
    )
  const labels = new Map([
    ...fixed.filter(([value]) => value !== ''),
    ...people.map((one) => [one.id, one.label] as const),
  ])
  return (
    <>
      <input
        id={id}
        type="search"
        name={name}
        list={`${name}-names`}
        value={chosen.typed ?? (chosen.id === undefined ? '' : (labels.get(chosen.id) ?? ''))}
        placeholder={texts.labels.nameOrEmail}
        maxlength={countUnits(typedMax)}
        autocomplete="off"
        aria-describedby={describedBy}
      />
      <datalist id={`${name}-names`}>
        {[...labels.values()].map((label) => (
          <option value={label} />
        ))}
      </datalist>
    </>
  )
}

interface PersonFieldProps {
  /** @default the name */
  readonly id?: string
  readonly name: string
  readonly label: string
  readonly choice: PersonChoice
}

/** A field of a form that changes something. What was typed and may be several is asked again, as a list of these. */
export function PersonField({ name, id = name, label, choice }: PersonFieldProps) {
  const texts = useTexts()
  const { isWhole, chosen } = choice
  const asked = chosen.candidates.length > 0 ? { ...choice, people: chosen.candidates, isWhole: true } : choice
  const isTyped = !isWhole && !asked.isWhole
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {isTyped && (
        <p class="help" id={`${id}-help`}>
          {texts.shared.personChoice.help}
        </p>
      )}
      <PersonControl id={id} name={name} choice={asked} describedBy={isTyped ? `${id}-help` : undefined} />
    </div>
  )
}

/** The same for a form that selects a part of a list. */
export function PersonFilter({ name, label, choice }: PersonFieldProps) {
  const texts = useTexts()
  return (
    <label for={name}>
      {label}
      <PersonControl id={name} name={name} choice={{ ...choice, fixed: [['', texts.labels.all], ...choice.fixed] }} />
    </label>
  )
}

/** Why what was typed is not one person. */
export function sayUnclear(texts: Texts, { typed = '', candidates, isMore }: ChosenPerson): string {
  return candidates.length === 0
    ? texts.shared.personChoice.noMatch({ typed })
    : texts.shared.personChoice.manyMatch({ candidates: `${candidates.length}${isMore ? '+' : ''}`, typed })
}

interface UnclearPersonProps {
  readonly chosen: ChosenPerson
  readonly to: (id: string) => string
}

/** Says that what was typed is nobody, or who it may be. */
export function UnclearPerson({ chosen, to }: UnclearPersonProps) {
  const texts = useTexts()
  const { typed, candidates, isMore } = chosen
  if (typed === undefined) return null
  return (
    <UnclearChoice candidates={candidates.map(({ id, label }) => ({ label, to: to(id) }))} isMore={isMore}>
      {candidates.length > 0 && texts.shared.personChoice.listShowsEverybody} {sayUnclear(texts, chosen)}
    </UnclearChoice>
  )
}
