import { okta } from '../connector.ts'
import { ListedApiToken } from '../responses.ts'
import { listApiTokens } from '../tokens.ts'

export const credentials = okta.inventory({
  of: 'credential',
  tells: ['ownerId', 'createdAt', 'expiresAt', 'lastUsedAt'],
  covers: ['API tokens'],
  leavesOut: ['keys and secrets of applications'],
  scopes: ['okta.apiTokens.read'],
  async *list(ctx) {
    for await (const { id, name, userId, created, expiresAt, lastUpdated } of listApiTokens(ctx, ListedApiToken))
      yield {
        id,
        name,
        kind: 'token',
        ownerId: userId,
        createdAt: created,
        expiresAt,
        // Use prolongs the life of a token, and Okta writes that here. Absent does not mean that it was never used.
        lastUsedAt: lastUpdated,
        unknown: {
          expiresAt: 'Okta does not say when it ends.',
          lastUsedAt: 'Okta does not say when use last renewed it.',
        },
      }
  },
})
