import { connectorContract } from 'checkwright/testing'
import { describe, test } from 'vitest'
import azure from '../index.ts'
import { azureDescription } from './azure-description.ts'

const openapi = azureDescription()

describe('the Azure connector', () => {
  connectorContract(azure, { test, ...(openapi && { vendor: { openapi } }) })
})
