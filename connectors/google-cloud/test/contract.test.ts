import { connectorContract } from 'checkwright/testing'
import { describe } from 'vitest'
import { openContractTest } from '../../../test/connectors/contract-test.ts'
import { loadReviewed } from '../../../test/connectors/reviewed-members.ts'
import gcloud from '../index.ts'
import { token } from './google-cloud-api.ts'
import { loadGoogleCloudDescription } from './google-cloud-description.ts'
import { sampleKey } from './sample-key.ts'

const openapi = loadGoogleCloudDescription()
const routes = { 'POST /token': { json: { access_token: token, expires_in: 3599 } } }

const reviewed = await loadReviewed('google-cloud')

describe('the Google Cloud connector', () => {
  connectorContract(gcloud, {
    test: openContractTest('google-cloud'),
    reviewed,
    credentials: { service_account_key: sampleKey },
    vendor: openapi && { openapi, routes },
  })
})
