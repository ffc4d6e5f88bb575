import { describe, expect, test } from 'vitest'
import { defineConnector, defineQuestion, type Inventory } from '../../src/define/index.ts'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  variables: [{ id: 'most', label: 'Most', type: 'number', default: 3 }],
})
const accounts = acme.inventory({
  of: 'account',
  tells: ['secondFactor'],
  covers: ['members'],
  scopes: ['users:read'],
  async *list() {},
  facts: { lastActiveAt: { scopes: ['audit:read'], read: () => null } },
})

const ask = <Id extends string>(inventory: Inventory<'account', never, Id>, data: object = {}) =>
  defineQuestion(inventory, { id: 'factors', title: 'Factors', members: ['secondFactor'], run() {}, ...data })

describe('defineQuestion()', () => {
  test('makes a check of the connector of the inventory, which reads it', () => {
    const check = ask(accounts)

    expect(check).toMatchObject({ id: 'factors', connectorId: 'acme', scopes: ['users:read'] })
    expect(check.reads).toEqual([{ inventory: accounts, members: ['secondFactor'] }])
    expect(acme.with(accounts, check).checks).toEqual([check])
  })

  test('needs the scopes of the facts that it names, or those that it says', () => {
    expect(ask(accounts, { members: ['lastActiveAt'] }).scopes).toEqual(['users:read', 'audit:read'])
    expect(ask(accounts, { scopes: ['own'] }).scopes).toEqual(['own'])
    expect(
      ask(acme.inventory({ of: 'account', tells: ['secondFactor'], covers: ['x'], async *list() {} })).scopes,
    ).toBeUndefined()
  })

  test('is held to the rules of a check', () => {
    expect(() => ask(accounts, { variables: [{ id: 'most', label: 'Most', type: 'number' }] })).toThrow(
      /"most" is already a variable of the connector/,
    )
    expect(() => ask(accounts, { members: ['roles'] })).toThrow(/"roles" is not a member that this inventory reads/)
  })
})
