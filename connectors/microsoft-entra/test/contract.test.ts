import { connectorContract } from 'checkwright/testing'
import { describe, test } from 'vitest'
import { providerDescription } from '../../../test/connectors/description.ts'
import entra from '../index.ts'

const openapi = providerDescription('microsoft-graph')

describe('the Microsoft Entra connector', () => {
  connectorContract(entra, { test, ...(openapi && { vendor: { openapi } }) })
})
