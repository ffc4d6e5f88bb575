import { describe, expect, test } from 'vitest'
import { tracker } from '../../../src/things/tickets/thing.ts'
import { minuteMs, openWithTracker, organizationId, soon } from './world.ts'

const isCreate = ({ method, path }: { readonly method: string; readonly path: string }) =>
  method === 'POST' && (path === '/repos/acme/app/issues' || path === '/rest/api/3/issue')

describe('a tracker', () => {
  test('that limits requests is asked again when it said, and not before', async () => {
    const { clock, requests, issues, world, run, listTickets } = await openWithTracker('github')
    world.mischief = () => ({ status: 429, headers: { 'retry-after': '120' } })

    await run({ ada: {} })
    const problems = async () => (await listTickets()).map(({ values }) => values.failure)
    await expect.poll(problems, soon).toEqual(['HTTP_RATE_LIMITED'])
    world.mischief = undefined
    clock.advance(1.5 * minuteMs)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(requests).toHaveLength(1)
    clock.advance(minuteMs)

    await expect.poll(() => issues.size, soon).toBe(1)
  })

  test('that refuses the token in the middle is told the rest when it takes it again, once', async () => {
    const { clock, issues, world, run, listTickets } = await openWithTracker('github')
    await run({ ada: {} })
    await expect.poll(() => issues.size, soon).toBe(1)
    world.mischief = ({ path }) => (path.endsWith('/comments') ? { status: 401 } : undefined)

    await run()
    await expect.poll(async () => (await listTickets())[0]?.values.failure, soon).toBe('HTTP_STATUS')
    world.mischief = undefined
    clock.advance(minuteMs)

    await expect.poll(async () => (await listTickets())[0]?.state, soon).toBe('closed')
    expect([...issues.values()].map(({ isOpen, comments }) => [isOpen, comments.length])).toEqual([[false, 1]])
  })

  test('that redirects to another origin gets neither the token there nor another attempt', async () => {
    const { clock, requests, world, run, listTickets } = await openWithTracker('github')
    world.mischief = () => ({ status: 307, headers: { location: 'https://evil.example/steal' } })

    await run({ ada: {} })
    await expect.poll(async () => (await listTickets())[0]?.values.failure, soon).toBe('HTTP_REDIRECT_REFUSED')
    clock.advance(60 * minuteMs)
    await new Promise((resolve) => setTimeout(resolve, 200))

    expect(requests.map(({ host }) => host)).toEqual(['api.github.com'])
  })

  test('whose answer has no end is not read to it, and its issue is found again', async () => {
    const { clock, issues, world, run, listTickets } = await openWithTracker('jira')
    const made = { id: '1', title: '', text: '', isOpen: true, comments: [] }
    world.mischief = (request) => {
      if (!isCreate(request)) return undefined
      issues.set('1', { ...made, text: request.body })
      return { status: 201, body: JSON.stringify({ id: '1', key: 'OPS-1', padding: 'x'.repeat(10 * 1024 * 1024) }) }
    }

    await run({ ada: {} })
    await expect.poll(async () => (await listTickets())[0]?.values.failure, soon).toBe('HTTP_BODY_TOO_LARGE')
    clock.advance(3 * minuteMs)

    await expect.poll(async () => (await listTickets())[0]?.state, soon).toBe('open')
    expect(issues.size).toBe(1)
  })

  test('that calls an issue by a path of its own is not believed', async () => {
    const { requests, world, run, listTickets } = await openWithTracker('jira')
    world.mischief = (request) =>
      isCreate(request) ? { status: 201, body: '{"id":"../../admin","key":"OPS-1"}' } : undefined

    await run({ ada: {} })
    await expect.poll(async () => (await listTickets())[0]?.values.failure, soon).toBe('HTTP_NOT_JSON')

    expect((await listTickets())[0]?.values).toMatchObject({ issueId: null, url: null })
    expect(requests.every(({ path }) => !path.includes('..'))).toBe(true)
  })

  test('shows its token to nobody, and gives it to no other site', async () => {
    const { runtime, trackerId, lines } = await openWithTracker('jira')
    const service = runtime.serviceOf(tracker)
    const ref = { organizationId, id: trackerId }

    const moved = service.change({ ...ref, changes: { site: 'https://evil.example' } })
    await expect(moved).rejects.toMatchObject({ code: 'RECORD_INVALID', message: expect.stringContaining('token') })
    await service.change({ ...ref, changes: { name: 'Renamed' } })
    await service.change({ ...ref, changes: { site: 'https://other.atlassian.net', token: 'another-token' } })

    const entries = await runtime.audit.list({ organizationId, limit: 100 })
    const versions = await service.versions({ organizationId, atMs: Number.MAX_SAFE_INTEGER })
    const stored = await service.get(ref)
    const seen = JSON.stringify([entries, versions, stored, lines])
    expect(seen).not.toMatch(/jira-token|another-token/)
    expect(stored).toMatchObject({ state: 'ready', values: { site: 'https://other.atlassian.net', name: 'Renamed' } })
    expect(JSON.stringify(versions)).not.toContain('"token"')
  })

  test('is no webhook, so that nobody sees or changes it as one', async () => {
    const { runtime, trackerId, issues, run } = await openWithTracker('github')
    await run({ ada: {} })
    await expect.poll(() => issues.size, soon).toBe(1)
    const ref = { organizationId, id: trackerId }

    expect(await runtime.webhooks.list({ organizationId })).toEqual([])
    expect(await runtime.webhooks.get(ref)).toBeUndefined()
    expect(await runtime.webhooks.delete(ref)).toBe(false)
    await expect(runtime.webhooks.pause(ref)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('a finding without severity enough, and one that somebody accepted, become no issue by themselves', async () => {
  const { runtime, issues, trackerId, run, listTickets } = await openWithTracker('github', { severity: 'critical' })
  await run({ ada: { severity: 'high' } })
  const [finding] = await runtime.findings.list({ organizationId })
  expect(await listTickets()).toEqual([])

  const opened = await runtime.tickets.open({ organizationId, trackerId, findingId: finding?.id ?? '' })
  const again = await runtime.tickets.open({ organizationId, trackerId, findingId: finding?.id ?? '' })

  expect(again.id).toBe(opened.id)
  await expect.poll(async () => (await listTickets()).map(({ state }) => state), soon).toEqual(['open'])
  expect(issues.size).toBe(1)
})
