import { defineConnector } from '../../../src/define/index.ts'

/** A connector whose server people type, so that its apps belong to organizations. */
export const typedServerConnector = defineConnector({
  id: 'typed',
  name: 'Typed',
  version: '1.0.0',
  baseUrl: 'https://{domain}.acme.example',
  auth: {
    type: 'oauth2',
    config: {
      authorizeUrl: 'https://{domain}.acme.example/a',
      tokenUrl: 'https://{domain}.acme.example/t',
      scopes: [],
    },
  },
  credentialFields: [{ id: 'domain', label: 'Domain', type: 'text', required: true }],
})
