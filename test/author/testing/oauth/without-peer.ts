import { registerHooks } from 'node:module'

// Run as a program of its own: Node resolves oidc-provider as if it were not installed.
registerHooks({
  resolve(specifier, context, nextResolve) {
    return nextResolve(specifier === 'oidc-provider' ? 'oidc-provider-is-not-installed' : specifier, context)
  },
})
const { oauthServer } = await import('../../../../src/author/testing/index.ts')
const client = { clientId: 'app', redirectUris: ['https://app.example/callback'], authMethod: 'none' } as const
const error: unknown = await oauthServer({ clients: [client] }).catch((thrown: unknown) => thrown)
if (error instanceof Error && 'code' in error) console.log(JSON.stringify({ code: error.code, message: error.message }))
