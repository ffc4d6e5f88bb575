// expect line 16: Argument of type 'Inventory<"account", "email", "acme">' is not assignable

import { defineConnector, defineQuestion, type Inventory } from 'checkwright'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

const accounts = acme.inventory({ of: 'account', tells: ['email'], covers: ['members'], async *list() {} })
const factors = <Id extends string>(inventory: Inventory<'account', 'secondFactor', Id>) =>
  defineQuestion(inventory, { id: 'factors', title: 'Second factors', members: ['secondFactor'], run() {} })

acme.with(accounts, factors(accounts))
