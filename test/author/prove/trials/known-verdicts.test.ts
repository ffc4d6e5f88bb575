import { expect, test } from 'vitest'
import { KnownVerdicts } from '../../../../src/author/prove/trials/known-verdicts.ts'
import type { Recording } from '../../../../src/evidence/recording/recording.ts'
import { acmeWorld } from '../acme.ts'
import { codeAcme, ssoEnforced } from '../code-acme.ts'

/** The world with another answer to requests whose address ends so. */
function replaceAnswer(
  ending: string,
  json: NonNullable<Recording['exchanges'][number]['response']>['json'],
): Recording {
  return {
    ...acmeWorld,
    exchanges: acmeWorld.exchanges.map((exchange) =>
      exchange.request.url.endsWith(ending) ? { ...exchange, response: { status: 200, json } } : exchange,
    ),
  }
}

function countRuns() {
  let runs = 0
  const check: typeof ssoEnforced = {
    ...ssoEnforced,
    run: (ctx) => {
      runs++
      return ssoEnforced.run(ctx)
    },
  }
  return { verdicts: new KnownVerdicts(codeAcme, check), count: () => runs }
}

test('KnownVerdicts run a check once for worlds whose answers to it are the same, and again where one differs', async () => {
  const { verdicts, count } = countRuns()

  const first = await verdicts.find(acmeWorld)
  const beside = await verdicts.find(replaceAnswer('/keys', { keys: [], next: null }))
  const off = await verdicts.find(replaceAnswer('/settings', { sso: { enforced: false } }))

  expect([first.status, beside.status, off.status]).toEqual(['pass', 'pass', 'fail'])
  expect(count()).toBe(2)
})

test('KnownVerdicts forget what was ended from outside', async () => {
  const { verdicts } = countRuns()

  const ended = await verdicts.find(acmeWorld, AbortSignal.abort())
  const again = await verdicts.find(acmeWorld)

  expect([ended.status, again.status]).toEqual(['error', 'pass'])
})

test('KnownVerdicts give the answer to a GET again, as a vendor does', async () => {
  const asksTwice: typeof ssoEnforced = {
    ...ssoEnforced,
    run: async (ctx) => {
      await ctx.get('/settings')
      return ssoEnforced.run(ctx)
    },
  }

  const { status, missing } = await new KnownVerdicts(codeAcme, asksTwice).find(acmeWorld)

  expect([status, missing]).toEqual(['pass', []])
})
