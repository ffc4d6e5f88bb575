// expect line 20: Type '"other"' is not assignable to type '"acme"'

import { defineConnector } from 'checkwright'
import { guestsReviewed } from 'checkwright/questions'

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
const accounts = other.inventory({ of: 'account', tells: [], covers: ['all'], async *list() {} })

acme.with(guestsReviewed(accounts))
