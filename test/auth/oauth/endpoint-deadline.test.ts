import { expect, test } from 'vitest'
import { runWithinDeadline } from '../../../src/auth/oauth/endpoint-deadline.ts'

const late = () => new Error('late')
const never = () => new Promise<never>(() => {})

test('runWithinDeadline() gives what the work gives', async () => {
  expect(await runWithinDeadline(async () => 7, { deadlineMs: 1_000, signal: undefined }, late)).toBe(7)
})

test('runWithinDeadline() gives up on work that heeds no signal, and tells it so', async () => {
  let given: AbortSignal | undefined
  const work = (signal: AbortSignal) => {
    given = signal
    return never()
  }

  await expect(runWithinDeadline(work, { deadlineMs: 5, signal: undefined }, late)).rejects.toThrow('late')
  expect(given?.aborted).toBe(true)
})

test("runWithinDeadline() ends with the caller's reason, whatever the work says about its own end", async () => {
  const caller = new AbortController()
  const work = (signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('of the work'))))

  const outcome = runWithinDeadline(work, { deadlineMs: 1_000, signal: caller.signal }, late)
  caller.abort(new Error('of the caller'))

  await expect(outcome).rejects.toThrow('of the caller')
})

test('runWithinDeadline() begins nothing for a caller who has gone', async () => {
  let begun = false
  const work = async () => {
    begun = true
  }

  await expect(
    runWithinDeadline(work, { deadlineMs: 1_000, signal: AbortSignal.abort(new Error('gone')) }, late),
  ).rejects.toThrow('gone')
  expect(begun).toBe(false)
})
