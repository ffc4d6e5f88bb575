import { receivedConnectorId } from '../../../define/index.ts'
import type { Problem } from '../../../errors/index.ts'
import { isSameEmail } from '../../../inventory/email-address.ts'
import type { Thing } from '../../../service/fields/define-thing.ts'
import type { FieldFacts } from '../../../service/fields/field.ts'
import type { StoredThing } from '../../../service/fields/thing-store.ts'
import { isRoleAtLeast, mayDo } from '../../../service/rights/permissions.ts'
import type { Scope } from '../../../service/rights/scopes.ts'
import type { ThingParts } from './thing-parts.ts'

/** Records of declared things that a record names, by the field. */
export type NamedRecords = Readonly<Record<string, { readonly thing: Thing; readonly record: StoredThing }>>

interface Naming {
  readonly thing: Thing
  readonly values: Readonly<Record<string, unknown>>
  /** What it named until now may be gone meanwhile. @default it is new */
  readonly before?: Readonly<Record<string, unknown>> | undefined
}

/** What an id names. */
interface NamedId {
  readonly names: NonNullable<FieldFacts['names']>
  readonly id: string
}

/** Looks up what records name. */
interface NamedFinder {
  /** undefined: nothing of the organization, or nothing that is declared. */
  find(of: NamedId): Promise<NamedRecords[string] | undefined>
  isThere(of: NamedId): Promise<boolean>
}

/** Looks once at each: many records of one file name the same one. */
export function createNamedFinder(
  parts: Pick<ThingParts, 'store'>,
  organizationId: string,
  things: readonly Thing[],
): NamedFinder {
  const remember = <Found>(look: (of: NamedId) => Promise<Found>) => {
    const known = new Map<string, Promise<Found>>()
    return (of: NamedId) => {
      const key = `${of.names} ${of.id}`
      const found = known.get(key) ?? look(of)
      known.set(key, found)
      return found
    }
  }
  return {
    find: remember(async ({ names, id }) => {
      const thing = things.find((each) => each.id === names)
      const record = thing && (await parts.store.things.of(thing).of(organizationId).find(id))
      return thing && record && { thing, record }
    }),
    isThere: remember((of) => isThere(parts, organizationId, of)),
  }
}

/** Looks up what a record names, which has to be of the organization. */
export async function loadNamed(
  finder: NamedFinder,
  { thing, values, before }: Naming,
): Promise<{ readonly named: NamedRecords; readonly missing: readonly Problem[] }> {
  const named: Record<string, NamedRecords[string]> = {}
  const missing: Problem[] = []
  for (const [name, field] of Object.entries(thing.all))
    for (const id of [values[name]].flat()) {
      const names = field.names ?? field.item?.names
      if (typeof id !== 'string' || names === undefined) continue
      const found = await finder.find({ names, id })
      if (found) named[name] = found
      const isSame = JSON.stringify(before?.[name]) === JSON.stringify(values[name])
      if (!isSame && found === undefined && !(await finder.isThere({ names, id })))
        missing.push({ path: name, message: `must be the id of a ${names.replaceAll('-', ' ')} of the organization` })
    }
  return { named, missing }
}

async function isThere(
  { store }: Pick<ThingParts, 'store'>,
  organizationId: string,
  { names, id }: NamedId,
): Promise<boolean> {
  if (names === 'person')
    return (
      (await store.users.find(organizationId, id)) !== undefined ||
      (await store.memberships.find(organizationId, id)) !== undefined
    )
  if (names === 'upload') return (await store.evidenceUploads.find(id, organizationId)) !== undefined
  // Whether a framework has it is said where it is used: a package may be of any.
  if (names === 'control') return true
  if (names === 'manual-answer') return (await store.manualAnswers.find(organizationId, id)) !== undefined
  if (names === 'waiver') return (await store.waivers.find(id, organizationId)) !== undefined
  if (names === 'finding') return (await store.findings.find(id, organizationId)) !== undefined
  if (names !== 'connection' && names !== 'source') return false
  const connection = await store.connections.find(id, organizationId)
  return connection !== undefined && (names === 'connection' || connection.connectorId === receivedConnectorId)
}

/** Whether nobody else of the organization, who could sign in, has a right. */
export async function isAloneWith(
  { store }: Pick<ThingParts, 'store'>,
  {
    organizationId,
    userId,
    scope,
  }: { readonly organizationId: string; readonly userId: string; readonly scope: Scope },
): Promise<boolean> {
  for (const other of await store.memberships.list(organizationId)) {
    if (!isRoleAtLeast(other.role, 'member') || !mayDo(other.role, scope)) continue
    if (await isSamePerson({ store }, { organizationId, userIds: [other.userId, userId] })) continue
    const user = await store.users.find(organizationId, other.userId)
    if (user?.deactivated !== true) return false
  }
  return true
}

/** Whether two ids are of one person: the host's directory, or a second way to sign in, may have given somebody two with one address. */
export async function isSamePerson(
  { store }: Pick<ThingParts, 'store'>,
  {
    organizationId,
    userIds: [one, other],
  }: { readonly organizationId: string; readonly userIds: readonly [string, string] },
): Promise<boolean> {
  if (one === other) return true
  const [first, second] = await Promise.all([one, other].map((id) => store.users.find(organizationId, id)))
  return first !== undefined && second !== undefined && isSameEmail(first.email, second.email)
}
