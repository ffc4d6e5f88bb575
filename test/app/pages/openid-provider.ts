import Provider from 'oidc-provider'
import { onTestFinished } from 'vitest'
import { answerSignIn } from '../../../src/author/testing/oauth/answer-sign-in.ts'
import { configureProvider } from '../../../src/author/testing/oauth/configuration.ts'
import { createMemoryAdapters } from '../../../src/author/testing/oauth/memory-adapters.ts'
import { type OAuthAccount, settleOptions } from '../../../src/author/testing/oauth/oauth-options.ts'
import { startLoopbackServer } from '../../../src/author/testing/vendor/loopback.ts'

export const client = { clientId: 'checkwright', clientSecret: 'sign-in-secret-1' }

/**
 * A real OpenID provider on loopback, whose redirect URIs are registered after it has started: each holds the id that an
 * issuer is given when it is registered, which needs the provider's address.
 */
export async function startOpenidProvider(account: OAuthAccount) {
  const current = { account }
  const redirectUris = new Set<string>()
  const settled = {
    ...settleOptions({
      clients: [{ ...client, redirectUris: ['https://placeholder.example/callback'], authMethod: 'header' }],
      scopes: ['email', 'profile'],
      account,
    }),
    get account() {
      return current.account
    },
  }
  const server = await startLoopbackServer()
  const configuration = configureProvider(settled, createMemoryAdapters())
  const provider = new Provider(server.origin, {
    ...configuration,
    findAccount: (_ctx, id) => {
      const { email, emailVerified } = current.account
      return { accountId: id, claims: () => ({ sub: id, email, email_verified: emailVerified }) }
    },
  })
  provider.Client.prototype.redirectUriAllowed = (uri: string) => redirectUris.has(uri)
  const answer = provider.callback()
  server.serve(async (request, response) => {
    if (!(await answerSignIn(provider, settled, request, response))) await answer(request, response)
  })
  onTestFinished(() => server.close())
  return {
    issuer: server.origin,
    allow: (uri: string) => void redirectUris.add(uri),
    /** The person who signs in there from now on. */
    become: (next: OAuthAccount) => {
      current.account = next
    },
  }
}
