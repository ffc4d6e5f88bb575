import { createKindUnknown, isKnown, joinUnknown } from './operators.ts'
import type { Evaluate } from './scope.ts'
import { Unknown, type Value, type ValueOrUnknown } from './value.ts'

const macroNames = ['all', 'exists', 'exists_one', 'filter', 'map'] as const
type MacroName = (typeof macroNames)[number]

export function isMacro(name: string): name is MacroName {
  return (macroNames as readonly string[]).includes(name)
}

/** A macro in a macro looks at no more items than these, so that a list cannot be multiplied by itself. */
const innerItemsMax = 1_000

/** Macros stand within each other this often at most. */
export const macroDepthMax = 2

interface MacroParts {
  readonly list: Evaluate
  /** What is asked of each item. */
  readonly ask: Evaluate
  /** How many macros stand around this one. */
  readonly depth: number
  /** Path of the list, for messages. */
  readonly path: string
}

/** `list.all(name, expression)` and its like. */
export function compileMacro(name: MacroName, { list, ask, depth, path }: MacroParts): Evaluate {
  const macro = macros[name]
  return (scope) => {
    const items = list(scope)
    if (!isKnown(items)) return items
    if (!Array.isArray(items)) return createKindUnknown(path, 'a list', items)
    if (depth > 0 && items.length > innerItemsMax)
      return new Unknown('budget', `${path} has more than ${innerItemsMax} items, within another list`)
    const askItem = (item: Value) => {
      scope.items[depth] = item
      return ask(scope)
    }
    return macro(items, askItem, path)
  }
}

type Ask = (item: Value) => ValueOrUnknown
type Macro = (list: readonly Value[], ask: Ask, path: string) => ValueOrUnknown

const macros: Readonly<Record<MacroName, Macro>> = {
  // An empty list says nothing of its items. CEL calls that true; here the author says what it means.
  all: (list, ask, path) =>
    list.length === 0 ? new Unknown('empty', `${path} has no items`) : findDecidingItem(list, ask, false),
  exists: (list, ask) => findDecidingItem(list, ask, true),
  exists_one: (list, ask) => {
    const items = filterItems(list, ask)
    return items instanceof Unknown ? items : items.length === 1
  },
  filter: filterItems,
  map: (list, ask) => {
    const values: Value[] = []
    let unknown: Unknown | undefined
    for (const each of list) {
      const value = ask(each)
      if (isKnown(value)) values.push(value)
      else unknown = joinUnknown(unknown, value)
    }
    return unknown ?? values
  },
}

/** One item that decides is enough. Without one, an item that cannot be told leaves all unknown. */
function findDecidingItem(list: readonly Value[], ask: Ask, deciding: boolean): boolean | Unknown {
  let unknown: Unknown | undefined
  for (const each of list) {
    const value = askFlag(ask, each)
    if (value === deciding) return deciding
    if (value instanceof Unknown) unknown = joinUnknown(unknown, value)
  }
  return unknown ?? !deciding
}

function filterItems(list: readonly Value[], ask: Ask): readonly Value[] | Unknown {
  const items: Value[] = []
  let unknown: Unknown | undefined
  for (const each of list) {
    const value = askFlag(ask, each)
    if (value instanceof Unknown) unknown = joinUnknown(unknown, value)
    else if (value) items.push(each)
  }
  return unknown ?? items
}

function askFlag(ask: Ask, item: Value): boolean | Unknown {
  const value = ask(item)
  if (!isKnown(value) || typeof value === 'boolean') return value
  return createKindUnknown('what is asked of each item', 'true or false', value)
}
