// expect line 9: "{site} names no credential field or setting"

import { defineConnector } from 'checkwright'

defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  graphqlPath: '/sites/{site}/graphql',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})
