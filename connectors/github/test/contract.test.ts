import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { connectorContract, type ReviewedMember } from 'checkwright/testing'
import { describe } from 'vitest'
import { openContractTest } from '../../../test/connectors/contract-test.ts'
import { loadReviewed } from '../../../test/connectors/reviewed-members.ts'
import github from '../index.ts'

const file = join(process.env.CHECKWRIGHT_TEST_DATA ?? '', 'contracts/github.json.gz')

/** The described vendor has repositories whose verdicts rest on their own answers. */
const ofManyRepositories: ReviewedMember = {
  checks: ['default-branch-protected', 'vulnerability-reports'],
  member: 'total_private_repos',
  kinds: ['removed'],
  reason:
    'Without the count, a person reviews whether the check saw every repository. The check judges those that it saw.',
}

const reviewed = [...(await loadReviewed('github')), ofManyRepositories]

describe('the GitHub connector', () => {
  connectorContract(github, {
    test: openContractTest('github'),
    reviewed,
    // GitHub's own description declares no security; its documentation requires a bearer token.
    vendor: existsSync(file)
      ? {
          openapi: JSON.parse(gunzipSync(readFileSync(file)).toString()),
          auth: { type: 'bearer', verify: (token: string) => token !== '' },
        }
      : undefined,
  })
})
