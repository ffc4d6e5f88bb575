import { describe, expect, test } from 'vitest'
import { connectors } from '../../connectors/index.ts'
import { findTenantChoice } from '../../src/auth/tenant-choice.ts'
import type { ConnectorDefinition } from '../../src/define/index.ts'

const field = (id: string, more: object = {}) => ({ id, label: id, type: 'text', pattern: '[a-z.]+', ...more })
const tokenUrl = 'https://id.acme.example/token'

function createDefinition(config: object, more: object = {}): ConnectorDefinition {
  return {
    id: 'acme',
    name: 'Acme',
    version: '1.0.0',
    baseUrl: 'https://api.acme.example',
    auth: {
      type: 'oauth2',
      config: { authorizeUrl: 'https://acme.example/a', tokenUrl, scopes: [], ...config },
    },
    ...more,
  } as ConnectorDefinition
}

const site = { credentialFields: [field('site')] }
const largeBox = { credentialFields: [field('site', { type: 'textarea', pattern: undefined })] }
const app = { grant: 'client_credentials' }
const createCustom = (config: object, more: object = {}) =>
  createDefinition({}, { auth: { type: 'custom', config: { credentialFields: [], ...config } }, ...more })
const secretSetting = { customSettings: [field('key', { type: 'password' })] }

describe('findTenantChoice()', () => {
  test.each<[string, ConnectorDefinition, object, object | undefined]>([
    ['nothing typed', createDefinition({}), {}, undefined],
    [
      'the host of a page alone',
      createDefinition({ authorizeUrl: 'https://{site}.acme.example/a' }, site),
      {},
      undefined,
    ],
    ['the path of a person’s own grant', createDefinition({ tokenUrl: `${tokenUrl}/{site}` }, site), {}, undefined],
    ['the token host', createDefinition({ tokenUrl: 'https://{site}/token' }, site), {}, { of: 'host' }],
    ['the whole token URL', createDefinition({ tokenUrl: '{site}/token' }, site), {}, { of: 'host' }],
    ['the refresh host', createDefinition({ refreshUrl: 'https://{site}.acme.example/r' }, site), {}, { of: 'host' }],
    ['the revocation host', createDefinition({ revokeUrl: 'https://{site}/r' }, site), {}, { of: 'host' }],
    [
      'a token host that the browser brings',
      createDefinition({ tokenUrl: 'https://{site}/t', capture: [{ from: 'callback', path: 'location', id: 'site' }] }),
      {},
      { of: 'host' },
    ],
    [
      'a token host that the vendor names, and whoever brings tokens along',
      createDefinition({ refreshUrl: 'https://{site}/t', capture: [{ from: 'token', path: 'host', id: 'site' }] }),
      {},
      { of: 'host' },
    ],
    ['the API host', createDefinition({}, { ...site, baseUrl: 'https://{site}' }), {}, undefined],
    [
      'the API host, which a token hook may ask with the secret',
      createDefinition({}, { ...site, baseUrl: 'https://{site}' }),
      { token: () => ({}) },
      { of: 'host' },
    ],
    [
      'the API host, with a secret of the app in every request',
      createDefinition(secretSetting, { ...site, baseUrl: 'https://{site}' }),
      {},
      { of: 'host' },
    ],
    [
      'an allowed host, with a secret of the app',
      createDefinition(secretSetting, { ...site, allowedHosts: ['files.{site}'] }),
      {},
      { of: 'host' },
    ],
    [
      'the tenant of the app',
      createDefinition({ ...app, tokenUrl: `${tokenUrl}/{site}` }, site),
      {},
      { of: 'identity' },
    ],
    [
      'a parameter of the app',
      createDefinition({ ...app, tokenParams: { t: '{site}' } }, site),
      {},
      { of: 'identity' },
    ],
    ['what only checks see, asked by the app', createDefinition(app, site), {}, { of: 'identity' }],
    ['the app alone', createDefinition(app), {}, undefined],
    [
      'what a login with a key of the platform reads',
      createCustom({ ...secretSetting, credentialFields: [field('site'), field('pin', { type: 'password' })] }),
      {},
      { of: 'identity' },
    ],
    ['a list of accounts in a large box', createCustom(secretSetting, largeBox), {}, { of: 'identity' }],
    [
      'the same, which a hook verifies',
      createCustom(secretSetting, site),
      { authenticate: () => ({}), verify: () => undefined },
      undefined,
    ],
    [
      'the host, which no hook verifies',
      createCustom(secretSetting, { ...site, baseUrl: 'https://{site}' }),
      { authenticate: () => ({}), verify: () => undefined },
      { of: 'host' },
    ],
    ['settings that open nothing', createCustom({ customSettings: [field('region')] }, site), {}, undefined],
    [
      'a secret of their own beside that of the platform',
      createCustom({ ...secretSetting, credentialFields: [field('site', { type: 'password' })] }),
      {},
      undefined,
    ],
    ['what a token hook is handed', createDefinition({}, site), { token: () => ({}) }, { of: 'identity' }],
  ])('sees what an organization chooses: %s', (_what, definition, hooks, expected) => {
    const choice = findTenantChoice(definition, hooks)

    if (expected === undefined) expect(choice).toBeUndefined()
    else expect(choice).toEqual({ fields: ['site'], ...expected })
  })

  test('the shipped connectors that need an app of the organization', async () => {
    const shipped = await Promise.all(Object.values(connectors).map((load) => load()))
    const found = shipped.flatMap(({ id, definition, hooks }) => {
      const choice = findTenantChoice(definition, hooks)
      return choice ? [[id, choice.of]] : []
    })

    expect(Object.fromEntries(found)).toEqual({
      auth0: 'host',
      azure: 'identity',
      bamboohr: 'host',
      box: 'identity',
      crowdstrike: 'host',
      'jamf-pro': 'host',
      'microsoft-entra': 'identity',
      okta: 'host',
      onelogin: 'host',
      pingone: 'host',
      salesforce: 'host',
    })
  })
})
