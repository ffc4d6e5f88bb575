import { describe, expect, test } from 'vitest'
import { minuteMs, openWithTracker, organizationId, soon, trackers, type VendorId } from './world.ts'

describe.each(Object.keys(trackers) as VendorId[])('at %s', (vendor) => {
  test('a finding becomes one issue, which follows it: closed, opened again, and closed by somebody else', async () => {
    const { runtime, clock, issues, run, listTickets } = await openWithTracker(vendor)
    const read = () => [...issues.values()].map(({ isOpen, comments }) => [isOpen, comments.length])
    const states = async () => (await listTickets()).map(({ state }) => state)

    await run({ ada: {}, grace: { severity: 'medium' } })
    await expect.poll(read, soon).toEqual([[true, 0]])
    await expect.poll(states, soon).toEqual(['open'])
    await run()
    await expect.poll(read, soon).toEqual([[false, 1]])
    await expect.poll(states, soon).toEqual(['closed'])
    await run({ ada: {} })
    await expect.poll(read, soon).toEqual([[true, 2]])
    await expect.poll(states, soon).toEqual(['open'])
    for (const issue of issues.values()) issue.isOpen = false
    const readLater = () => {
      clock.advance(11 * minuteMs)
      return states()
    }
    await expect.poll(readLater, { ...soon, interval: 700 }).toEqual(['closed-early'])

    const findings = await runtime.findings.list({ organizationId })
    expect(findings.map(({ state, severity }) => [state, severity])).toEqual([['regressed', 'high']])
    const [issue] = issues.values()
    expect(issue?.title).toBe('[high] Off: ada')
    expect(issue?.text).toContain(`https://checks.example.com/findings/${findings[0]?.id}`)
  })

  test('an issue whose answer was lost is found again and not made twice', async () => {
    const { clock, issues, world, run, listTickets } = await openWithTracker(vendor)
    let isLost = false
    world.mischief = ({ method, body }) => {
      if (isLost || method !== 'POST' || !/"(?:title|summary)"/.test(body)) return undefined
      isLost = true
      return 'lost'
    }

    await run({ ada: {} })
    await expect.poll(() => isLost, soon).toBe(true)
    await expect
      .poll(async () => (await listTickets()).map(({ values }) => values.failure), soon)
      .toEqual(['HTTP_NETWORK'])
    clock.advance(3 * minuteMs)

    await expect
      .poll(async () => (await listTickets()).map(({ state, values }) => [state, values.failure]), soon)
      .toEqual([['open', null]])
    expect(issues.size).toBe(1)
  })
})
