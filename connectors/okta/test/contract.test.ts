import { connectorContract } from 'checkwright/testing'
import { describe, test } from 'vitest'
import { providerDescription } from '../../../test/connectors/description.ts'
import okta from '../index.ts'

const openapi = providerDescription('okta')

describe('the Okta connector', () => {
  connectorContract(okta, { test, ...(openapi && { vendor: { openapi } }) })
})
