// expect line 15: 'remediation' does not exist in type

import { defineConnector } from 'checkwright'
import { guestsReviewed } from 'checkwright/questions'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

const accounts = acme.inventory({ of: 'account', tells: [], covers: ['all'], async *list() {} })

guestsReviewed(accounts, { remediation: 'Remove them.' })
