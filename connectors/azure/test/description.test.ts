import { runChecks } from 'checkwright/runtime'
import { fakeVendor } from 'checkwright/testing'
import { expect, test } from 'vitest'
import { expectDescribed } from '../../../test/connectors/description.ts'
import { azure } from '../index.ts'
import { credentials } from './azure-api.ts'
import { loadAzureDescription } from './azure-description.ts'
import { facts } from './facts.ts'

const description = loadAzureDescription()

expectDescribed(azure, { facts, description: description ?? 'azure', credentials })

test.skipIf(description === undefined)(
  'azure asks every operation of the facts (needs CHECKWRIGHT_TEST_DATA)',
  async () => {
    await using vendor = await fakeVendor({ openapi: description ?? {} })

    await runChecks(azure, { credentials, fetch: vendor.fetch })

    expect([...vendor.operations].sort()).toEqual(Object.keys(facts.operations).sort())
  },
)
