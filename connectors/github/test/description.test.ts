import { expect, test } from 'vitest'
import { expectDescribed } from '../../../test/connectors/description.ts'
import { github } from '../index.ts'
import { facts } from './facts.ts'
import { credentials, runCheckOn, startGithubApi } from './github-api.ts'

expectDescribed(github, {
  facts,
  description: 'github',
  credentials,
  // GitHub's description declares no security; its documentation requires a bearer token.
  vendor: { auth: { type: 'bearer', token: credentials.api_key } },
})

test('requests name the media type and the version of the API', async () => {
  await using api = await startGithubApi({})

  await runCheckOn(api, 'members-two-factor')

  expect(api.requests[0]?.headers).toMatchObject({
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
  })
})
