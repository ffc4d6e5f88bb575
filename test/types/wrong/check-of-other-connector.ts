// expect line 19: Argument of type 'Check<"other">' is not assignable to parameter of type 'Check<"acme"> | Inventory<

import { defineConnector } from 'checkwright'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})
const other = defineConnector({
  id: 'other',
  name: 'Other',
  baseUrl: 'https://api.other.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})
const check = other.check({ id: 'admins', title: 'Administrators are few', run() {} })

acme.with(check)
