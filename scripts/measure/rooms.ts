import { posix } from 'node:path'
import type { Figure } from './figure.ts'
import { type FileImport, listImports, listKnots } from './imports.ts'
import type { Tree } from './tree.ts'

/** How many orders are tried. More find hardly better ones. */
const attempts = 6

/**
 * Rooms in knots. A room is a folder of `src/`; a folder and a folder in it are two rooms. A knot is rooms of which each imports each other
 * one, be it through others. Listed are the fewest imports that were found to untie them.
 */
export function measureRooms(tree: Tree): Figure {
  const rooms = new Set(tree.src.map(({ path }) => posix.dirname(path)))
  const between = listImports(tree).filter(({ from, to }) => posix.dirname(from) !== posix.dirname(to))
  const ways = new Map<string, Set<string>>()
  for (const { from, to } of between) {
    const targets = ways.get(posix.dirname(from)) ?? new Set()
    ways.set(posix.dirname(from), targets.add(posix.dirname(to)))
  }
  const knots = listKnots(ways).toSorted((a, b) => b.length - a.length)
  const wrong = knots.flatMap((knot) => findWrongWay(knot, between))
  return {
    name: 'rooms',
    title: 'Rooms, which are folders of src',
    numbers: {
      rooms: rooms.size,
      'rooms in knots': knots.reduce((sum, { length }) => sum + length, 0),
      knots: knots.length,
      'imports between rooms': between.length,
      'imports that tie them': wrong.length,
      'pairs of rooms that tie them': new Set(
        wrong.map(({ from, to }) => `${posix.dirname(from)} ${posix.dirname(to)}`),
      ).size,
    },
    details: wrong.map(({ from, line, to }) => `${from}:${line} → ${to}`),
  }
}

/** Imports that go to the right in the best order that is found. */
function findWrongWay(knot: readonly string[], imports: readonly FileImport[]): readonly FileImport[] {
  const index = new Map(knot.map((room, at) => [room, at]))
  const weights = knot.map(() => new Float64Array(knot.length))
  const inside = imports.flatMap((each) => {
    const from = index.get(posix.dirname(each.from))
    const to = index.get(posix.dirname(each.to))
    if (from === undefined || to === undefined) return []
    const row = weights[from]
    if (row) row[to] = (row[to] ?? 0) + 1
    return [{ each, from, to }]
  })
  let best: readonly FileImport[] = inside.map(({ each }) => each)
  for (let seed = 0; seed < attempts; seed++) {
    const order = improveOrder(shuffle(knot.length, seed), weights)
    const place = new Map(order.map((room, at) => [room, at]))
    const wrong = inside.filter(({ from, to }) => (place.get(from) ?? 0) < (place.get(to) ?? 0))
    if (wrong.length < best.length) best = wrong.map(({ each }) => each)
  }
  return best
}

/** Moves one room at a time to its best place while that helps. @param order from left to right; imports go to the left */
function improveOrder(order: readonly number[], weights: readonly Float64Array[]): readonly number[] {
  const placed = [...order]
  const weigh = (from: number, to: number) => weights[from]?.[to] ?? 0
  for (let isBetter = true; isBetter; ) {
    isBetter = false
    for (const room of order) {
      const at = placed.indexOf(room)
      placed.splice(at, 1)
      // What it costs to stand before all others, then one place after the other.
      let cost = placed.reduce((sum, other) => sum + weigh(room, other), 0)
      const costs = [cost]
      for (const other of placed) {
        cost += weigh(other, room) - weigh(room, other)
        costs.push(cost)
      }
      const least = Math.min(...costs)
      const to = costs[at] === least ? at : costs.indexOf(least)
      placed.splice(to, 0, room)
      isBetter ||= to !== at
    }
  }
  return placed
}

/** The same for the same seed. */
function shuffle(length: number, seed: number): readonly number[] {
  let state = seed * 2_654_435_761 + 1
  return Array.from({ length }, (_, at) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return { at, by: seed === 0 ? at : state }
  })
    .toSorted((a, b) => a.by - b.by)
    .map(({ at }) => at)
}
