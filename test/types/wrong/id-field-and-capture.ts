// expect line 10: "\"team\" is declared twice"

import { defineConnector } from 'checkwright'

defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  credentialFields: [{ id: 'team', label: 'Team', type: 'text' }],
  auth: {
    type: 'oauth2',
    config: {
      authorizeUrl: 'https://acme.example/authorize',
      tokenUrl: 'https://acme.example/token',
      scopes: ['users:read'],
      capture: [{ from: 'token', path: 'team.id', id: 'team' }],
    },
  },
})
