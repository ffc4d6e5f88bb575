// expect line 14: "goes with auth.type \"custom\" only"

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
    authenticate: () => ({ headers: {} }),
  },
)
