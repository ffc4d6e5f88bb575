// expect line 17: Type '{ header: { Authorization: string; }; }' is not assignable to type 'AuthenticateReply | Promise<AuthenticateReply>'

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
    authenticate: () => ({ header: { Authorization: 'x' } }),
  },
)
