import { expect, test } from 'vitest'
import { encodePieces } from '../../../../src/things/api/answers/encode-pieces.ts'

test('encodePieces() asks for a piece only when somebody reads, and ends the source when the reader leaves', async () => {
  const log: string[] = []
  async function* write() {
    try {
      for (const piece of ['ä', 'b', 'c', 'd']) {
        log.push(piece)
        yield piece
      }
    } finally {
      log.push('ended')
    }
  }

  const reader = encodePieces(write()).getReader()
  const { value } = await reader.read()
  await reader.cancel()

  expect(new TextDecoder().decode(value)).toBe('ä')
  expect(log.at(-1)).toBe('ended')
  expect(log).not.toContain('d')
})

test('encodePieces() breaks off where the source fails, so that a cut report does not look whole', async () => {
  // biome-ignore lint/correctness/useYield: a source that fails at once
  async function* fail(): AsyncGenerator<string> {
    throw new Error('gone')
  }

  await expect(new Response(encodePieces(fail())).text()).rejects.toThrow('gone')
})
