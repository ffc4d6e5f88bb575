// expect line 8: "the id must be a literal"

import { defineConnector } from 'checkwright'

const id: string = 'acme'

defineConnector({
  id,
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})
