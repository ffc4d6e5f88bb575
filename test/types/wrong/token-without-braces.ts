// expect line 15: Type '"APP"' is not assignable to type '`{${string}}`'

import { defineConnector } from 'checkwright'

defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: {
    type: 'oauth2',
    config: {
      authorizeUrl: 'https://acme.example/{APP}/authorize',
      tokenUrl: 'https://acme.example/token',
      scopes: ['users:read'],
      customSettings: [{ id: 'app', label: 'App', type: 'text', required: true, token: 'APP' }],
    },
  },
})
