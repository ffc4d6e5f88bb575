// expect line 9: Property 'authorizeUrl' is missing

import { defineConnector } from 'checkwright'

defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'oauth2', config: { tokenUrl: 'https://acme.example/token', scopes: ['users:read'] } },
})
