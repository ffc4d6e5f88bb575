import type { Problem } from '../../../errors/index.ts'
import type { Thing } from '../../../service/fields/define-thing.ts'
import type { ThingParts } from './thing-parts.ts'

/** A record as it would be. */
interface ProposedRecord {
  readonly id: string
  readonly values: Readonly<Record<string, unknown>>
}

/** Records that are named one after the other. A longer chain is not looked at. */
const chainMax = 1_000

/**
 * Changed records that would lead back to themselves by a field that names a record of the same thing, as of two penetration tests that
 * repeat each other.
 * @param changed all that is written at once
 * @returns problems by the id of the record
 */
export async function findCycles(
  { store }: Pick<ThingParts, 'store'>,
  {
    organizationId,
    thing,
    changed,
  }: {
    readonly organizationId: string
    readonly thing: Thing
    readonly changed: readonly ProposedRecord[]
  },
): Promise<ReadonlyMap<string, readonly Problem[]>> {
  const fields = Object.entries(thing.fields).flatMap(([name, field]) => (field.names === thing.id ? name : []))
  const found = new Map<string, Problem[]>()
  if (fields.length === 0) return found
  const after = new Map(changed.map(({ id, values }) => [id, values]))
  const rows = store.things.of(thing).of(organizationId)
  const readValues = async (id: string) => after.get(id) ?? (await rows.find(id))?.values
  for (const { id, values } of changed)
    for (const path of fields) {
      let named = values[path]
      for (let steps = 0; typeof named === 'string' && named !== id && steps < chainMax; steps++)
        named = (await readValues(named))?.[path]
      if (named === id)
        found.set(id, [...(found.get(id) ?? []), { path, message: `must not lead back to the ${thing.noun} itself` }])
    }
  return found
}
