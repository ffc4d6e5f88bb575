// expect line 15: Type '{ reviewed_guests: string; }' is not assignable to type 'undefined'

import { defineConnector } from 'checkwright'
import { serviceAccountsKnown } from 'checkwright/questions'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

const accounts = acme.inventory({ of: 'account', tells: [], covers: ['all'], async *list() {} })

serviceAccountsKnown(accounts, { variables: { reviewed_guests: 'reviewed_services' } })
