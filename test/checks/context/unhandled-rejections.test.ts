import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { locateChild } from '../../setup/locate-child.ts'

const program = await locateChild(import.meta.url, '../../things/runtime/children/strays.ts')

type Told = readonly [id: string, status: string, message: string]

async function runIn(mode: string, ...node: readonly string[]) {
  const child = spawn(process.execPath, [...node, program, mode], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  const checks: readonly Told[] = stdout === '' ? [] : JSON.parse(stdout)
  return { stderr, statuses: Object.fromEntries(checks.map(([id, status]) => [id, status])), checks }
}

const expected = {
  now: 'error',
  meanwhile: 'error',
  // It waits for the check's signal, which its end aborts.
  aborted: 'pass',
  // When a check has its verdict, nobody waits for what it forgot.
  afterwards: 'pass',
  intimer: 'error',
  sound: 'pass',
}

describe('claimStrays() makes a rejection that nobody handles', () => {
  test('the error of the check that it stems from, and leaves its siblings and the process alone', async () => {
    const { checks, stderr } = await runIn('alone')

    expect(checks.map(([id, status]) => [id, status])).toEqual(Object.entries(expected))
    expect(checks[0]?.[2]).toBe(
      'The check threw Error: lost at once. This is a mistake in its code. No code waits for the promise that threw it. Await every promise.',
    )
    expect(stderr).toBe('listeners 0\nexit 0\n')
  })

  test('of the host end the process, as without us', async () => {
    const { stderr, checks } = await runIn('host')

    expect(stderr).toMatch(/Error: of the host/)
    expect(stderr).toContain('exit 1')
    expect(checks).toEqual([])
  })

  test('of the host a warning where Node was told to warn, and keeps hearing those of checks', async () => {
    const { stderr, statuses } = await runIn('host', '--unhandled-rejections=warn')

    expect(stderr).toMatch(/UnhandledPromiseRejectionWarning: Error: of the host/)
    expect(stderr).toContain('exit 0')
    expect(statuses).toEqual(expected)
  })

  test("known to the host's own listener, which decides alone", async () => {
    const { stderr, statuses } = await runIn('listening')

    expect(stderr).toContain('host heard Error: of the host')
    expect(stderr).toContain('listeners 1\nexit 0\n')
    expect(statuses).toEqual(expected)
  })
})
