import { once } from 'node:events'
import type { Writable } from 'node:stream'

/** Fewer and larger writes: text may come in very many small pieces. */
const pieceLength = 65_536

/** Writes pieces of text as fast as they are read, so that a long text does not wait in memory. */
export async function writePieces(pieces: AsyncIterable<string>, stream: Writable): Promise<void> {
  let text = ''
  for await (const piece of pieces) {
    text += piece
    if (text.length < pieceLength) continue
    await writeDrained(text, stream)
    text = ''
  }
  await writeDrained(text, stream)
}

async function writeDrained(text: string, stream: Writable): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain')
}
