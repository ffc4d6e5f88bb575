// expect line 10: "\"site\" is declared twice"

import { defineConnector } from 'checkwright'

defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  credentialFields: [{ id: 'site', label: 'Site', type: 'text' }],
  auth: {
    type: 'oauth2',
    config: {
      authorizeUrl: 'https://acme.example/authorize',
      tokenUrl: 'https://acme.example/token',
      scopes: ['users:read'],
      customSettings: [{ id: 'app', label: 'App', type: 'text', required: true, token: '{site}' }],
    },
  },
})
