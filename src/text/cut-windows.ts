import { pieceLength } from './work-in-pieces.ts'

/**
 * Parts of a text that overlap, so that every part of it that has so many characters at most stands whole in one of them, with as many
 * characters around it as there are in the text.
 * @param lengthMax of what is looked for, with what is looked at around it
 */
export function* cutWindows(text: string, lengthMax: number): Generator<string, void, undefined> {
  const step = Math.max(pieceLength, lengthMax)
  for (let start = 0; ; start += step) {
    yield text.slice(start, start + step + lengthMax)
    if (start + step + lengthMax >= text.length) return
  }
}
