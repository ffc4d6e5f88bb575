import type { AuthType, ConnectorDefinition, CredentialField } from '../../define/index.ts'
import type { Answer } from '../testing/vendor/answer.ts'
import type { VendorAuth } from '../testing/vendor/auth.ts'
import type { HooksText } from './definition-text.ts'

/** The parts of a new connector and its test that depend on the strategy. */
export interface Strategy {
  readonly auth: ConnectorDefinition['auth']
  readonly hooks?: HooksText
  /** The scope or permission that the check needs. */
  readonly scopes?: readonly string[]
  /** Credentials that the test's vendor accepts. */
  readonly credentials: Readonly<Record<string, string>>
  readonly vendorAuth: VendorAuth
  /** Routes of the test's vendor without credentials, by path below the base URL. */
  readonly loginRoutes?: Readonly<Record<string, Answer>>
  /** Things for the author to look up, in sentences of Markdown. */
  readonly lookUp: readonly string[]
}

/** @param origin of the vendor, for addresses of OAuth */
export const strategies: Readonly<Record<AuthType, (origin: string) => Strategy>> = {
  api_key: () => ({
    auth: { type: 'api_key', config: { in: 'header', name: 'Authorization', prefix: 'Bearer ' } },
    credentials: { api_key: 'key-of-nobody-4tGh8wQz' },
    vendorAuth: {
      type: 'api_key',
      in: 'header',
      name: 'Authorization',
      value: 'Bearer key-of-nobody-4tGh8wQz',
    },
    lookUp: ['Which header or query parameter carries the key, and what stands before it: `auth.config`.'],
  }),

  basic: () => ({
    auth: { type: 'basic', config: {} },
    credentials: { username: 'nobody', password: 'password-of-nobody-4tGh8wQz' },
    vendorAuth: { type: 'basic', username: 'nobody', password: 'password-of-nobody-4tGh8wQz' },
    lookUp: [
      'The names that the vendor uses for user name and password: `labels` in `auth.config`. If one of them is always the same, set `fixedUsername` or `fixedPassword`.',
    ],
  }),

  oauth2: (origin) => ({
    auth: {
      type: 'oauth2',
      config: {
        authorizeUrl: `${origin}/oauth/authorize`,
        tokenUrl: `${origin}/oauth/token`,
        scopes: ['users:read'],
        pkce: true,
      },
    },
    scopes: ['users:read'],
    credentials: { access_token: 'token-of-nobody-4tGh8wQz' },
    vendorAuth: { type: 'bearer', token: 'token-of-nobody-4tGh8wQz' },
    lookUp: [
      'The addresses that people are sent to and that tokens come from: `authorizeUrl` and `tokenUrl`.',
      'The scopes, the fewest that the checks need: in `auth.config` for the connection, and in each check for what it needs.',
      'Whether the vendor gives refresh tokens only when asked, often by a scope such as `offline_access`.',
    ],
  }),

  custom: () => ({
    auth: { type: 'custom', config: { credentialFields: loginFields } },
    hooks: { text: loginHook, imports: ['AuthError'] },
    credentials: { client_id: 'nobody', client_secret: 'secret-of-nobody-4tGh8wQz' },
    vendorAuth: { type: 'bearer', token: 'session-of-nobody-4tGh8wQz' },
    loginRoutes: { '/login': { json: { token: 'session-of-nobody-4tGh8wQz', expires_in: 3600 } } },
    lookUp: [
      'The values that a person types: `credentialFields`. Type `password` keeps a value out of all output.',
      'How one logs in: the hook `authenticate`. A vendor that wants each request signed gets the hook `sign` instead.',
    ],
  }),
}

const loginFields: readonly CredentialField[] = [
  { id: 'client_id', label: 'Client ID', type: 'text', required: true },
  { id: 'client_secret', label: 'Client secret', type: 'password', required: true },
]

// As text, because it becomes text: a function of ours would be printed as the build minified it.
const loginHook = `{
    // Asked once a connection; the answer is kept until it expires or the vendor answers 401.
    async authenticate({ credentials, fetch, now }) {
      const response = await fetch('/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_id: credentials.client_id, client_secret: credentials.client_secret }),
      })
      if (!response.ok)
        throw new AuthError(\`The login was answered \${response.status}. Check the credentials and reconnect.\`, {
          code: 'AUTH_LOGIN_FAILED',
        })
      const { token, expires_in } = (await response.json()) as { readonly token?: string; readonly expires_in?: number }
      if (!token || !expires_in)
        throw new AuthError('The login was answered without a token or its life time.', { code: 'AUTH_LOGIN_FAILED' })
      return { headers: { authorization: \`Bearer \${token}\` }, expiresAtMs: now.getTime() + expires_in * 1000 }
    },
  }`
