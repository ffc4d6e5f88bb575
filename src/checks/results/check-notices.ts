/** The kinds of notices about what a check reports. */
export type CheckNotice = 'secret' | 'repeated' | 'contradicted' | 'too large'

// This many places are enough to find the problem.
const noticePlacesMax = 20

/**
 * Counts the notices about a check's results, by kind and place, so that the log has one entry for each kind at the
 * end.
 */
export class Notices {
  readonly #places = new Map<CheckNotice, Map<string, number>>()
  readonly #others = new Map<CheckNotice, number>()

  /** @param place a member of the result, `evidence.users[].token`, or a resource */
  note(notice: CheckNotice, place: string): void {
    const places = this.#places.get(notice) ?? new Map<string, number>()
    this.#places.set(notice, places)
    if (places.has(place) || places.size < noticePlacesMax) places.set(place, (places.get(place) ?? 0) + 1)
    else this.#others.set(notice, (this.#others.get(notice) ?? 0) + 1)
  }

  /** One sentence for each kind. */
  *sentences(checkId: string): Generator<string> {
    for (const [notice, places] of this.#places) {
      const named = [...places].map(([place, count]) => (count === 1 ? place : `${place} (${count} times)`))
      const others = this.#others.get(notice)
      const where = [...named, ...(others === undefined ? [] : [`and ${others} times elsewhere`])].join(', ')
      yield `Check "${checkId}" ${noticeTexts[notice](where)}`
    }
  }
}

const noticeTexts: Readonly<Record<CheckNotice, (where: string) => string>> = {
  secret: (where) => `put a secret into a result: ${where}. Checkwright removed it. Do not report secrets.`,
  repeated: (where) => `reported the same resource more than once: ${where}. Report each resource once.`,
  contradicted: (where) =>
    `reported the same resource with two statuses: ${where}. The worse one counts. Report each resource once, when you know everything about it.`,
  'too large': (where) =>
    `reported evidence that is too large: ${where}. Checkwright kept its size and digest instead. Report only the facts that decide.`,
}
