import { posix } from 'node:path'
import { type Import, targetOf } from './import-rules.ts'

/** Rooms and what they import of each other: from, to, imports. */
type Ways = ReadonlyMap<string, ReadonlyMap<string, readonly Import[]>>

/**
 * Rooms that import each other in both directions, be it through others, one text for each knot. It has the fewest imports that were found
 * to untie it. A room is a folder of `src/`; a folder and a folder in it are two rooms. `import type` counts: it ties them as much.
 */
export function findKnots(imports: readonly Import[]): string[] {
  const ways = groupByRooms(imports)
  return listKnots(ways).map((rooms) => describeKnot(rooms, ways))
}

function groupByRooms(imports: readonly Import[]): Ways {
  const ways = new Map<string, Map<string, Import[]>>()
  for (const each of imports) {
    const target = targetOf(each)
    if (!each.from.startsWith('src/') || !target?.startsWith('src/')) continue
    const from = posix.dirname(each.from)
    const to = posix.dirname(target)
    if (from === to) continue
    const targets = ways.get(from) ?? new Map<string, Import[]>()
    ways.set(from, targets.set(to, [...(targets.get(to) ?? []), each]))
  }
  return ways
}

/** Sets of rooms of which each reaches all others. */
function listKnots(ways: Ways): string[][] {
  const reached = new Map([...ways.keys()].map((room) => [room, listReached(room, ways)]))
  const knots = new Map<string, string[]>()
  for (const room of ways.keys()) {
    const tied = [...(reached.get(room) ?? [])].filter((other) => reached.get(other)?.has(room)).toSorted()
    if (tied.length > 0) knots.set(tied.join(), tied)
  }
  return [...knots.values()]
}

function listReached(start: string, ways: Ways): ReadonlySet<string> {
  const reached = new Set(ways.get(start)?.keys())
  for (const room of reached) for (const next of ways.get(room)?.keys() ?? []) reached.add(next)
  return reached
}

function describeKnot(rooms: readonly string[], ways: Ways): string {
  const wrong = listWrongWay(orderRooms(rooms, ways), ways)
  const lines = wrong.map((each) => `  ${each.from}:${each.line} imports ${targetOf(each)}`)
  return [
    `${rooms.join(', ')} import each other in both directions. These imports go the wrong way; move what is imported to the left or into a room of its own, or hand it in:`,
    ...lines,
  ].join('\n')
}

/** The rooms from left to right, so that few imports go to the right: moves one room at a time while that helps. */
function orderRooms(rooms: readonly string[], ways: Ways): readonly string[] {
  let order = rooms
  let fewest = listWrongWay(order, ways).length
  for (let isBetter = true; isBetter; ) {
    isBetter = false
    for (const room of rooms) {
      for (const at of rooms.keys()) {
        const moved = order.filter((other) => other !== room).toSpliced(at, 0, room)
        const wrong = listWrongWay(moved, ways).length
        if (wrong >= fewest) continue
        order = moved
        fewest = wrong
        isBetter = true
      }
    }
  }
  return order
}

/** Imports of a room from one to its right. */
function listWrongWay(order: readonly string[], ways: Ways): readonly Import[] {
  return order.flatMap((room, at) => order.slice(at + 1).flatMap((right) => ways.get(room)?.get(right) ?? []))
}
