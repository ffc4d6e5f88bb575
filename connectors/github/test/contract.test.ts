import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { connectorContract } from 'checkwright/testing'
import { describe } from 'vitest'
import { contractTest } from '../../../test/connectors/contract-test.ts'
import { loadReviewed } from '../../../test/connectors/reviewed-members.ts'
import github from '../index.ts'

const file = join(process.env.CHECKWRIGHT_TEST_DATA ?? '', 'contracts/github.json.gz')

const reviewed = await loadReviewed('github')

describe('the GitHub connector', () => {
  connectorContract(github, {
    test: contractTest,
    reviewed,
    // GitHub's own description declares no security; its documentation requires a bearer token.
    ...(existsSync(file) && {
      vendor: {
        openapi: JSON.parse(gunzipSync(readFileSync(file)).toString()),
        auth: { type: 'bearer', verify: (token: string) => token !== '' },
      },
    }),
  })
})
