// expect line 14: Did you mean to write 'region'?

import { defineConnector } from 'checkwright'

defineConnector(
  {
    id: 'acme',
    name: 'Acme',
    baseUrl: 'https://api.acme.example',
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
    variables: [{ id: 'region', label: 'Region', type: 'select' }],
  },
  {
    options: { regions: async () => [] },
  },
)
