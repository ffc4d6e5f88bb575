import { onTestFinished } from 'vitest'
import { createHost } from '../../src/app/host/index.ts'
import {
  type FixedClock,
  fakeVendor,
  fixedClock,
  type OAuthServerOptions,
  oauthServer,
} from '../../src/author/testing/index.ts'
import { defineConnector } from '../../src/define/index.ts'
import type { SessionPerson } from '../../src/things/api/options/person.ts'
import type { RuntimeOptions } from '../../src/things/runtime/runtime.ts'
import { createRecordingLogger } from '../things/runtime/log.ts'
import { openRuntimeWith } from '../things/runtime/world.ts'
import { startServed } from './served.ts'

export const apiKey = 'vault-key-1f9c2b7d'
export const app = { clientId: 'checkwright', clientSecret: 'the-secret-of-the-app-77', authMethod: 'body' } as const
export const ada: SessionPerson = { userId: 'ada', organizationId: 'acme', role: 'operator' }
export const bob: SessionPerson = { userId: 'bob', organizationId: 'acme', role: 'member' }

/** Words that do something where they are not escaped. */
const hostile = `<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>"'>\`\${hurt}`

/**
 * Pages over a vendor that is real and on loopback: `acme` by OAuth, `vault` by fields of all seven types, and more.
 * @param oauth options of the vendor's authorization server
 */
export async function startAcmePages(
  oauth: Partial<OAuthServerOptions> = {},
  options: Pick<RuntimeOptions, 'frameOrigins' | 'appearance'> = {},
) {
  const server = await startServed()
  const callbackUrl = `${server.url}/v1/integrations/oauth/callback`
  const vendor = await oauthServer({
    clients: [{ ...app, name: 'Checkwright', redirectUris: [callbackUrl, `${callbackUrl}/acme`] }],
    scopes: ['users:read', 'audit:read', 'devices:read'],
    login: 'page',
    vendorName: 'Acme',
    ...oauth,
  })
  onTestFinished(() => vendor.close())
  const api = await fakeVendor({
    auth: { type: 'bearer', verify: vendor.verifyAccessToken },
    routes: { 'GET /me': { json: { id: 'ada' } }, 'GET /users': { json: [] } },
  })
  onTestFinished(() => api.close())
  const vaultApi = await fakeVendor({
    auth: { type: 'api_key', in: 'header', name: 'X-Vault-Key', value: apiKey },
    routes: { 'GET /me': { json: { id: 'me' } } },
  })
  onTestFinished(() => vaultApi.close())
  const typed: Readonly<Record<string, unknown>>[] = []
  const connectors = [
    acmeConnector(api.url, vendor),
    vaultConnector(vaultApi.url, (credentials) => typed.push(credentials)),
    machineConnector(api.url, vendor.tokenUrl),
    hostileConnector(api.url),
  ]
  const clock: FixedClock = fixedClock(new Date().toISOString())
  const { runtime } = await openRuntimeWith({ connectors, clock, publicUrl: server.url, ...options })
  await runtime.users.put({ organizationId: 'acme', id: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' })
  await runtime.users.put({ organizationId: 'acme', id: 'bob', name: 'Bob Barton', email: 'bob@example.com' })
  const visitor: { person: SessionPerson | undefined } = { person: ada }
  const logger = createRecordingLogger()
  const host = createHost({ runtime, logger, session: { person: () => visitor.person } })
  /** The redirects before the last answer, because the browser's own tools do not show them. */
  const back: { meanwhile: (url: string) => Promise<string | Response> } = { meanwhile: async (url) => url }
  server.answer(async (request, origin) => {
    const changed = request.url.startsWith(runtime.callbackUrl) ? await back.meanwhile(request.url) : request.url
    return changed instanceof Response
      ? changed
      : host.fetch(changed === request.url ? request : new Request(changed, request), origin)
  })
  const enterApp = () => runtime.oauthApps.set({ connector: 'acme', ...app, settings: { workspace: 'blue' } })
  return { url: server.url, runtime, clock, vendor, api, visitor, back, enterApp, typed, lines: logger.lines }
}

interface Endpoints {
  readonly authorizeUrl: string
  readonly tokenUrl: string
}

function acmeConnector(baseUrl: string, { authorizeUrl, tokenUrl }: Endpoints) {
  const acme = defineConnector({
    id: 'acme',
    name: 'Acme',
    version: '1.0.0',
    description: 'Second factors, devices and audit logs of one Acme workspace.',
    category: 'identity',
    docsUrl: 'https://acme.example/docs',
    baseUrl,
    auth: {
      type: 'oauth2',
      config: {
        authorizeUrl: `${authorizeUrl}?workspace={WORKSPACE}`,
        tokenUrl,
        scopes: ['users:read', 'devices:read', 'audit:read'],
        pkce: true,
        createAppUrl: 'https://acme.example/apps/new',
        customSettings: [
          {
            id: 'workspace',
            label: 'Workspace',
            type: 'text',
            required: true,
            placeholder: 'blue',
            helpText: 'The name in the address of your workspace.',
            token: '{WORKSPACE}',
          },
        ],
        setupInstructions: `
1. Sign in to Acme as an **owner** and open [Apps](https://acme.example/apps/new).
2. Choose *Web application*, and enter the callback URL that is shown here.
3. Under **Permissions** tick \`users:read\`, \`devices:read\` and \`audit:read\`.

| Plan | Audit log |
| --- | --- |
| Free | no |
| Team | yes |
`.trim(),
      },
    },
    test: { path: '/me' },
  })
  const check = (id: string, title: string, scopes: string[]) =>
    acme.check({ id, title, scopes, onEmpty: 'pass', run: async (ctx) => void (await ctx.get('/users')) })
  return acme.with(
    check('admin-mfa', 'Administrators sign in with a second factor', ['users:read']),
    check('leavers', 'Accounts of leavers are closed', ['users:read', 'audit:read']),
    check('disks', 'Disks of company devices are encrypted', ['devices:read']),
  )
}

/** A field of each type. @param onTest told of the values as a check would get them */
function vaultConnector(baseUrl: string, onTest: (credentials: Readonly<Record<string, unknown>>) => void) {
  return defineConnector(
    {
      id: 'vault',
      name: 'Vault',
      description: 'Boxes, and who may open them.',
      category: 'security',
      docsUrl: 'https://vault.example/docs',
      baseUrl,
      auth: {
        type: 'api_key',
        config: {
          in: 'header',
          name: 'X-Vault-Key',
          field: { placeholder: 'vault-key-…', helpText: 'Settings → API keys, read-only.' },
          setupInstructions: 'Open **Settings**, then *API keys*, and make one that only reads.',
        },
      },
      credentialFields: [
        {
          id: 'account',
          label: 'Account',
          type: 'text',
          required: true,
          placeholder: 'acme-eu',
          pattern: '[a-z-]{3,20}',
        },
        {
          id: 'region',
          label: 'Region',
          type: 'select',
          required: true,
          options: [
            { value: 'eu', label: 'Europe' },
            { value: 'us', label: 'United States' },
          ],
        },
        {
          id: 'tier',
          label: 'Tier',
          type: 'combobox',
          helpText: 'Choose one, or type your own.',
          options: [
            { value: 'gold', label: 'Gold' },
            { value: 'silver', label: 'Silver' },
          ],
        },
        { id: 'boxes', label: 'Number of boxes', type: 'number', placeholder: '12' },
        { id: 'portal', label: 'Portal', type: 'url', placeholder: 'https://vault.example' },
        {
          id: 'certificate',
          label: 'Certificate',
          type: 'textarea',
          helpText: 'In PEM, with its first and last line.',
        },
      ],
    },
    {
      test: async (ctx) => {
        await ctx.get('/me')
        onTest(ctx.credentials)
      },
    },
  )
}

/** The app itself is granted access: nobody is sent anywhere. */
function machineConnector(baseUrl: string, tokenUrl: string) {
  return defineConnector({
    id: 'machine',
    name: 'Machine',
    baseUrl,
    auth: { type: 'oauth2', config: { grant: 'client_credentials', tokenUrl, scopes: ['users:read'] } },
    test: { path: '/me' },
  })
}

/** The author of this one wants to run their own script in an administrator's browser. */
function hostileConnector(baseUrl: string) {
  return defineConnector({
    id: 'hostile',
    name: hostile,
    description: hostile,
    baseUrl,
    auth: {
      type: 'api_key',
      config: {
        in: 'header',
        name: 'X-Key',
        field: { label: hostile, placeholder: hostile, helpText: hostile },
        setupInstructions: [
          hostile,
          '[a](javascript:window.hurt=1) [b](data:text/html,<script>window.hurt=1</script>) [c](//evil.example/x)',
          '[d](/sign-out) <a href="https://evil.example" onclick="window.hurt=1">e</a> ![f](https://evil.example/f.png)',
          '[g](https://fine.example "title" ) [h](JaVaScRiPt:window.hurt=1) <javascript:window.hurt=1>',
        ].join('\n\n'),
      },
    },
    test: { path: '/me' },
  })
}
