import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importConnector } from '../../../../src/author/new/described/import-connector.ts'
import { createFolder } from '../../../app/command.ts'

test('a GraphQL schema has an option of its own', async () => {
  const file = join(createFolder(), 'acme.graphql')
  writeFileSync(file, 'type Query { users: [String!]! }')

  const given = {
    id: 'acme',
    name: undefined,
    authType: undefined,
    keyPrefix: undefined,
    baseUrl: undefined,
    endpoints: [],
    most: 10,
    madeUpUrl: 'https://api.acme.example',
  }
  await expect(importConnector(file, given)).rejects.toThrow('Give it by --graphql')
})
