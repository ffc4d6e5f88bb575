import { connectorContract } from 'checkwright/testing'
import { describe, test } from 'vitest'
import { providerDescription } from '../../../test/connectors/description.ts'
import workspace from '../index.ts'

const openapi = providerDescription('google-workspace')

describe('the Google Workspace connector', () => {
  connectorContract(workspace, { test, ...(openapi && { vendor: { openapi } }) })
})
