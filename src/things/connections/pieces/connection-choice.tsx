import { searchLengthMax } from '../../../service/records/text-limits.ts'
import { mayNameConnections } from '../../../service/rights/period.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import type { OwnVisit } from '../../pages/page-route.ts'
import { Choice, comparedMax, proposedMax, UnclearChoice } from '../../pages/shared/choice.tsx'
import { findConnectorName } from '../../pages/shared/connector-names.ts'
import { countUnits } from '../../pages/shared/count-units.ts'
import { InputField, Options, SelectField } from '../../pages/shared/form-field.tsx'
import type { Connection } from '../../runtime/runtime.ts'
import { presentStates } from './connection-filter.ts'

/** As many as a person reads through; of more they type a part of the name. */
const listedMax = 20

/** What a query says of a connection, by its id or by what somebody typed. */
export interface ChosenConnection {
  /** undefined: none, or several that it may be. */
  readonly id: string | undefined
  /** As it was typed, if that is not one connection. */
  readonly typed: string | undefined
  /** Those whose name has it. */
  readonly candidates: readonly Connection[]
  /** Whether there may be more of them. */
  readonly isMore: boolean
}

/** What a choice of a connection shows, however many there are. */
export interface ConnectionChoiceProps {
  /** Those to choose from: the first by name, and what was chosen. */
  readonly connections: readonly Connection[]
  readonly labels: ReadonlyMap<string, string>
  readonly chosen: ChosenConnection
}

/** @param selected an id, or what somebody typed. @returns no connection for somebody who may not be told of them */
export async function loadConnectionChoice(
  { runtime, person }: OwnVisit,
  selected: string | undefined,
): Promise<ConnectionChoiceProps> {
  const { organizationId } = person
  const none = { id: selected, typed: undefined, candidates: [], isMore: false }
  if (!mayNameConnections(person)) return { connections: [], labels: new Map(), chosen: none }
  const [proposed, named] = await Promise.all([
    runtime.connections.search({ organizationId, state: presentStates, order: 'name', limit: proposedMax }),
    selected === undefined ? undefined : runtime.connections.get({ id: selected, organizationId }),
  ])
  const isTyped = selected !== undefined && named === undefined
  const found = isTyped
    ? await runtime.connections.search({ organizationId, text: selected, order: 'name', limit: comparedMax })
    : []
  const all = [...proposed, ...found].map(({ connection }) => connection).concat(named ?? [])
  const connections = [...new Map(all.map((connection) => [connection.id, connection])).values()]
  const labels = labelConnections(connections, (id) => findConnectorName(runtime, id))
  return {
    connections,
    labels,
    chosen: readConnectionChoice(selected, connections, labels, found.length === comparedMax),
  }
}

/** The same among the sources of other tools' files. */
export async function loadSourceChoice(
  { runtime, person }: OwnVisit,
  selected: string | undefined,
): Promise<ConnectionChoiceProps> {
  const { organizationId } = person
  const connections = mayNameConnections(person) ? await runtime.imports.sources({ organizationId }) : []
  const labels = labelConnections(connections, (id) => findConnectorName(runtime, id))
  return { connections, labels, chosen: readConnectionChoice(selected, connections, labels) }
}

/** Names of some connections, by their ids. */
export async function loadConnectionNames(
  { runtime, person }: OwnVisit,
  selected: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(selected)]
  if (ids.length === 0 || !mayNameConnections(person)) return new Map()
  const found = await runtime.connections.search({ organizationId: person.organizationId, ids, limit: ids.length })
  return new Map(
    found.map(({ connection: { id, name, connector } }) => [id, name ?? findConnectorName(runtime, connector)]),
  )
}

/** Labels of which no two are equal. */
export function labelConnections(
  connections: readonly Connection[],
  connectorName: (id: string) => string,
): ReadonlyMap<string, string> {
  const names = connections.map((one) => one.name ?? connectorName(one.connector))
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return new Map(
    connections.map(({ id }, index) => {
      const name = names[index] ?? id
      return [id, (counts.get(name) ?? 0) > 1 ? `${name} ${id.slice(-6)}` : name]
    }),
  )
}

/** Reads the choice: an id, a whole label, or a part of one that no other label has. */
export function readConnectionChoice(
  selected: string | undefined,
  connections: readonly Connection[],
  labels: ReadonlyMap<string, string>,
  isMore = false,
): ChosenConnection {
  if (selected === undefined) return { id: undefined, typed: undefined, candidates: [], isMore: false }
  const fold = (text: string) => text.trim().toLowerCase()
  const labelled = ({ id }: Connection) => fold(labels.get(id) ?? '')
  const exact =
    connections.find(({ id }) => id === selected) ??
    // Another one that nobody has looked at may have the same name.
    (isMore ? undefined : connections.find((one) => labelled(one) === fold(selected)))
  if (exact) return { id: exact.id, typed: undefined, candidates: [], isMore: false }
  const candidates = connections.filter((one) => labelled(one).includes(fold(selected)))
  const [only] = candidates
  if (only && candidates.length === 1) return { id: only.id, typed: undefined, candidates: [], isMore: false }
  return { id: undefined, typed: selected, candidates, isMore }
}

/** Chooses a connection: from a list if there are few, by a part of the name if there are many. */
export function ConnectionChoice({ connections, labels, chosen }: ConnectionChoiceProps) {
  const texts = useTexts()
  const offered = connections.filter(({ id, state }) => state !== 'disconnected' || id === chosen.id)
  if (offered.length <= listedMax)
    return (
      <Choice
        name="connection"
        label={texts.labels.connection}
        chosen={chosen.id}
        options={offered.map(({ id }) => [id, labels.get(id) ?? id])}
      />
    )
  return (
    <label>
      {texts.labels.connection}
      <input
        type="search"
        name="connection"
        list="connection-names"
        value={chosen.typed ?? (chosen.id === undefined ? '' : labels.get(chosen.id))}
        placeholder={texts.shared.connectionChoice.placeholder}
        maxlength={countUnits(searchLengthMax)}
        autocomplete="off"
      />
      <datalist id="connection-names">
        {offered.map(({ id }) => (
          <option value={labels.get(id)} />
        ))}
      </datalist>
    </label>
  )
}

interface ConnectionFieldProps {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly help: string | undefined
  readonly isRequired: boolean
  readonly choice: ConnectionChoiceProps
}

/** The same for a form that changes something. What was typed and may be several is asked again, as a list of these. */
export function ConnectionField({ id, name, label, help, isRequired, choice }: ConnectionFieldProps) {
  const { labels, chosen } = choice
  const connections = chosen.candidates.length > 0 ? chosen.candidates : choice.connections
  const shared = { id, name, label, help, required: isRequired, optional: isRequired ? undefined : true }
  const options = connections.map(({ id }) => [id, labels.get(id) ?? id] as const)
  if (connections.length < proposedMax)
    return (
      <SelectField {...shared}>
        <Options of={[['', ''], ...options]} chosen={chosen.id} />
      </SelectField>
    )
  const typed = chosen.typed ?? (chosen.id === undefined ? '' : labels.get(chosen.id))
  return (
    <>
      <InputField {...shared} list={`${id}-names`} value={typed} maxlength={searchLengthMax} autocomplete="off" />
      <datalist id={`${id}-names`}>
        {options.map(([, label]) => (
          <option value={label} />
        ))}
      </datalist>
    </>
  )
}

/** Why what was typed is not one connection. */
export function sayUnclearConnection(texts: Texts, { typed = '', candidates, isMore }: ChosenConnection): string {
  return candidates.length === 0
    ? texts.shared.connectionChoice.noMatch({ typed })
    : texts.shared.connectionChoice.manyMatch({ candidates: `${candidates.length}${isMore ? '+' : ''}`, typed })
}

interface UnclearConnectionProps {
  readonly chosen: ChosenConnection
  readonly labels: ReadonlyMap<string, string>
  readonly to: (connectionId: string) => string
}

/** Says that what was typed is no connection, or which it may be. */
export function UnclearConnection({ chosen, labels, to }: UnclearConnectionProps) {
  const texts = useTexts()
  const { typed, candidates, isMore } = chosen
  if (typed === undefined) return null
  return (
    <UnclearChoice candidates={candidates.map(({ id }) => ({ label: labels.get(id), to: to(id) }))} isMore={isMore}>
      {sayUnclearConnection(texts, chosen)}
    </UnclearChoice>
  )
}
