import { createHash } from 'node:crypto'

/** So many of a list by lot: the same each time with the same seed. @param name tells them apart */
export function draw<T>(items: readonly T[], count: number, seed: string, name: (item: T) => string): readonly T[] {
  const lots = new Map(
    items.map((item) => [
      item,
      createHash('sha256')
        .update(`${seed} ${name(item)}`)
        .digest('hex'),
    ]),
  )
  const first = items.toSorted((a, b) => ((lots.get(a) ?? '') < (lots.get(b) ?? '') ? -1 : 1)).slice(0, count)
  return items.filter((item) => first.includes(item))
}
