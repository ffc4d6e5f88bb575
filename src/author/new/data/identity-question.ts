import { Document, isMap, isPair, isScalar, Pair, Scalar } from 'yaml'
import { describePossible } from '../choose-identity.ts'
import type { ItemMember } from '../item-member.ts'
import { cleanNote } from '../openapi/notes.ts'

/** An id of a file that its author has to choose. */
export interface IdentityQuestion {
  /** Where the object with the member `id` is: `['checks', 0, 'resource']`. */
  readonly at: readonly (string | number)[]
  /** The word for an item, for people. */
  readonly noun: string
  readonly possible: readonly ItemMember[]
  /** The id, as an expression. */
  readonly write: (member: ItemMember) => string
}

/**
 * The body of a file that asks: it has the same key once for each answer, which no reader of YAML takes, and one that is no answer, so
 * that a question with one answer is asked too.
 * @param lineWidth characters, after which texts are folded; 0 for never
 */
export function renderQuestions(body: object, questions: readonly IdentityQuestion[], lineWidth: number): string {
  const document = new Document(body)
  for (const { at, noun, possible, write } of questions) {
    const place = document.getIn(at)
    if (!isMap(place)) continue
    const rows = place.items.findIndex((pair) => isPair(pair) && isScalar(pair.key) && pair.key.value === 'id')
    const head = [
      ` Which of these members is the id of one ${noun}, and never that of another? The description leaves it open.`,
      ' The file is not valid until you have found out. Keep one of the lines, and delete the others with this question.',
    ]
    const answers = possible.map((member, nth) => {
      const description = ` "${cleanNote(member.name)}": ${describePossible(member)}.`
      return createRow([...(nth === 0 ? head : []), description], write(member))
    })
    const none = createRow(
      [' Delete this line in any case. If none of them is the id, delete what it belongs to.'],
      unanswered,
    )
    place.items.splice(rows, 1, ...answers, none)
  }
  return document.toString({ lineWidth })
}

/** No name that an expression knows. */
const unanswered = 'undecided'

function createRow(comment: readonly string[], value: string): Pair<Scalar, Scalar> {
  const key = new Scalar('id')
  key.commentBefore = comment.join('\n')
  return new Pair(key, new Scalar(value))
}
