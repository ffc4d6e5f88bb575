import { connectorContract } from 'checkwright/testing'
import { describe, test } from 'vitest'
import { providerDescription } from '../../../test/connectors/description.ts'
import slack from '../index.ts'

const openapi = providerDescription('slack')

describe('the Slack connector', () => {
  connectorContract(slack, { test, ...(openapi && { vendor: { openapi, satisfiedByAuth: ['token'] } }) })
})
