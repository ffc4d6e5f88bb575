// expect line 16: Property 'username' does not exist on type '{ readonly password: string; }'

import { defineConnector } from 'checkwright'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'basic', config: { fixedUsername: 'api' } },
})

acme.check({
  id: 'admins',
  title: 'Administrators are few',
  run(ctx) {
    ctx.log(ctx.credentials.username)
  },
})
