// expect line 5: Property 'baseUrl' is missing

import { defineConnector } from 'checkwright'

defineConnector({
  id: 'acme',
  name: 'Acme',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})
