import { isObject } from '../../../text/is-object.ts'

/** One step into an answer: a member, an item by its number, all items, or the items whose member has a value. */
export type PointerStep =
  | { readonly member: string }
  | { readonly item: number }
  | { readonly where: string; readonly is: string }
  | 'each'

/** A place in an answer that exists: what holds it, and under which name. */
export interface Spot {
  readonly holder: Record<string, unknown> | unknown[]
  readonly key: string | number
}

const stepForm =
  /^(?:(?<first>[^.[\]]+)|\.(?<member>[^.[\]]+)|\[(?<item>\d+)\]|\[(?<each>\*)\]|\["(?<quoted>(?:[^"\\]|\\.)*)"\]|\[(?<where>[^=\]"]+)=(?<is>[^\]]*)\])/

/** The steps of `users[0].mfa`, `users[id=7].roles`, `users[*]` or `["odd.name"]`; undefined for a text that is none. */
export function parsePointer(text: string): readonly PointerStep[] | undefined {
  const steps: PointerStep[] = []
  for (let rest = text; rest !== ''; ) {
    const found = stepForm.exec(rest)
    const groups = found?.groups
    if (!found || !groups || (groups.first !== undefined && steps.length > 0)) return undefined
    const { first, member = first, item, each, quoted, where, is = '' } = groups
    if (each !== undefined) steps.push('each')
    else if (item !== undefined) steps.push({ item: Number(item) })
    else if (where !== undefined) steps.push({ where, is })
    else steps.push({ member: quoted === undefined ? (member ?? '') : quoted.replaceAll(/\\(.)/g, '$1') })
    rest = rest.slice(found[0].length)
  }
  return steps
}

/** Where a pointer leads in an answer. @param root holds the answer as its only member `body` */
export function findSpots(root: { body: unknown }, steps: readonly PointerStep[]): readonly Spot[] {
  return steps.reduce<readonly Spot[]>(
    (spots, step) => spots.flatMap((spot) => enter(readSpot(spot), step)),
    [{ holder: root, key: 'body' }],
  )
}

export function readSpot({ holder, key }: Spot): unknown {
  return (holder as Record<string | number, unknown>)[key]
}

function enter(value: unknown, step: PointerStep): readonly Spot[] {
  if (step !== 'each' && 'member' in step)
    return isObject(value) && Object.hasOwn(value, step.member)
      ? [{ holder: value as Record<string, unknown>, key: step.member }]
      : []
  if (!Array.isArray(value)) return []
  const all = value.map((_, key): Spot => ({ holder: value, key }))
  if (step === 'each') return all
  if ('item' in step) return all.slice(step.item, step.item + 1)
  return all.filter(({ key }) => {
    const item: unknown = value[key as number]
    return isObject(item) && String((item as Record<string, unknown>)[step.where]) === step.is
  })
}
