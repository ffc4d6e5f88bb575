// expect line 17: Property 'username' does not exist on type '{ readonly user: string; }'

import { defineConnector } from 'checkwright'

defineConnector(
  {
    id: 'acme',
    name: 'Acme',
    baseUrl: 'https://api.acme.example',
    auth: {
      type: 'custom',
      config: { credentialFields: [{ id: 'user', label: 'User', type: 'text', required: true }] },
    },
    variables: [{ id: 'region', label: 'Region', type: 'text' }],
  },
  {
    sign: (request, ctx) => request.headers.set('X-User', ctx.credentials.username),
  },
)
