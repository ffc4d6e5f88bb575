// expect line 14: 'signRequest' does not exist in type 'Hooks<

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
    signRequest: () => undefined,
  },
)
