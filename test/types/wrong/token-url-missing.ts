// expect line 9: Property 'tokenUrl' is missing

import { defineConnector } from 'checkwright'

defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'oauth2', config: { authorizeUrl: 'https://acme.example/authorize', scopes: ['users:read'] } },
})
