import { connectorContract } from 'checkwright/testing'
import { describe } from 'vitest'
import { contractTest } from '../../../test/connectors/contract-test.ts'
import { loadReviewed } from '../../../test/connectors/reviewed-members.ts'
import azure from '../index.ts'
import { loadAzureDescription } from './azure-description.ts'

const openapi = loadAzureDescription()

const reviewed = await loadReviewed('azure')

describe('the Azure connector', () => {
  connectorContract(azure, { test: contractTest, reviewed, ...(openapi && { vendor: { openapi } }) })
})
