import type { DescriptionNode } from '../../../descriptions/description-node.ts'

/** A part of a description that could not be used as it is, or was decided. */
export interface Note {
  /** JSON pointer into the file: `/paths/~1users/get`. */
  readonly pointer: string
  /** The content, its use, and what to do. */
  readonly message: string
  /** `decided`: something was chosen or assumed. `left_out`: a list of which no check was made. */
  readonly kind: 'decided' | 'left_out'
}

/** The notes of an import for a person, in the order of the file. */
export class Notes {
  readonly #notes: Note[] = []
  readonly #members = new Set<string>()
  readonly #pointer: (pointer: string) => string

  /** @param pointer finds the place in the original file */
  constructor(pointer: (pointer: string) => string) {
    this.#pointer = pointer
  }

  get all(): readonly Note[] {
    return this.#notes
  }

  add(place: Pick<DescriptionNode, 'pointer'>, message: string, kind: Note['kind'] = 'decided'): void {
    const pointer = this.#pointer(place.pointer)
    const key = `${pointer} ${message}`
    if (this.#members.has(key)) return
    this.#members.add(key)
    // Characters that move a cursor or turn text around must not reach a terminal.
    this.#notes.push({ pointer: cleanNote(pointer), message: cleanNote(message), kind })
  }
}

/** Text of a file for a terminal. */
export function cleanNote(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?').slice(0, 500)
}
