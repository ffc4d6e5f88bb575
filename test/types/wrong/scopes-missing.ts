// expect line 11: Property 'scopes' is missing

import { defineConnector } from 'checkwright'

defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: {
    type: 'oauth2',
    config: { authorizeUrl: 'https://acme.example/authorize', tokenUrl: 'https://acme.example/token' },
  },
})
