import { connectorContract } from 'checkwright/testing'
import { describe, test } from 'vitest'
import { loadProviderDescription } from '../../../test/connectors/description.ts'
import { loadReviewed } from '../../../test/connectors/reviewed-members.ts'
import entra from '../index.ts'

const openapi = loadProviderDescription('microsoft-graph')

const reviewed = await loadReviewed('microsoft-entra')

describe('the Microsoft Entra connector', () => {
  connectorContract(entra, { test, reviewed, ...(openapi && { vendor: { openapi } }) })
})
