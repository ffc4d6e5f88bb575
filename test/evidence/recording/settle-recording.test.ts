import { join } from 'node:path'
import { runChecks } from 'checkwright/runtime'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toRecordedRun } from '../../../src/checks/runs/recorded-run.ts'
import { type AnyConnector, defineConnector } from '../../../src/define/index.ts'
import { makeRecording } from '../../../src/evidence/recording/make-recording.ts'
import { parseRecording } from '../../../src/evidence/recording/read-recording.ts'
import { formatRecording } from '../../../src/evidence/recording/recording-text.ts'
import { replayRecording } from '../../../src/evidence/recording/replay-recording.ts'
import { settleRecording } from '../../../src/evidence/recording/settle-recording.ts'
import { readLedger } from '../../../src/http/exchanges/ledger.ts'
import { Redactor } from '../../../src/http/redact/redact.ts'
import { isSoak } from '../../setup/short-form.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'

interface User {
  readonly id: string
  readonly login: string
  readonly name: string
  readonly email: string
  readonly mfa: boolean
  readonly manager: string
}

const key = 'canary-4f9c2d7e-secret'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

/** Asks for each person by what names them, and judges by what two answers say of one. */
const joined = acme.check({
  id: 'joined',
  title: 'Joined',
  onEmpty: 'pass',
  async run(ctx) {
    const users = await ctx.get<readonly User[]>('/users')
    for (const { id, login, email, mfa, manager } of users) {
      const { owner } = await ctx.get<{ owner: string }>(`/users/${encodeURIComponent(login)}`, {
        query: { of: email },
      })
      const resource = { type: 'user', id, name: email }
      if (owner !== email) ctx.cannotTell({ kind: 'incomplete_data', message: 'Two answers differ.' })
      if (mfa && users.some((other) => other.email.toLowerCase() === manager.toLowerCase()))
        ctx.pass({ resource, title: `${login} is on` })
      else ctx.fail({ resource, title: 'Off', remediation: `Ask ${manager}.` })
    }
  },
})

/** A run on users, as it lies in files when it is over. */
async function recorded(connector: AnyConnector, answer: (url: URL) => unknown) {
  const file = join(createTempFolder(), 'exchanges.ndjson')
  const fetch = async (url: string) => Response.json(answer(new URL(url)))
  const run = await runChecks(connector, { credentials: { api_key: key }, fetch, exchanges: { file } })
  return makeRecording(connector, toRecordedRun(run), readLedger(file), undefined)
}

describe('settleRecording()', () => {
  test('comes to the same verdicts on nobody as on everybody, whatever they are called', async () => {
    const word = fc.stringMatching(/^[A-Za-z][a-zé'-]{0,8}$/)
    const user = fc.record({
      login: word,
      name: fc.tuple(word, word).map((words) => words.join(' ')),
      email: fc
        .tuple(
          fc.stringMatching(/^[a-z]{1,8}(\.[a-z]{1,8})?$/),
          fc.constantFrom('corp.com', 'eu.corp.com', 'gmail.com'),
        )
        .map((parts) => parts.join('@')),
      mfa: fc.boolean(),
    })
    const people = fc.uniqueArray(user, { selector: ({ email }) => email, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(people, async (given) => {
        const users: User[] = given.map((each, index) => ({
          ...each,
          id: `u-${index}`,
          manager: given.at(index - 1)?.email ?? '',
        }))
        const raw = await recorded(acme.with(joined), ({ pathname, searchParams }) =>
          pathname === '/users' ? users : { owner: searchParams.get('of') },
        )

        const { recording } = await settleRecording(raw, acme.with(joined), new Redactor())

        const again = parseRecording(formatRecording(recording), 'r.json')
        expect(await replayRecording(again, acme.with(joined))).toMatchObject({ same: true })
        for (const { email } of users) expect(formatRecording(recording)).not.toContain(`"${email}"`)
      }),
      { numRuns: isSoak ? 2_000 : 30 },
    )
  })

  test('says what differs when a check looks at what was replaced, and writes down none of it', async () => {
    const corporate = acme.check({
      id: 'corporate',
      title: 'Corporate addresses',
      async run(ctx) {
        const users = await ctx.get<readonly User[]>('/users')
        for (const { id, email } of users) {
          const resource = { type: 'user', id }
          if (email.endsWith('@corp.com')) ctx.pass({ resource, title: 'Ours' })
          else ctx.fail({ resource, title: 'Not ours', remediation: 'Replace it.' })
        }
      },
    })
    const raw = await recorded(acme.with(corporate), () => [{ id: 'u1', email: 'ada@corp.com' }])

    const settled = settleRecording(raw, acme.with(corporate), new Redactor())

    await expect(settled).rejects.toMatchObject({
      code: 'RECORDING_DIFFERS',
      message: expect.stringContaining('corporate: pass, 1 pass → fail, 1 fail'),
    })
    const kept = await settleRecording(raw, acme.with(corporate), new Redactor(), { keep: ['corp.com'] })
    expect(kept.recording.exchanges[0]?.response?.json).toEqual([{ id: 'u1', email: 'person1@corp.com' }])
  })
})
