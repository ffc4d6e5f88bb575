import type { Connection } from '../../runtime/runtime.ts'
import { Link } from '../frame/links.tsx'
import { useTexts } from '../texts/use-texts.ts'
import { Choice } from './choice.tsx'

/** As many as a person reads through; of more they type a part of the name. */
const listedMax = 20
/** Proposals while somebody types. What is typed is looked for among all. */
const proposedMax = 500
const candidatesMax = 10

/** What a query says of a connection, by its id or by what somebody typed. */
export interface ChosenConnection {
  /** undefined: none, or several that it may be. */
  readonly id: string | undefined
  /** As it was typed, if that is not one connection. */
  readonly typed: string | undefined
  /** Those whose name has it. */
  readonly candidates: readonly Connection[]
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
  given: string | undefined,
  connections: readonly Connection[],
  labels: ReadonlyMap<string, string>,
): ChosenConnection {
  if (given === undefined) return { id: undefined, typed: undefined, candidates: [] }
  const fold = (text: string) => text.trim().toLowerCase()
  const labelled = ({ id }: Connection) => fold(labels.get(id) ?? '')
  const exact = connections.find(({ id }) => id === given) ?? connections.find((one) => labelled(one) === fold(given))
  if (exact) return { id: exact.id, typed: undefined, candidates: [] }
  const candidates = connections.filter((one) => labelled(one).includes(fold(given)))
  const [only] = candidates
  if (only && candidates.length === 1) return { id: only.id, typed: undefined, candidates: [] }
  return { id: undefined, typed: given, candidates }
}

interface ConnectionChoiceProps {
  readonly connections: readonly Connection[]
  readonly labels: ReadonlyMap<string, string>
  readonly chosen: ChosenConnection
}

/** Chooses a connection: from a list if there are few, by a part of the name if there are many. */
export function ConnectionChoice({ connections, labels, chosen }: ConnectionChoiceProps) {
  const texts = useTexts()
  const offered = connections.filter(({ id, state }) => state !== 'disconnected' || id === chosen.id)
  if (offered.length <= listedMax)
    return (
      <Choice
        name="connection"
        label={texts.shared.connection}
        chosen={chosen.id}
        options={offered.map(({ id }) => [id, labels.get(id) ?? id])}
      />
    )
  return (
    <label>
      {texts.shared.connection}
      <input
        type="search"
        name="connection"
        list="connection-names"
        value={chosen.typed ?? (chosen.id === undefined ? '' : labels.get(chosen.id))}
        placeholder={texts.shared.aPartOfItsName}
        maxlength={200}
        autocomplete="off"
      />
      <datalist id="connection-names">
        {offered.slice(0, proposedMax).map(({ id }) => (
          <option value={labels.get(id)} />
        ))}
      </datalist>
    </label>
  )
}

interface UnclearConnectionProps {
  readonly chosen: ChosenConnection
  readonly labels: ReadonlyMap<string, string>
  readonly to: (connectionId: string) => string
}

/** Says that what was typed is no connection, or which it may be. */
export function UnclearConnection({ chosen: { typed, candidates }, labels, to }: UnclearConnectionProps) {
  const texts = useTexts()
  if (typed === undefined) return null
  const more = candidates.length - candidatesMax
  return (
    <div class="sheet" role="status">
      <p>
        {candidates.length === 0
          ? texts.shared.noConnectionHasInIts({ typed })
          : texts.shared.connectionsHaveInTheirName({ candidates: candidates.length, typed })}
      </p>
      {candidates.length > 0 && (
        <ul class="row plain-list">
          {candidates.slice(0, candidatesMax).map(({ id }) => (
            <li>
              <Link to={to(id)}>{labels.get(id)}</Link>
            </li>
          ))}
          {more > 0 && <li class="small">{texts.shared.andMore({ more })}</li>}
        </ul>
      )}
    </div>
  )
}
