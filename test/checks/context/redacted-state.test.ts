import { describe, expect, test } from 'vitest'
import { RedactedState } from '../../../src/checks/context/redacted-state.ts'
import { createKnowingRedactor } from '../../http/redact/support.ts'

const redactor = createKnowingRedactor('hunter2-hunter2')

describe('KeptState', () => {
  test('gives what was kept before, and what was set since', async () => {
    const state = new RedactedState({ cursor: 'a', seen: [1] }, redactor)

    await state.set('cursor', 'b')

    expect([await state.get('cursor'), await state.get('seen'), await state.get('none')]).toEqual(['b', [1], undefined])
    expect(state.changes).toEqual({ cursor: 'b', seen: [1] })
  })

  test('has no changes until something is set', async () => {
    const state = new RedactedState({ cursor: 'a' }, redactor)

    await state.get('cursor')

    expect(state.changes).toBeUndefined()
  })

  test('is not changed by what a check does to a value it got or gave', async () => {
    const before = { list: [1] }
    const state = new RedactedState(before, redactor)
    const given = { a: 1 }

    ;(await state.get<number[]>('list'))?.push(2)
    await state.set('given', given)
    given.a = 2

    expect([await state.get('list'), await state.get('given'), before]).toEqual([[1], { a: 1 }, { list: [1] }])
  })

  test('keeps no secret', async () => {
    const state = new RedactedState({}, redactor)

    await state.set('note', { text: 'hunter2-hunter2', password: 'other' })

    expect(state.changes).toEqual({ note: { text: '[redacted]', password: '[redacted]' } })
  })

  test('works with its methods taken off, as ctx.state is destructured', async () => {
    const { get, set } = new RedactedState({}, redactor)

    await set('a', 1)

    expect(await get('a')).toBe(1)
  })
})
