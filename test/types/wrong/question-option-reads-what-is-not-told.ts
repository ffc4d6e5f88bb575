// expect line 15: No overload matches this call

import { defineConnector } from 'checkwright'
import { secondFactor } from 'checkwright/questions'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

const accounts = acme.inventory({ of: 'account', tells: ['secondFactor'], covers: ['all'], async *list() {} })

secondFactor(accounts, { variables: { accept_single_sign_on: 'accept_sso' } })
