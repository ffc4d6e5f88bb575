import { type Connector, defineConnector } from 'checkwright'
import { same } from './equal.ts'

/** The credentials of checks follow from the definition, for each strategy. */
type CredentialsOf<C> =
  C extends Connector<string, 'oauth2' | 'api_key' | 'basic' | 'custom', infer Credentials, infer _V>
    ? Credentials
    : never

const base = { name: 'Acme', baseUrl: 'https://api.acme.example' } as const

const apiKey = defineConnector({
  ...base,
  id: 'api-key',
  auth: { type: 'api_key', config: { in: 'query', name: 'key' } },
})
same<CredentialsOf<typeof apiKey>, { readonly api_key: string }>(true)

const basic = defineConnector({ ...base, id: 'basic', auth: { type: 'basic', config: {} } })
same<CredentialsOf<typeof basic>, { readonly username: string; readonly password: string }>(true)

const named = defineConnector({
  ...base,
  id: 'named',
  auth: { type: 'basic', config: { usernameField: 'email', passwordField: 'api_token' } },
})
same<CredentialsOf<typeof named>, { readonly email: string; readonly api_token: string }>(true)

const fixed = defineConnector({ ...base, id: 'fixed', auth: { type: 'basic', config: { fixedPassword: 'x' } } })
same<CredentialsOf<typeof fixed>, { readonly username: string }>(true)

const custom = defineConnector({
  ...base,
  id: 'custom',
  baseUrl: 'https://{site}.acme.example/{port}',
  credentialFields: [{ id: 'site', label: 'Site', type: 'text', required: true }],
  auth: {
    type: 'custom',
    config: {
      credentialFields: [
        { id: 'port', label: 'Port', type: 'number', required: true },
        { id: 'timeout', label: 'Timeout', type: 'number' },
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
        { id: 'plan', label: 'Plan', type: 'select', options: [{ value: 'free', label: 'Free' }] },
        { id: 'team', label: 'Team', type: 'combobox', required: true, options: [{ value: 'a', label: 'A' }] },
        { id: 'key', label: 'Key', type: 'textarea', required: true },
        { id: 'secret', label: 'Secret', type: 'password', required: true },
        { id: 'page', label: 'Page', type: 'url', required: false },
      ],
    },
  },
})
same<
  CredentialsOf<typeof custom>,
  {
    readonly site: string
    readonly port: number
    readonly timeout: number | undefined
    readonly region: 'eu' | 'us'
    readonly plan: 'free' | undefined
    readonly team: string
    readonly key: string
    readonly secret: string
    readonly page: string | undefined
  }
>(true)

const oauth2 = defineConnector({
  ...base,
  id: 'oauth2',
  baseUrl: 'https://{tenant}.acme.example/{APP}/{app_name}/{domain}',
  credentialFields: [{ id: 'domain', label: 'Domain', type: 'text' }],
  auth: {
    type: 'oauth2',
    config: {
      authorizeUrl: 'https://acme.example/{APP}/authorize',
      tokenUrl: 'https://{site}.acme.example/token',
      scopes: ['users:read'],
      customSettings: [{ id: 'app_name', label: 'App', type: 'text', required: true, token: '{APP}' }],
      capture: [
        { from: 'callback', path: 'site', id: 'site' },
        { from: 'token', path: 'team.id', id: 'tenant', secret: true },
      ],
    },
  },
})
same<
  CredentialsOf<typeof oauth2>,
  { readonly domain: string | undefined; readonly site: string; readonly tenant: string }
>(true)

const service = defineConnector({
  ...base,
  id: 'service',
  auth: {
    type: 'oauth2',
    config: { grant: 'client_credentials', tokenUrl: 'https://acme.example/token', scopes: [] },
  },
})
same<CredentialsOf<typeof service>, {}>(true)

// A list that several connectors share keeps its types when it is written `as const`.
const shared = [{ id: 'org', label: 'Organization', type: 'text', required: true }] as const
const sharing = defineConnector({
  ...base,
  id: 'sharing',
  credentialFields: shared,
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  headers: { 'X-Org': '{org}' },
})
same<CredentialsOf<typeof sharing>, { readonly org: string; readonly api_key: string }>(true)
