// expect line 14: "goes with auth.type \"oauth2\" only"

import { defineConnector } from 'checkwright'

defineConnector(
  {
    id: 'acme',
    name: 'Acme',
    baseUrl: 'https://api.acme.example',
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
    variables: [{ id: 'region', label: 'Region', type: 'text' }],
  },
  {
    token: async () => ({ access_token: 'x' }),
  },
)
