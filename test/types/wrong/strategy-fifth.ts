// expect line 9: Type '"bearer"' is not assignable to type '"oauth2" | "api_key" | "basic" | "custom"'

import { defineConnector } from 'checkwright'

defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'bearer', config: { in: 'header', name: 'X-Key' } },
})
