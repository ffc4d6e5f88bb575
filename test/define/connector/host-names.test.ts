import { expect, test } from 'vitest'
import { type ConnectorDefinition, listHostNames } from '../../../src/define/index.ts'

test('listHostNames() gives the values that decide a host, and not those of a path', () => {
  const definition: ConnectorDefinition = {
    id: 'acme',
    name: 'Acme',
    version: '1.0.0',
    baseUrl: 'https://{c}:{port}/{z}',
    allowedHosts: ['files.{d}', '*.{e}'],
    test: { path: '/me/{w}' },
    auth: {
      type: 'oauth2',
      config: { authorizeUrl: 'https://{a}.acme.example/{x}', tokenUrl: '{b}/{y}', scopes: [] },
    },
  }

  expect([...listHostNames(definition)].sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'port'])
})
