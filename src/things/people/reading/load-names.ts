import type { UserDirectory } from '../../../service/records/directory.ts'

/** Names of people by id, each looked up once; the id itself for somebody whom nobody knows any more. */
export async function loadNames(
  users: UserDirectory,
  organizationId: string,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, string>> {
  const each = [...new Set(ids)].flatMap((id) => (id === null ? [] : [id]))
  const found = await Promise.all(
    each.map(async (userId) => [userId, (await users.find({ organizationId, userId }))?.name ?? userId] as const),
  )
  return new Map(found)
}
