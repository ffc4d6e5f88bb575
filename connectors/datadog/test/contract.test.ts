import { connectorContract } from 'checkwright/testing'
import { describe, test } from 'vitest'
import { providerDescription } from '../../../test/connectors/description.ts'
import datadog from '../index.ts'

const openapi = providerDescription('datadog')

describe('the Datadog connector', () => {
  connectorContract(datadog, { test, ...(openapi && { vendor: { openapi } }) })
})
