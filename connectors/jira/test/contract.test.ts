import { connectorContract } from 'checkwright/testing'
import { describe, test } from 'vitest'
import { providerDescription } from '../../../test/connectors/description.ts'
import jira from '../index.ts'

const openapi = providerDescription('jira')

describe('the Jira connector', () => {
  connectorContract(jira, { test, ...(openapi && { vendor: { openapi } }) })
})
