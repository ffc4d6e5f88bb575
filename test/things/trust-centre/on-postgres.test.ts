import { expect, test } from 'vitest'
import { trustAgreement, trustRequest } from '../../../src/things/trust-centre/requests.ts'
import { describePostgres, testPostgres } from '../../setup/postgres.ts'
import { startMailServer } from '../notices/mail-server.ts'
import { organizationId } from '../packages/audited-world.ts'
import { addTrustDocument, openTrustWorld, readWhole } from './trust-world.ts'

describePostgres('a trust centre on PostgreSQL', () => {
  test('answers addresses that no text may have as it answers every other that leads nowhere', async () => {
    const { ask, act, findPath } = await openTrustWorld({ store: await testPostgres() })
    await act('open')
    const at = await findPath()
    const paths = [
      '/trust/%00',
      '/trust/%ff',
      `${at}/documents/%00`,
      `${at}/grants/%00?key=%00`,
      `${at}/agreement/a%00b`,
    ]

    const answers = await Promise.all(paths.map(async (path) => readWhole(await ask(path))))

    expect(new Set(answers)).toEqual(new Set([await readWhole(await ask('/trust/nowhere'))]))
  })

  test('stores one agreement of two who sign by one link at once', async () => {
    const { mail, mails } = await startMailServer()
    const world = await openTrustWorld({ store: await testPostgres(), mail, worker: { pollMs: 10 } })
    const { runtime, centreId, centres, ask, act, findPath } = world
    await centres.change({ organizationId, id: centreId, changes: { agreement: 'You keep it to yourself.' } })
    const document = await addTrustDocument(world, 'request')
    await act('open')
    const at = await findPath()
    const send = (path: string, fields: Readonly<Record<string, string>>) =>
      ask(path, { method: 'POST', body: new URLSearchParams(fields) })
    await send(`${at}/requests`, { name: 'Grace', email: 'grace@example.com', document: document.id })
    await expect.poll(() => mails.length, { timeout: 15_000 }).toBe(1)
    const url = new URL(/https:\/\/\S+/.exec(mails[0]?.text ?? '')?.[0] ?? '')
    const shown = await (await ask(`${url.pathname}${url.search}`)).text()
    const [, textSha256 = ''] = /name="textSha256" value="([\da-f]+)"/.exec(shown) ?? []
    const fields = { key: url.searchParams.get('key') ?? '', textSha256 }

    const answers = await Promise.all(['Grace', 'Eve'].map((name) => send(url.pathname, { ...fields, name })))

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect(await runtime.serviceOf(trustAgreement).list({ organizationId, limit: 10 })).toHaveLength(1)
    const [request] = await runtime.serviceOf(trustRequest).list({ organizationId, limit: 1 })
    expect(request?.state).toBe('waiting')
  })
})
