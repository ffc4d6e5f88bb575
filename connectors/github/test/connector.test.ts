import { runChecks } from 'checkwright/runtime'
import { fakeVendor } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { listCredentialFields } from '../../../src/define/index.ts'
import { github } from '../index.ts'
import { createRefusal, credentials, startGithubApi } from './github-api.ts'

describe('github', () => {
  test('asks for a token and an organization', () => {
    expect(listCredentialFields(github.definition)).toMatchObject([
      { id: 'api_key', label: 'Personal access token', type: 'password', required: true },
      { id: 'organization', label: 'Organization', type: 'text', required: true },
    ])
  })

  test.each(['octo-org/app', 'octo org', '../user', 'https://github.com/octo-org', '-octo', 'o'.repeat(40)])(
    'sends nothing for the organization "%s", which is no name at GitHub',
    async (organization) => {
      await using api = await fakeVendor({ routes: {} })

      const result = await runChecks(github, { credentials: { ...credentials, organization }, fetch: api.fetch })

      expect(new Set(result.checks.map(({ error }) => error?.kind))).toEqual(new Set(['config']))
      expect(api.requests).toEqual([])
    },
  )

  test('keeps the token out of the result, even where an answer repeats it', async () => {
    const answer = createRefusal(403, `The token ${credentials.api_key} must have admin rights.`)
    await using api = await startGithubApi({ answers: { 'GET /orgs/:org/members': answer } })

    const result = await runChecks(github, { credentials, fetch: api.fetch })

    expect(result.checks[1]?.error?.message).toContain('The token [redacted] must')
    expect(result.inputs.credentials).toEqual({ api_key: '[redacted]', organization: 'octo-org' })
    expect(JSON.stringify(result)).not.toContain(credentials.api_key)
  })

  test('judges nothing without a control, a scope, a description and a severity', () => {
    expect(github.checks.filter(({ controls = [] }) => controls.length === 0)).toEqual([])
    expect(github.checks.filter(({ scopes = [] }) => scopes.length === 0)).toEqual([])
    expect(github.checks.filter(({ description = '', severity }) => description === '' || !severity)).toEqual([])
  })
})
