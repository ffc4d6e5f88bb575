import { once } from 'node:events'
import type { Writable } from 'node:stream'

/** Fewer and larger writes: text may come in very many small pieces. */
const pieceLength = 65_536

/** Writes pieces as fast as they are read, so that a long text does not wait in memory. */
export async function writePieces(pieces: AsyncIterable<string | Uint8Array>, stream: Writable): Promise<void> {
  let text = ''
  for await (const piece of pieces) {
    if (typeof piece !== 'string') {
      await writeDrained(piece, stream)
      continue
    }
    text += piece
    if (text.length < pieceLength) continue
    await writeDrained(text, stream)
    text = ''
  }
  await writeDrained(text, stream)
}

async function writeDrained(piece: string | Uint8Array, stream: Writable): Promise<void> {
  if (!stream.write(piece)) await once(stream, 'drain')
}
