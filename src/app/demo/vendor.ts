import { randomBytes } from 'node:crypto'
import type { Handler } from '../../author/testing/vendor/answer.ts'
import { type FakeVendor, fakeVendor } from '../../author/testing/vendor/fake-vendor.ts'
import { paginated } from '../../author/testing/vendor/paginated.ts'
import { type SignInServer, startSignInServer } from './sign-in-server.ts'

/** A company's Acme account, on this machine: its API, and the authorization server in front of it. */
export interface DemoVendor extends AsyncDisposable {
  readonly api: FakeVendor
  readonly oauth: SignInServer
  /** The OAuth app that an administrator would create at a real vendor. */
  readonly app: { readonly clientId: string; readonly clientSecret: string }
  /** The addresses that the connector needs. */
  readonly settings: { readonly api_url: string; readonly authorize_url: string; readonly token_url: string }
  readonly person: string
}

const administrators = 6
const users = Array.from({ length: 64 }, (_, index) => ({
  id: `u-${index + 1}`,
  email: `${['ada', 'grace', 'alan', 'edsger', 'barbara', 'donald', 'radia', 'ken'][index % 8]}${index < 8 ? '' : index}@acme.example`,
  role: index < administrators ? 'admin' : 'member',
  // Two of the administrators: Alan and Donald.
  mfa: index !== 2 && index !== 5,
}))

const devices = users.map(({ email }, index) => ({
  serial: `C02-${String(4100 + index)}`,
  owner: email.replace('@acme.example', ''),
  diskEncrypted: true,
}))

/** @param redirectUris addresses that the app may redirect people to */
export async function startDemoVendor(redirectUris: readonly string[]): Promise<DemoVendor> {
  const app = { clientId: 'checkwright-demo', clientSecret: randomBytes(24).toString('base64url') }
  const person = 'Ada Lovelace'
  const oauth = await startSignInServer({
    app: { ...app, name: 'Checkwright' },
    redirectUris,
    // Without audit:read, which the connector requests as well: Ada is no auditor, so she cannot grant it.
    scopes: ['users:read', 'devices:read', 'policies:read', 'backups:read', 'vendors:read'],
    account: { id: 'u-1', name: person, email: 'ada@acme.example' },
    vendorName: 'Acme',
  })
  try {
    const api = await fakeVendor({
      auth: { type: 'bearer', verify: (token) => oauth.findScopes(token) },
      routes: {
        'GET /me': { json: { id: 'u-1', name: person } },
        'GET /users': scoped('users:read', paginated(users, { style: 'cursor', pageSize: 25, items: 'users' })),
        'GET /devices': scoped('devices:read', paginated(devices, { style: 'link', pageSize: 20 })),
        'GET /policies/session': scoped('policies:read', () => ({ json: { idle_minutes: 240 } })),
        'GET /backups': scoped('backups:read', () => ({
          json: [{ id: 'customer-database', lastRestoreReport: 'restore-2026-03.pdf' }],
        })),
        'GET /vendors': scoped('vendors:read', () => ({ json: [] })),
        'GET /audit/settings': scoped('audit:read', () => ({ json: { retention_days: 400 } })),
      },
    })
    const close = async () => {
      await api.close()
      await oauth.close()
    }
    const settings = { api_url: api.url, authorize_url: oauth.authorizeUrl, token_url: oauth.tokenUrl }
    return { api, oauth, app, settings, person, [Symbol.asyncDispose]: close }
  } catch (error) {
    await oauth.close()
    throw error
  }

  /** As in a real API: a token without the scope is valid, but may not do this. */
  function scoped(scope: string, handler: Handler): Handler {
    return async (request) => {
      const granted = oauth.findScopes(request.headers.authorization?.replace(/^Bearer /, '') ?? '')
      if (granted?.includes(scope)) return handler(request)
      return { status: 403, json: { error: 'insufficient_scope', message: `This needs the scope ${scope}.` } }
    }
  }
}
