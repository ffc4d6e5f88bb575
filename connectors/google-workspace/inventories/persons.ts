import { workspace } from '../connector.ts'
import { listUsers } from '../directory.ts'
import { ListedUser } from '../responses.ts'

export const persons = workspace.inventory({
  of: 'person',
  tells: ['email', 'aliases', 'managerId', 'department'],
  covers: ['users'],
  leavesOut: ['guests', 'deleted users'],
  scopes: ['https://www.googleapis.com/auth/admin.directory.user.readonly'],
  async *list(ctx) {
    const { users, cut } = await readUsers(listUsers(ctx, ListedUser))
    const ids = new Map(users.map(({ id, primaryEmail }) => [primaryEmail, id]))
    for (const user of users) {
      const { id, name, primaryEmail, aliases } = user
      if (user.isGuestUser === true) continue
      yield {
        id,
        name: name?.fullName ?? primaryEmail,
        // Google has no member that says who is employed.
        kind: 'unknown',
        status: findStatus(user),
        email: primaryEmail,
        aliases,
        managerId: ids.get(findManager(user.relations)),
        department: findDepartment(user.organizations),
        unknown: {
          aliases: 'Google names no aliases.',
          managerId: 'The profile names no manager who is in the directory.',
          department: 'The profile names no department.',
        },
      }
    }
    if (cut) throw cut.thrown
  },
})

/** The users up to where the list was cut: managers are named by address, and may come later than their people. */
async function readUsers(list: AsyncIterable<ListedUser>) {
  const users: ListedUser[] = []
  try {
    for await (const user of list) users.push(user)
    return { users }
  } catch (thrown) {
    return { users, cut: { thrown } }
  }
}

/** A licence for archived users is for people who left: https://support.google.com/a/answer/9048836. */
function findStatus({ suspended, archived }: ListedUser): 'active' | 'left' | 'unknown' {
  if (archived === true) return 'left'
  return suspended === false && (archived === undefined || archived === false) ? 'active' : 'unknown'
}

/** Members of these lists: https://developers.google.com/workspace/admin/directory/reference/rest/v1/users */
function findManager(relations: unknown): string | undefined {
  const value = listObjects(relations).find(({ type }) => type === 'manager')?.value
  return typeof value === 'string' ? value : undefined
}

function findDepartment(organizations: unknown): string | undefined {
  const listed = listObjects(organizations)
  const value = (listed.find(({ primary }) => primary === true) ?? listed[0])?.department
  return typeof value === 'string' ? value : undefined
}

function listObjects(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : []
}
