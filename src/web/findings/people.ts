import type { OwnVisit } from '../page-route.ts'

/** Enough for a list to choose from. */
const peopleMax = 500

export interface Choosable {
  readonly id: string
  readonly name: string
}

/**
 * The people who can own a finding, the reader first. A host with a directory of its own lists nobody else.
 * @param also ids of people who own one now
 */
export async function loadPeople(
  { runtime, users, person }: OwnVisit,
  also: readonly (string | null)[],
): Promise<readonly Choosable[]> {
  const { organizationId, userId } = person
  const known = await runtime.users.list({ organizationId })
  const active = known.filter(({ deactivated }) => deactivated !== true).slice(0, peopleMax)
  const missing = [userId, ...also].filter((id): id is string => id !== null && !active.some((one) => one.id === id))
  const more = await Promise.all(
    [...new Set(missing)].map(async (id) => ({
      id,
      name: (await users.find({ organizationId, userId: id }))?.name ?? id,
    })),
  )
  const others = [...active, ...more].filter(({ id }) => id !== userId)
  const self = [...active, ...more].find(({ id }) => id === userId)
  const sorted = others.map(({ id, name }) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  return self ? [{ id: self.id, name: self.name }, ...sorted] : sorted
}
