import type { FieldHints, Thing, ThingMessages } from '../../service/fields/define-thing.ts'
import { isEntered } from '../../service/fields/field.ts'
import type { Language } from '../../service/records/appearances.ts'
import { declaredThings } from './declared-things.ts'

/** What pages say of a declared thing, with a hint for each field. */
export interface ThingTexts extends ThingMessages<string, string, string>, FieldHints<string> {}

/** What pages say of declared things, by id. English has its hints from the fields. */
export function listThingTexts(language: Language): Readonly<Record<string, ThingTexts>> {
  const texts = declaredThings.map(({ id, fields, messages }) => {
    const shown = Object.entries(fields).filter(([, field]) => isEntered(field))
    const hints = Object.fromEntries(shown.map(([name, { description }]) => [name, description]))
    return [id, { hints, ...messages[language] }]
  })
  return Object.fromEntries(texts)
}

/** @throws TypeError for a thing that is not listed */
export function findThingTexts(
  { things }: { readonly things: Readonly<Record<string, ThingTexts>> },
  { id }: Pick<Thing, 'id'>,
): ThingTexts {
  const texts = things[id]
  if (texts === undefined) throw new TypeError(`findThingTexts: ${id} is not in declared-things.ts`)
  return texts
}
