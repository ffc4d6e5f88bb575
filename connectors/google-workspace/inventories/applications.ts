import { workspace } from '../connector.ts'
import { findExemption, listTokens, listUsers } from '../directory.ts'
import { User } from '../responses.ts'

interface Application {
  name: string | undefined
  readonly scopes: Set<string>
  /** Somebody's access has scopes that Google does not name. */
  isVague: boolean
  /** Ids of the users who have given it access. */
  readonly users: Set<string>
}

export const applications = workspace.inventory({
  of: 'application',
  tells: ['scopes', 'users'],
  covers: ['applications that users who can sign in have given access'],
  leavesOut: ['access given by suspended and archived users', 'delegation for the whole domain'],
  scopes: [
    'https://www.googleapis.com/auth/admin.directory.user.readonly',
    'https://www.googleapis.com/auth/admin.directory.user.security',
  ],
  // One request for each user: Google has no list of applications.
  timeoutMs: 3_600_000,
  async *list(ctx) {
    const found = new Map<string, Application>()
    await ctx.each(listUsers(ctx, User), async (user) => {
      if (findExemption(user)) return
      for await (const { clientId, displayText, scopes } of listTokens(ctx, user.id)) {
        const application = found.get(clientId) ?? {
          name: displayText,
          scopes: new Set(),
          isVague: false,
          users: new Set(),
        }
        found.set(clientId, application)
        application.name ??= displayText
        for (const scope of scopes ?? []) application.scopes.add(scope)
        application.isVague ||= scopes === undefined
        application.users.add(user.id)
      }
    })
    for (const [id, { name, scopes, isVague, users }] of found)
      yield {
        id,
        name,
        scopes: isVague ? undefined : [...scopes],
        users: users.size,
        unknown: { scopes: 'Google does not say what somebody has allowed it.' },
      }
  },
})
