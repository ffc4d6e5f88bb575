import type { EvidenceProblem } from '../../../evidence/bundle/bundle-source.ts'
import { type Content, createElement } from './element.ts'

/** What differs, by its place: `run.json checks[2].results[17]`. */
export type DifferencesByPlace = ReadonlyMap<string, readonly string[]>

/** Sorts what differs to where the page shows it: a result, a check, an exchange, a record, else the file. */
export function sortToPlaces(problems: readonly EvidenceProblem[]): DifferencesByPlace {
  const places = new Map<string, string[]>()
  for (const { file, field = '', message } of problems) {
    const unit = /^(?:checks\[\d+\](?:\.results\[\d+\])?|log\.entries\[\d+\]|\[\d+\])/.exec(field)?.[0]
    const key = unit === undefined ? file : `${file} ${unit}`
    const rest = unit === undefined ? field : field.slice(unit.length).replace(/^\./, '')
    const messages = places.get(key) ?? []
    messages.push(`${rest} ${message}`.trim())
    places.set(key, messages)
  }
  return places
}

/** The mark at a place that differs. */
export function createMark(places: DifferencesByPlace, key: string): Content {
  const messages = places.get(key)
  return messages?.map((message) => createElement('p', { class: 'differs' }, `✗ ${message}`))
}

/** Those that differ or fail come first, so that nobody has to look for them. */
export function putFirst<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): readonly Item[] {
  return [...items.filter(isFirst), ...items.filter((item) => !isFirst(item))]
}
