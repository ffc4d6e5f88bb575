import { describe, expect, test } from 'vitest'
import { defineConnector } from '../../../../src/define/index.ts'
import type { SessionPerson } from '../../../../src/things/api/options/person.ts'
import { openPages } from '../../../app/pages/world.ts'
import { typedServerConnector as typed } from '../../runtime/typed-server-connector.ts'

/** It has no OAuth, and a key of the platform or of the organization. */
const keyed = defineConnector(
  {
    id: 'keyed',
    name: 'Keyed',
    version: '1.0.0',
    baseUrl: 'https://api.keyed.example',
    auth: {
      type: 'custom',
      config: {
        credentialFields: [{ id: 'account', label: 'Account', type: 'text', required: true }],
        customSettings: [{ id: 'key', label: 'Key', type: 'password', required: true }],
      },
    },
  },
  { authenticate: () => ({ headers: {} }) },
)

const connectors = [typed, keyed]
const operator: SessionPerson = { userId: 'olga', organizationId: 'acme', role: 'operator' }
const admin: SessionPerson = { userId: 'ada', organizationId: 'acme', role: 'admin' }
const app = { connector: 'typed', clientId: 'app', clientSecret: 'the-secret', settings: { domain: 'one' } }
const badge = (text: string) => /<span class="badge \w+">([^<]+)<\/span>/.exec(text)?.[1]

describe('/setup says what a connector needs', () => {
  test('and that a bound app of the platform serves the organization, and no other', async () => {
    const { runtime, get, visitor } = await openPages({ connectors }, admin)
    const before = await get('/setup/typed')
    await runtime.oauthApps.set({ ...app, boundTo: 'acme' })

    const after = await get('/setup/typed')
    visitor.person = { ...admin, organizationId: 'other' }
    const stranger = await get('/setup/typed')

    expect([before, after, stranger].map(({ text }) => badge(text))).toEqual([
      'Needs an OAuth app',
      'Ready',
      'Needs an OAuth app',
    ])
    expect(after.text).toContain('The app of the platform is in use now. If you enter an app, Checkwright uses yours.')
    expect(stranger.text).not.toContain('The app of the platform')
  })

  test('and asks for the server of an app where people type it, also of an operator', async () => {
    const { get } = await openPages({ connectors }, operator)

    const { text } = await get('/setup/typed')

    expect(text).toContain('This app serves only your organization, because the entered values choose the server.')
    expect(text).toContain('Enter the server, too. Secrets are sent only to this server.')
    expect(text).toContain('name="settings.domain"')
    expect(text).not.toContain('It serves every organization')
  })

  test('and calls settings by their name where there is no OAuth', async () => {
    const { runtime, get } = await openPages({ connectors }, admin)
    const empty = await get('/setup/keyed')
    const list = await get('/setup')
    const connect = await get('/connect/keyed')
    await runtime.oauthApps.set({ connector: 'keyed', settings: { key: 'key-of-acme-4711' }, organizationId: 'acme' })

    const full = await get('/setup/keyed')

    expect([empty, full].map(({ text }) => badge(text))).toEqual(['Needs settings', 'Ready'])
    expect(empty.text).toContain(
      'These settings serve only your organization, because the entered values choose the account.',
    )
    expect(list.text).toContain('2 connectors need an OAuth app or settings before people can connect them.')
    expect(list.text).toContain('Settings of your organization')
    expect(connect.text).toContain('Keyed needs settings. Enter them first')
    expect(full.text).toContain('Delete settings of Keyed')
    expect(full.text).not.toContain('OAuth')
  })
})
