import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { CheckContext } from '../../../src/define/index.ts'
import type { CommentRecord } from '../../../src/service/records/comments.ts'
import { openApiHost } from '../../app/host/world.ts'
import { createConnectorWith, secretKey } from '../../http/support.ts'
import { recordTransactions } from '../../setup/record-transactions.ts'

const connector = {
  ...createConnectorWith({ baseUrl: 'https://api.acme.example' }),
  checks: [
    {
      id: 'mfa',
      title: 'mfa',
      connectorId: 'acme',
      run: async (ctx: CheckContext) => ctx.pass({ resource: { type: 'user', id: 'u1' }, title: 'On' }),
    },
  ],
}

const comment = { content: 'Done', entityId: 't', entityType: 'task', userId: 'ada' }

describe('a change that is one transaction', () => {
  test('is written with its entry, and each waits for one commit', async () => {
    const { ask, runtime } = await openApiHost()
    await ask('POST', '/v1/comments', { body: comment })
    const readSent = recordTransactions()

    const answers = await Promise.all(Array.from({ length: 8 }, () => ask('POST', '/v1/comments', { body: comment })))

    const changing = readSent().filter((statements) => statements.some((text) => /^(insert|update)/.test(text)))
    const made = await Promise.all(answers.map((answer) => answer.json()))
    const entries = await runtime.audit.list({ organizationId: 'acme', limit: 8 })
    expect(changing).toHaveLength(1)
    expect(changing[0]?.filter((text) => text.startsWith('insert into "audit_entries"'))).toHaveLength(8)
    expect(entries.every(({ action, status }) => action === 'comment.create' && status === 201)).toBe(true)
    expect(made.map((each) => z.object({ id: z.string() }).parse(each).id).toSorted()).toEqual(
      entries.map(({ target }) => target).toSorted(),
    )
  })

  test('has an entry when it is refused, and one that says nothing was made when it fails', async () => {
    const { ask, runtime, lines } = await openApiHost({
      entities: {
        exists: async ({ entityId }) => {
          if (entityId === 'broken') throw new Error('of the host')
          return false
        },
      },
    })

    const refused = await ask('POST', '/v1/comments', { body: comment })
    const failed = await ask('POST', '/v1/comments', { body: { ...comment, entityId: 'broken' } })

    const entries = await runtime.audit.list({ organizationId: 'acme', limit: 2 })
    expect([refused.status, failed.status]).toEqual([404, 500])
    expect(entries.map(({ action, status, target }) => [action, status, target])).toEqual([
      ['comment.create', 500, null],
      ['comment.create', 404, null],
    ])
    expect(lines).toHaveLength(1)
  })

  test('starts a run over the HTTP API with its entry, once, and has one for a run that is refused', async () => {
    const { ask, runtime } = await openApiHost({}, { connectors: [connector] })
    const given = { organizationId: 'acme', connector, credentials: { api_key: secretKey } }
    const { id: connectionId } = await runtime.connections.create(given)
    const path = `/v1/integrations/connections/${connectionId}/runs`
    const readSent = recordTransactions()

    const started = await ask('POST', path, { body: { checks: ['mfa'] } })
    const refused = await ask('POST', path, { body: { checks: ['none'] } })

    const { id } = z.object({ id: z.string() }).parse(await started.json())
    const entries = await runtime.audit.list({ organizationId: 'acme', limit: 2 })
    expect([started.status, refused.status]).toEqual([202, 400])
    expect(entries.map(({ action, status, target, actor }) => [action, status, target, actor.type])).toEqual([
      ['run.start', 400, null, 'api-key'],
      ['run.start', 202, id, 'api-key'],
    ])
    const withEntry = readSent().filter((all) =>
      all.some((each) => each.includes('"audit_entries"') && !each.startsWith('select')),
    )
    expect(withEntry.map((all) => all.some((each) => each.startsWith('insert into "runs"')))).toEqual([true, false])
  })

  test('leaves nothing when its entry cannot be written', async () => {
    const { ask, runtime } = await openApiHost()
    const { audit, comments } = runtime.workspace
    const [taken] = await audit.list({ organizationId: 'acme', limit: 1 })
    const author = { id: 'ada', name: 'Ada', email: 'ada@example.com', image: null, deactivated: null }
    const written: CommentRecord = {
      id: 'c',
      organizationId: 'acme',
      entityId: 't',
      content: 'Done',
      contextUrl: null,
      entityType: 'task',
      authorId: 'ada',
      author,
      createdAtMs: 1,
      updatedAtMs: null,
      threadId: null,
      resolvedAtMs: null,
      resolvedBy: null,
    }

    await expect(comments.insert(written, [], taken)).rejects.toMatchObject({ code: 'STORE_CONFLICT' })

    const list = await ask('GET', '/v1/comments?entityType=task&entityId=t')
    expect(await list.json()).toMatchObject({ data: [] })
  })
})
