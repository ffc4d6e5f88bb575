// expect line 14: "the connector has no select or multiselect variable"

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
    options: { region: async () => [] },
  },
)
