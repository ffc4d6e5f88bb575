import { runChecks } from 'checkwright/runtime'
import { fixedClock } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { loadProviderDescription } from '../../../test/connectors/description.ts'
import { note } from '../../../test/connectors/note.ts'
import { now, parseCall, startAwsApi } from '../../aws/test/aws-api.ts'
import { everything } from '../../aws/test/everything.ts'
import { findViolations, type Models } from '../../aws/test/models.ts'
import { awsRole } from '../index.ts'
import { facts } from './facts.ts'
import { credentials, settings } from './role-api.ts'

const models = loadProviderDescription('aws') as Models | undefined

describe.skipIf(models === undefined)("aws-role and its services' models (needs CHECKWRIGHT_TEST_DATA)", () => {
  test('every request is one that the models describe, and every operation is a fact', async () => {
    await using api = await startAwsApi(everything, { anyRole: true })

    const { checks } = await runChecks(awsRole, { credentials, settings, fetch: api.fetch, clock: fixedClock(now) })

    const calls = api.requests.map(({ method, path: target, headers, body }) => {
      const { pathname: path, searchParams: query } = new URL(target, api.url)
      return parseCall({ method, path, query, headers, text: () => body })
    })
    const violations = calls.flatMap((call) => findViolations(models ?? { info: { version: '' }, services: {} }, call))
    const operations = [...new Set(calls.map(({ service, operation }) => `${service}.${operation}`))].sort()
    note({ connector: awsRole.id, requests: calls.length, operations, violations: violations.length })
    expect(checks.filter(({ error }) => error)).toEqual([])
    expect(violations).toEqual([])
    expect(operations).toEqual(Object.keys(facts.operations).sort())
  })
})
