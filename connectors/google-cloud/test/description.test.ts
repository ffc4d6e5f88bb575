import { runChecks } from 'checkwright/runtime'
import { fakeVendor } from 'checkwright/testing'
import { expect, test } from 'vitest'
import { expectDescribed, loadProviderDescription } from '../../../test/connectors/description.ts'
import { gcloud } from '../index.ts'
import { facts } from './facts.ts'
import { credentials, token } from './google-cloud-api.ts'

const routes = { 'POST /token': { json: { access_token: token, expires_in: 3599 } } }

expectDescribed(gcloud, { facts, description: 'gcp', credentials, vendor: { routes } })

const openapi = loadProviderDescription('gcp')

test.skipIf(openapi === undefined)(
  'google-cloud asks every operation of the facts (needs CHECKWRIGHT_TEST_DATA)',
  async () => {
    await using vendor = await fakeVendor({ openapi: openapi ?? {}, routes })

    await runChecks(gcloud, { credentials, fetch: vendor.fetch })

    expect([...vendor.operations].sort()).toEqual(Object.keys(facts.operations).sort())
  },
)
