import { connectorContract } from 'checkwright/testing'
import { describe, test } from 'vitest'
import { providerDescription } from '../../../test/connectors/description.ts'
import gcloud from '../index.ts'
import { token } from './google-cloud-api.ts'
import { sampleKey } from './sample-key.ts'

const openapi = providerDescription('gcp')
const routes = { 'POST /token': { json: { access_token: token, expires_in: 3599 } } }

describe('the Google Cloud connector', () => {
  connectorContract(gcloud, {
    test,
    credentials: { service_account_key: sampleKey },
    ...(openapi && { vendor: { openapi, routes } }),
  })
})
