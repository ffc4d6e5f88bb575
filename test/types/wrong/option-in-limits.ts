// expect line 10: "\"requestPerSecond\" is not an option here"

import { defineConnector } from 'checkwright'

defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  limits: { concurrency: 4, requestPerSecond: 5 },
})
