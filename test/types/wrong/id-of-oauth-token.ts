// expect line 10: "\"access_token\" is declared twice"

import { defineConnector } from 'checkwright'

defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  credentialFields: [{ id: 'access_token', label: 'Token', type: 'password' }],
  auth: {
    type: 'oauth2',
    config: {
      authorizeUrl: 'https://acme.example/authorize',
      tokenUrl: 'https://acme.example/token',
      scopes: ['users:read'],
    },
  },
})
