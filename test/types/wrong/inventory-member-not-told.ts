// expect line 18: Property 'secondFactor' does not exist

import { defineConnector } from 'checkwright'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

const accounts = acme.inventory({ of: 'account', tells: ['email'], covers: ['members'], async *list() {} })

acme.check({
  id: 'factors',
  title: 'Everybody has a second factor',
  async run(ctx) {
    for await (const account of ctx.inventory(accounts)) ctx.log(String(account.secondFactor))
  },
})
