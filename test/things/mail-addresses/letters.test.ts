import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../../src/author/testing/vendor/fixed-clock.ts'
import type { Runtime } from '../../../src/things/runtime/runtime.ts'
import { startMailServer, waitForToken } from '../notices/mail-server.ts'
import { openRuntimeWith } from '../runtime/world.ts'

const dayMs = 86_400_000

interface World {
  readonly answer?: (address: string) => number | undefined
  /** An SMTP status with which the server refuses whoever sends. */
  readonly answerSender?: () => number | undefined
  readonly lettersPerDay?: number
}

async function open({ answer, answerSender = () => undefined, lettersPerDay }: World = {}) {
  const clock = fixedClock('2026-05-01T12:00:00Z')
  const { mail, mails } = await startMailServer({
    answer: answer ?? (() => undefined),
    onMailFrom: (_address, _session, done) => {
      const responseCode = answerSender()
      done(responseCode === undefined ? null : Object.assign(new Error('refused'), { responseCode }))
    },
  })
  const { runtime } = await openRuntimeWith({
    connectors: [],
    clock,
    worker: { pollMs: 20 },
    mail: { ...mail, lettersPerDay },
  })
  const add = async (...to: readonly string[]) => {
    const { webhook } = await runtime.webhooks.create({ organizationId: 'acme', name: 'Mail', sink: 'email', to })
    return { organizationId: 'acme', id: webhook.id }
  }
  const agree = async (address: string) =>
    runtime.mailAddresses.answer({ token: await waitForToken(mails, address), state: 'confirmed' })
  return { runtime, mails, clock, add, agree }
}

type Ref = { readonly organizationId: string; readonly id: string }

async function listStates(runtime: Runtime, ref: Ref) {
  return (await runtime.webhooks.get(ref))?.recipients.map(({ state }) => state)
}

/** The problem of the newest delivery of a test, once it was tried. */
function waitForProblem(runtime: Runtime, ref: Ref, problem: string) {
  const read = async () =>
    (await runtime.webhooks.deliveries({ ...ref, limit: 50 })).find(
      (each) => each.type === 'webhook.test' && each.attempts > 0,
    )
  return expect.poll(async () => (await read())?.problem).toBe(problem)
}

describe('an address', () => {
  test('gets one letter that asks, and notices after its owner has agreed, those included that waited', async () => {
    const { runtime, mails, add } = await open()
    const ref = await add('Security@acme.example')
    await runtime.webhooks.test(ref)
    await waitForProblem(runtime, ref, 'MAIL_NOT_CONFIRMED')
    const token = await waitForToken(mails, 'Security@acme.example')
    expect([await listStates(runtime, ref), mails.length]).toEqual([['unconfirmed'], 1])

    await runtime.mailAddresses.answer({ token, state: 'confirmed' })

    await expect.poll(() => mails.length).toBe(2)
    expect(mails[1]).toMatchObject({
      to: ['Security@acme.example'],
      text: expect.stringContaining('Notices arrive here'),
    })
    expect(mails[1]?.text).toMatch(/"acme"/i)
    expect(await listStates(runtime, ref)).toEqual(['confirmed'])
  })

  test('gets letters in the language of the organization', async () => {
    const { runtime, mails, add, agree } = await open()
    await runtime.appearance.set({ organizationId: 'acme', changes: { language: 'de' } })
    const ref = await add('a@acme.example')
    await agree('a@acme.example')
    await runtime.webhooks.test(ref)

    await expect.poll(() => mails.length).toBe(2)
    expect(mails[0]?.text).toContain('Öffnen Sie diese Seite, um zuzustimmen oder abzulehnen.')
    expect(mails[1]?.text).toContain('Mitteilungen kommen hier an.')
    expect(mails[1]?.text).toContain('Sie haben dem zugestimmt.')
  })

  test('agrees by a link that works once, for three days, and only in the newest letter', async () => {
    const { runtime, mails, clock, add } = await open()
    const ref = await add('a@acme.example')
    const first = await waitForToken(mails, 'a@acme.example')
    clock.advance(11 * 60_000)
    await runtime.webhooks.resendQuestion(ref)
    await expect.poll(() => mails.length).toBe(2)
    const second = await waitForToken(mails, 'a@acme.example')
    const answer = (token: string) => runtime.mailAddresses.answer({ token, state: 'confirmed' })

    await expect(answer(first)).rejects.toMatchObject({ code: 'SIGN_IN_REFUSED' })
    clock.advance(3 * dayMs)
    await expect(answer(second)).rejects.toMatchObject({ code: 'SIGN_IN_REFUSED' })
    expect(await runtime.mailAddresses.question(second)).toBeUndefined()
    await runtime.webhooks.resendQuestion(ref)
    await expect.poll(() => mails.length).toBe(3)
    const third = await waitForToken(mails, 'a@acme.example')
    const answers = await Promise.allSettled([answer(third), answer(third)])

    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('that has declined is not asked again by the organization, and counts for no other one', async () => {
    const { runtime, mails, clock, add } = await open()
    const ref = await add('a@acme.example')
    const token = await waitForToken(mails, 'a@acme.example')
    await runtime.mailAddresses.answer({ token, state: 'declined' })
    clock.advance(dayMs)

    await expect(runtime.webhooks.resendQuestion(ref)).rejects.toMatchObject({ code: 'STORE_CONFLICT' })
    expect(await listStates(runtime, await add('A@ACME.example'))).toEqual(['declined'])
    const { webhook } = await runtime.webhooks.create({
      organizationId: 'other',
      name: 'Mail',
      sink: 'email',
      to: ['a@acme.example'],
    })

    expect(webhook.recipients).toEqual([{ address: 'a@acme.example', state: 'unconfirmed' }])
  })

  test('is asked a few times a day by all organizations together, and an organization asks a few a day', async () => {
    const { runtime, mails, add } = await open()
    for (let n = 0; n < 7; n++) {
      const organizationId = `org-${n}`
      await runtime.organizations.create({ id: organizationId, name: organizationId })
      await runtime.webhooks.create({ organizationId, name: 'Mail', sink: 'email', to: ['victim@stranger.example'] })
    }
    const refs: Ref[] = []
    for (let n = 0; n < 4; n++)
      refs.push(await add(...Array.from({ length: 10 }, (_, each) => `victim${n}.${each}@other.example`)))

    const read = async () => {
      const lists = await Promise.all(refs.map((ref) => runtime.webhooks.deliveries({ ...ref, limit: 50 })))
      return lists.flat().map(({ state, problem }) => `${state} ${problem}`)
    }
    await expect.poll(async () => (await read()).filter((each) => each === 'dead MAIL_QUOTA_EXCEEDED').length).toBe(10)

    const count = (domain: string) => mails.filter(({ to }) => to.join().endsWith(domain)).length
    await expect.poll(() => [count('@stranger.example'), count('@other.example')]).toEqual([5, 30])
  })
})

describe('letters', () => {
  test('have one address each, and none comes again because another one failed', async () => {
    const refusals = new Map([['busy@acme.example', 451]])
    const { runtime, mails, clock, add, agree } = await open({
      answer: (address) => (agreed ? refusals.get(address) : undefined),
    })
    let agreed = false
    const ref = await add('ada@acme.example', 'busy@acme.example')
    for (const address of ['ada@acme.example', 'busy@acme.example']) await agree(address)
    agreed = true

    await runtime.webhooks.test(ref)
    await expect.poll(() => mails.length).toBe(3)
    refusals.clear()
    clock.advance(60_000)
    await expect.poll(() => mails.length).toBe(4)
    const read = async () => (await runtime.webhooks.deliveries({ ...ref, limit: 1 }))[0]?.state
    await expect.poll(read).toBe('delivered')

    expect(mails.slice(2).map(({ to }) => to)).toEqual([['ada@acme.example'], ['busy@acme.example']])
    expect(mails.every(({ to }) => to.length === 1)).toBe(true)
    expect(mails[2]?.source).not.toContain('busy@')
  })

  test('are delivered when one address is refused for good and another one has it', async () => {
    let isLeft = false
    const { runtime, add, agree } = await open({
      answer: (address) => (isLeft && address.startsWith('left') ? 550 : undefined),
    })
    const ref = await add('left@acme.example', 'ada@acme.example')
    for (const address of ['ada@acme.example', 'left@acme.example']) await agree(address)
    isLeft = true

    await runtime.webhooks.test(ref)

    const read = async () => (await runtime.webhooks.deliveries({ ...ref, limit: 1 }))[0]?.state
    await expect.poll(read).toBe('delivered')
  })

  test('are tried again where a server refuses whoever sends, and not an address', async () => {
    let sent = 0
    const { runtime, clock, mails, add, agree } = await open({ answerSender: () => (sent++ === 3 ? 550 : undefined) })
    const ref = await add('ada@acme.example', 'bob@acme.example')
    for (const address of ['ada@acme.example', 'bob@acme.example']) await agree(address)

    await runtime.webhooks.test(ref)
    await expect.poll(() => sent).toBe(4)
    clock.advance(dayMs)

    await expect.poll(() => mails.slice(2).flatMap(({ to }) => to)).toEqual(['ada@acme.example', 'bob@acme.example'])
  })

  test('of an organization wait for the next day when it has sent as many as it may', async () => {
    const { runtime, mails, clock, add, agree } = await open({ lettersPerDay: 2 })
    const ref = await add('ada@acme.example')
    await agree('ada@acme.example')
    for (let n = 0; n < 3; n++) await runtime.webhooks.test(ref)

    await expect.poll(() => mails.length).toBe(3)
    const read = async () => (await runtime.webhooks.deliveries({ ...ref, limit: 9 })).map(({ problem }) => problem)
    await expect.poll(read).toContain('MAIL_QUOTA_EXCEEDED')
    clock.advance(dayMs)

    await expect.poll(() => mails.length).toBe(4)
  })

  test('name the organization in the text alone, as words between quotes', async () => {
    const { runtime, mails, add } = await open()
    await runtime.organizations.rename('acme', 'Microsoft\r\nBcc: x@evil.example https://evil.example/login')

    await add('a@acme.example')
    await waitForToken(mails, 'a@acme.example')

    const [head = ''] = (mails[0]?.source ?? '').split('\r\n\r\n')
    expect(head).not.toMatch(/microsoft|evil|^bcc/im)
    expect(mails[0]?.text).toContain('"Microsoft Bcc x evil example https evil example login"')
    expect(mails[0]?.text).not.toMatch(/evil\.example/)
  })
})

test.each([0, 1.5, '5', Number.NaN])('mail.lettersPerDay: %s is refused at the start', async (lettersPerDay) => {
  const mail = { url: 'smtps://mail.example.com', from: 'a@example.com', lettersPerDay } as never
  await expect(openRuntimeWith({ connectors: [], mail })).rejects.toThrow(/lettersPerDay/)
})
